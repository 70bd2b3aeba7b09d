! What the parts of the program have in common: checks are counted, a failed one is named.
module checks
  implicit none
  integer, save :: failures = 0, done = 0, my_rank = 0
  character(len=8), save :: form = ''
contains
  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(len=*), intent(in) :: what
    done = done + 1
    if (holds) return
    failures = failures + 1
    print '(a,i0,a,a,a,a)', 'rank ', my_rank, ': ', trim(form), ': ', what
  end subroutine
end module
