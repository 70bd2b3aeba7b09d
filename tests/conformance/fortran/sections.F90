! Sections of arrays as buffers of mpi_f08 (MPI-5.0 section 19.1.12): MPI_SUBARRAYS_SUPPORTED is true.
subroutine sections()
  use checks
  use mpi_f08
  implicit none
  integer :: error, size, left, right, one
  integer, asynchronous :: a(6, 6), b(6, 6)
  integer :: line(36)
  complex :: c(4, 4), d(4, 4)
  double precision :: x(8)
  type(MPI_Comm) :: world
  type(MPI_Request) :: requests(2)
  type(MPI_Datatype) :: two
  type(MPI_Status) :: status
  world = MPI_COMM_WORLD
  call MPI_Comm_size(world, size, error)
  left = mod(my_rank + size - 1, size)
  right = mod(my_rank + 1, size)
  call check(MPI_SUBARRAYS_SUPPORTED .and. MPI_ASYNC_PROTECTS_NONBLOCKING, 'subarrays are supported')
  a = reshape([(one, one = 1, 36)], [6, 6])

  ! A row into a column; a block into the elements of every other row; backwards.
  b = 0
  call MPI_Sendrecv(a(2, :), 6, MPI_INTEGER, right, 1, b(:, 3), 6, MPI_INTEGER, left, 1, world, status, error)
  call check(all(b(:, 3) == a(2, :)) .and. sum(b) == sum(a(2, :)), 'a row as a buffer')
  b = 0
  call MPI_Irecv(b(1:6:2, 2:5), 12, MPI_INTEGER, left, 2, world, requests(1), error)
  call MPI_Isend(a(1:3, 3:6), 12, MPI_INTEGER, right, 2, world, requests(2), error)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
  ! MPICH 4.0 receives into other elements.
#ifndef ORACLE
  call check(all(b(1:6:2, 2:5) == a(1:3, 3:6)) .and. sum(b) == sum(a(1:3, 3:6)), 'blocks as buffers')
#endif
  b = 0
  call MPI_Sendrecv(a(6:1:-1, 1), 6, MPI_INTEGER, right, 3, b(1, :), 6, MPI_INTEGER, left, 3, world, status, error)
  call check(all(b(1, :) == a(6:1:-1, 1)), 'a section backwards')

  ! MPICH 4.0 ends in an assertion.
#ifndef ORACLE
  ! Fewer elements than the section has, parts of elements, and datatypes of several elements.
  b = 0
  call MPI_Sendrecv(a(1:5:2, 1:4), 7, MPI_INTEGER, right, 4, line, 7, MPI_INTEGER, left, 4, world, status, error)
  call check(all(line(1:7) == [1, 3, 5, 7, 9, 11, 13]), 'the first elements of a section')
  c = reshape([(cmplx(one, -one), one = 1, 16)], [4, 4])
  d = 0
  call MPI_Sendrecv(c(2, :), 8, MPI_REAL, right, 5, d(:, 2), 4, MPI_COMPLEX, left, 5, world, status, error)
  call check(all(d(:, 2) == c(2, :)), 'parts of elements')
  call MPI_Type_contiguous(2, MPI_INTEGER, two, error)
  call MPI_Type_commit(two, error)
  b = 0
  call MPI_Sendrecv(a(3, :), 3, two, right, 6, b(1, :), 3, two, left, 6, world, status, error)
  call check(all(b(1, :) == a(3, :)), 'datatypes of several elements')
  call MPI_Type_free(two, error)
#endif

  ! Collectives: one block, several blocks, reductions.
  b = 0
  if (my_rank == 0) b(4, :) = a(4, :)
  call MPI_Bcast(b(4, :), 6, MPI_INTEGER, 0, world, error)
  call check(all(b(4, :) == a(4, :)) .and. sum(b) == sum(a(4, :)), 'MPI_Bcast of a row')
#ifndef ORACLE
  call gathered()
#endif
#ifndef ORACLE
  x = my_rank
  call MPI_Allreduce(MPI_IN_PLACE, x(1:8:2), 4, MPI_DOUBLE_PRECISION, MPI_MAX, world, error)
  call check(all(x(1:8:2) == size - 1) .and. all(x(2:8:2) == my_rank), 'MPI_Allreduce of a section')
#endif
#ifndef ORACLE
  call own_types()
#endif
  call assumed(a(2:5, 2:5))
  call large()
contains
  ! Datatypes of several elements, also with gaps or of differing ones, describe the section as if its elements followed
  ! each other, and keep the elements' types: external32 tells.
  subroutine own_types()
    type(MPI_Datatype) :: pair, gaps, mixed, part
    call MPI_Type_contiguous(2, MPI_INTEGER, pair, error)
    call MPI_Type_vector(2, 1, 2, MPI_INTEGER, gaps, error)
    call MPI_Type_create_struct(2, [1, 2], [0_MPI_ADDRESS_KIND, 12_MPI_ADDRESS_KIND], [pair, MPI_INTEGER], mixed, error)
    call MPI_Type_create_subarray(2, [2, 3], [2, 1], [0, 1], MPI_ORDER_FORTRAN, MPI_INTEGER, part, error)
    call MPI_Type_commit(pair, error)
    call MPI_Type_commit(gaps, error)
    call MPI_Type_commit(mixed, error)
    call MPI_Type_commit(part, error)
    call same_data(3, pair, 'pairs')
    call same_data(3, MPI_2INTEGER, 'values of two integers')
    call same_data(2, gaps, 'a vector with gaps')
    call same_data(1, part, 'a part of an array')
    call same_data(1, mixed, 'a structure')
    call MPI_Type_free(pair, error)
    call MPI_Type_free(gaps, error)
    call MPI_Type_free(mixed, error)
    call MPI_Type_free(part, error)
  end subroutine

  ! a(3, :) and a copy of it, each packed as external32 and unpacked.
  subroutine same_data(count, datatype, name)
    integer, intent(in) :: count
    type(MPI_Datatype), intent(in) :: datatype
    character(*), intent(in) :: name
    character :: packed(64), expected(64)
    integer :: got(6), back(6, 6)
    integer(kind=MPI_ADDRESS_KIND) :: position, length
    packed = char(0)
    expected = char(0)
    line(1:6) = a(3, :)
    length = 0
    position = 0
    call MPI_Pack_external('external32', line, count, datatype, expected, 64_MPI_ADDRESS_KIND, length, error)
    call MPI_Pack_external('external32', a(3, :), count, datatype, packed, 64_MPI_ADDRESS_KIND, position, error)
    call check(position == length .and. all(packed == expected), 'external32 of a section: '//name)
    got = 0
    back = 0
    position = 0
    call MPI_Unpack_external('external32', packed, length, position, got, count, datatype, error)
    position = 0
    call MPI_Unpack_external('external32', packed, length, position, back(2, :), count, datatype, error)
    call check(all(back(2, :) == got) .and. sum(back) == sum(got), 'external32 into a section: '//name)
    back = 0
    call MPI_Sendrecv(a(3, :), count, datatype, right, 9, back(5, :), count, datatype, left, 9, world, status, error)
    call check(all(back(5, :) == got) .and. sum(back) == sum(got), 'messages of sections: '//name)
  end subroutine

  subroutine gathered()
    integer :: all_of(2, size), sent(1)
    all_of = -1
    sent = my_rank
    call MPI_Allgather(sent, 1, MPI_INTEGER, all_of(2, :), 1, MPI_INTEGER, world, error)
    call check(all(all_of(2, :) == [(one, one = 0, size - 1)]) .and. all(all_of(1, :) == -1), &
               'MPI_Allgather into a row')
  end subroutine

  subroutine assumed(block)
    integer, intent(in) :: block(:, :)
    integer :: got(16)
    call MPI_Sendrecv(block, 16, MPI_INTEGER, right, 7, got, 16, MPI_INTEGER, left, 7, world, status, error)
    call check(all(got == reshape(block, [16])), 'a dummy argument of assumed shape')
  end subroutine

  subroutine large()
    integer(kind=MPI_COUNT_KIND) :: count
    call MPI_Sendrecv(a, 36_MPI_COUNT_KIND, MPI_INTEGER, right, 8, line, 36_MPI_COUNT_KIND, MPI_INTEGER, left, 8, &
                      world, status, error)
    call MPI_Get_count(status, MPI_INTEGER, count, error)
    call check(count == 36 .and. line(36) == 36, 'large counts')
  end subroutine
end subroutine
