! What a LOGICAL has in memory. In a unit of its own: where a compiler sees that it is one, it is true or false.
subroutine spoil_bits(bits, count)
  implicit none
  integer :: count, bits(count)
  bits = -77777
end subroutine

logical function is_true_or_false(bits)
  implicit none
  integer :: bits
  is_true_or_false = bits == 0 .or. bits == 1
end function
