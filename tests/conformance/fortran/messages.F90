! Messages, datatypes and collectives (MPI-5.0 chapters 3, 5 and 6): every function with right arguments.
#include "forms.h"

subroutine SUB()
  use checks
  USE_MPI
  implicit none
#ifdef MPIF
  include 'mpif.h'
#endif
  HANDLE(Comm) :: world
  integer :: error, size, left, right
  ! MPICH 4.0 adds one to MPI_UNDEFINED; the indices of its mpi_f08 count from zero (MPI-5.0 section 3.7.5).
#ifdef ORACLE
  logical, parameter :: is_mpich = .true.
#else
  logical, parameter :: is_mpich = .false.
#endif
  world = MPI_COMM_WORLD
  call MPI_Comm_size(world, size, error)
  left = mod(my_rank + size - 1, size)
  right = mod(my_rank + 1, size)
  call blocking()
  call immediate()
  call persistent()
  call probes()
  call datatypes()
  call contents()
  call collectives()
  call blocks()
  call immediate_collectives()
contains

  subroutine blocking()
    integer :: sent(4), got(4), count, bytes, request_error
    character(len=4096) :: room
    integer(kind=MPI_ADDRESS_KIND) :: detached
    HANDLE(Request) :: request
    STATUS(status)
    sent = my_rank
    got = -1
    call MPI_Sendrecv(sent, 4, MPI_INTEGER, right, 1, got, 4, MPI_INTEGER, left, 1, world, status, error)
    call check(error == MPI_SUCCESS .and. all(got == left), 'MPI_Sendrecv')
    call check(SOURCE_OF(status) == left .and. TAG_OF(status) == 1, 'a status')
    call MPI_Get_count(status, MPI_INTEGER, count, error)
    call check(count == 4, 'MPI_Get_count')
    call MPI_Get_elements(status, MPI_INTEGER, count, error)
    call check(count == 4, 'MPI_Get_elements')
    call MPI_Sendrecv_replace(sent, 4, MPI_INTEGER, right, 2, left, 2, world, MPI_STATUS_IGNORE, error)
    call check(all(sent == left), 'MPI_Sendrecv_replace')
    call MPI_Irecv(got, 4, MPI_INTEGER, left, 3, world, request, error)
    call MPI_Ssend(sent, 4, MPI_INTEGER, right, 3, world, error)
    call MPI_Wait(request, status, error)
    call check(SOURCE_OF(status) == left, 'MPI_Ssend')
    call check(request == MPI_REQUEST_NULL, 'a request after MPI_Wait')
    call MPI_Irecv(got, 4, MPI_INTEGER, left, 4, world, request, error)
    call MPI_Barrier(world, error)
    call MPI_Rsend(sent, 4, MPI_INTEGER, right, 4, world, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, request_error)
    call check(request_error == MPI_SUCCESS, 'MPI_Rsend')
    call MPI_Buffer_attach(room, 4096, error)
    call MPI_Bsend(sent, 4, MPI_INTEGER, right, 5, world, error)
    call MPI_Recv(got, 4, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, world, status, error)
    call check(TAG_OF(status) == 5, 'MPI_Bsend')
    call detach(bytes, detached)
    call check(bytes == 4096, 'MPI_Buffer_detach')
    call MPI_Send(sent, 1, MPI_INTEGER, MPI_PROC_NULL, 0, world, error)
    call MPI_Recv(got, 1, MPI_INTEGER, MPI_PROC_NULL, 0, world, status, error)
    call check(SOURCE_OF(status) == MPI_PROC_NULL, 'MPI_PROC_NULL')
  end subroutine

  ! Where buffer_addr is a C_PTR, and where it is not touched.
  subroutine detach(bytes, detached)
    use, intrinsic :: iso_c_binding, only : c_ptr, c_associated
    integer :: bytes
    integer(kind=MPI_ADDRESS_KIND) :: detached
#if FORM == 2008
    type(c_ptr) :: pointer
    call MPI_Buffer_detach(pointer, bytes, error)
    detached = 0
    call check(c_associated(pointer), 'the address of MPI_Buffer_detach')
#else
    call MPI_Buffer_detach(detached, bytes, error)
#endif
  end subroutine

  subroutine immediate()
    integer :: sent(3), got(3), index, outcount, indices(3), one
    logical :: flag
    HANDLE(Request) :: requests(6), single
    STATUSES(statuses, 6)
    STATUS(status)
    sent = [10, 20, 30] + my_rank
    do one = 1, 3
      call MPI_Irecv(got(one), 1, MPI_INTEGER, left, one, world, requests(one), error)
    end do
    call MPI_Isend(sent(1), 1, MPI_INTEGER, right, 1, world, requests(4), error)
    call MPI_Issend(sent(2), 1, MPI_INTEGER, right, 2, world, requests(5), error)
    call MPI_Isend(sent(3), 1, MPI_INTEGER, right, 3, world, requests(6), error)
    call MPI_Waitall(6, requests, statuses, error)
    call check(all(got == [10, 20, 30] + left), 'MPI_Waitall')
    call check(SOURCE_OF_ONE(statuses, 2) == left, 'its statuses')
    call MPI_Waitall(6, requests, MPI_STATUSES_IGNORE, error)
    call check(requests(6) == MPI_REQUEST_NULL, 'requests after MPI_Waitall')
    requests = MPI_REQUEST_NULL
    call MPI_Irecv(got(1), 1, MPI_INTEGER, left, 9, world, requests(2), error)
    call MPI_Send(sent(1), 1, MPI_INTEGER, right, 9, world, error)
    call MPI_Waitany(3, requests, index, status, error)
    call check((index == 2) .or. (is_mpich .and. FORM == 2008), 'the index of MPI_Waitany counts from one')
    call MPI_Waitany(3, requests, index, MPI_STATUS_IGNORE, error)
    call check(index == MPI_UNDEFINED .or. is_mpich, 'MPI_Waitany without requests')
    call MPI_Irecv(got(1), 1, MPI_INTEGER, left, 10, world, requests(3), error)
    call MPI_Send(sent(1), 1, MPI_INTEGER, right, 10, world, error)
    call MPI_Waitsome(3, requests, outcount, indices, MPI_STATUSES_IGNORE, error)
    call check((outcount == 1 .and. indices(1) == 3) .or. (is_mpich .and. FORM == 2008), 'MPI_Waitsome')
    call MPI_Irecv(got(1), 1, MPI_INTEGER, left, 11, world, requests(1), error)
    call MPI_Send(sent(1), 1, MPI_INTEGER, right, 11, world, error)
    flag = .false.
    do while (.not. flag)
      call MPI_Testany(3, requests, index, flag, status, error)
    end do
    call check((index == 1) .or. (is_mpich .and. FORM == 2008), 'MPI_Testany')
    call MPI_Irecv(got(1), 1, MPI_INTEGER, left, 12, world, requests(1), error)
    call MPI_Send(sent(1), 1, MPI_INTEGER, right, 12, world, error)
    outcount = 0
    do while (outcount == 0)
      call MPI_Testsome(3, requests, outcount, indices, statuses, error)
    end do
    call check((outcount == 1 .and. indices(1) == 1) .or. (is_mpich .and. FORM == 2008), 'MPI_Testsome')
    call MPI_Irecv(got(1), 1, MPI_INTEGER, left, 13, world, requests(1), error)
    call MPI_Send(sent(1), 1, MPI_INTEGER, right, 13, world, error)
    flag = .false.
    do while (.not. flag)
      call MPI_Testall(3, requests, flag, MPI_STATUSES_IGNORE, error)
    end do
    call MPI_Irecv(got(1), 1, MPI_INTEGER, left, 14, world, single, error)
    call MPI_Send(sent(1), 1, MPI_INTEGER, right, 14, world, error)
    flag = .false.
    do while (.not. flag)
      call MPI_Request_get_status(single, flag, MPI_STATUS_IGNORE, error)
    end do
    flag = .false.
    do while (.not. flag)
      call MPI_Test(single, flag, status, error)
    end do
    call check(got(1) == 10 + left, 'MPI_Test')
    call MPI_Irecv(got(1), 1, MPI_INTEGER, my_rank, 99, world, single, error)
    call MPI_Cancel(single, error)
    call MPI_Wait(single, status, error)
    call MPI_Test_cancelled(status, flag, error)
    call check(flag, 'MPI_Cancel and MPI_Test_cancelled')
    call MPI_Isend(sent, 1, MPI_INTEGER, MPI_PROC_NULL, 0, world, single, error)
    call MPI_Request_free(single, error)
    call check(single == MPI_REQUEST_NULL, 'MPI_Request_free')
  end subroutine

  subroutine persistent()
    integer :: sent, got, round
    HANDLE(Request) :: requests(2)
    call MPI_Recv_init(got, 1, MPI_INTEGER, left, 20, world, requests(1), error)
    call MPI_Send_init(sent, 1, MPI_INTEGER, right, 20, world, requests(2), error)
    do round = 1, 3
      sent = 100 * round + my_rank
      if (round < 3) then
        call MPI_Startall(2, requests, error)
      else
        call MPI_Start(requests(1), error)
        call MPI_Start(requests(2), error)
      end if
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
      call check(got == 100 * round + left, 'MPI_Start')
    end do
    call MPI_Request_free(requests(1), error)
    call MPI_Request_free(requests(2), error)
    call MPI_Ssend_init(sent, 1, MPI_INTEGER, MPI_PROC_NULL, 20, world, requests(1), error)
    call MPI_Request_free(requests(1), error)
    call MPI_Rsend_init(sent, 1, MPI_INTEGER, MPI_PROC_NULL, 20, world, requests(1), error)
    call MPI_Request_free(requests(1), error)
    call MPI_Bsend_init(sent, 1, MPI_INTEGER, MPI_PROC_NULL, 20, world, requests(1), error)
    call MPI_Request_free(requests(1), error)
  end subroutine

  subroutine probes()
    integer :: sent, got
    logical :: flag
    HANDLE(Message) :: message
    HANDLE(Request) :: request, received
    STATUS(status)
    sent = my_rank
    call MPI_Isend(sent, 1, MPI_INTEGER, right, 30, world, request, error)
    call MPI_Probe(left, 30, world, status, error)
    call check(SOURCE_OF(status) == left, 'MPI_Probe')
    flag = .false.
    do while (.not. flag)
      call MPI_Iprobe(left, 30, world, flag, status, error)
    end do
    call MPI_Mprobe(left, 30, world, message, status, error)
    call MPI_Mrecv(got, 1, MPI_INTEGER, message, status, error)
    call check(got == left .and. message == MPI_MESSAGE_NULL, 'MPI_Mrecv')
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call MPI_Isend(sent, 1, MPI_INTEGER, right, 31, world, request, error)
    flag = .false.
    do while (.not. flag)
      call MPI_Improbe(left, 31, world, flag, message, status, error)
    end do
    got = -1
    call MPI_Imrecv(got, 1, MPI_INTEGER, message, received, error)
    call MPI_Wait(received, MPI_STATUS_IGNORE, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(got == left, 'MPI_Imrecv')
  end subroutine

  subroutine datatypes()
    integer, KNOWN_BY_ADDRESS :: matrix(4, 4) ! changed by way of MPI_BOTTOM, as are the numbers
    integer :: got(4, 4), position, bytes, one, two, size_of
    integer(kind=MPI_ADDRESS_KIND) :: lower, extent, base, other, places(2)
    HANDLE(Datatype) :: row, block, both, part, resized, kinds(2), real_type
    character(len=256) :: packed
    double precision, KNOWN_BY_ADDRESS :: numbers(2)
    matrix = reshape([(one, one = 1, 16)], [4, 4])
    got = 0
    call MPI_Type_vector(4, 1, 4, MPI_INTEGER, row, error)
    call MPI_Type_commit(row, error)
    call MPI_Sendrecv(matrix(2, 1), 1, row, right, 40, got(3, 1), 1, row, left, 40, world, MPI_STATUS_IGNORE, error)
    call check(all(got(3, :) == matrix(2, :)) .and. sum(got) == sum(matrix(2, :)), 'MPI_Type_vector')
    call MPI_Type_size(row, size_of, error)
    call check(size_of == 16, 'MPI_Type_size')
    call MPI_Type_get_extent(row, lower, extent, error)
    call check(lower == 0 .and. extent == 52, 'MPI_Type_get_extent')
    call MPI_Type_get_true_extent(row, lower, extent, error)
    call check(lower == 0 .and. extent == 52, 'MPI_Type_get_true_extent')
    call MPI_Type_create_resized(row, 0_MPI_ADDRESS_KIND, 4_MPI_ADDRESS_KIND, resized, error)
    call MPI_Type_commit(resized, error)
    got = 0
    call MPI_Sendrecv(matrix, 16, MPI_INTEGER, right, 41, got, 4, resized, left, 41, world, MPI_STATUS_IGNORE, error)
    call check(all(got == transpose(matrix)), 'MPI_Type_create_resized')
    call MPI_Type_create_subarray(2, [4, 4], [2, 2], [1, 2], MPI_ORDER_FORTRAN, MPI_INTEGER, block, error)
    call MPI_Type_commit(block, error)
    got = 0
    call MPI_Sendrecv(matrix, 1, block, right, 42, got, 1, block, left, 42, world, MPI_STATUS_IGNORE, error)
    call check(all(got(2:3, 3:4) == matrix(2:3, 3:4)) .and. sum(got) == sum(matrix(2:3, 3:4)), &
               'MPI_Type_create_subarray')
    numbers = [1.5d0, 2.5d0]
    call MPI_Get_address(matrix, base, error)
    call MPI_Get_address(numbers, other, error)
#if FORM != 77
    call check(MPI_Aint_add(base, MPI_Aint_diff(other, base)) == other, 'MPI_Aint_diff')
#endif
    places = [base, other]
    kinds(1) = MPI_INTEGER
    kinds(2) = MPI_DOUBLE_PRECISION
    call MPI_Type_create_struct(2, [16, 2], places, kinds, both, error)
    call MPI_Type_commit(both, error)
#ifndef ORACLE
    position = 0
    call MPI_Pack_size(1, both, world, bytes, error)
    call check(bytes >= 80 .and. bytes <= 256, 'MPI_Pack_size')
    call MPI_Pack(MPI_BOTTOM, 1, both, packed, 256, position, world, error)
    matrix = 0
    numbers = 0
    two = position
    position = 0
    call MPI_Unpack(packed, two, position, MPI_BOTTOM, 1, both, world, error)
    call check(matrix(4, 4) == 16 .and. numbers(2) == 2.5d0, 'MPI_Pack and MPI_BOTTOM')
#endif
    places = 0
    call MPI_Pack_external('external32', matrix, 2, MPI_INTEGER, packed, 256_MPI_ADDRESS_KIND, places(1), error)
    call check(places(1) == 8 .and. ichar(packed(4:4)) == 1, 'MPI_Pack_external')
    call MPI_Pack_external_size('external32', 2, MPI_INTEGER, places(2), error)
    call check(places(2) == 8, 'MPI_Pack_external_size')
    places(2) = 0
    call MPI_Unpack_external('external32', packed, places(1), places(2), got, 2, MPI_INTEGER, error)
    call check(got(1, 1) == 1 .and. got(2, 1) == 2, 'MPI_Unpack_external')
    call MPI_Type_create_hvector(2, 1, 8_MPI_ADDRESS_KIND, MPI_INTEGER, part, error)
    call MPI_Type_free(part, error)
    call check(part == MPI_DATATYPE_NULL, 'MPI_Type_free')
    call MPI_Type_indexed(2, [1, 1], [0, 2], MPI_INTEGER, part, error)
    call MPI_Type_free(part, error)
    call MPI_Type_create_hindexed(2, [1, 1], [0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND], MPI_INTEGER, part, error)
    call MPI_Type_free(part, error)
    call MPI_Type_create_indexed_block(2, 1, [0, 2], MPI_INTEGER, part, error)
    call MPI_Type_free(part, error)
    call MPI_Type_create_hindexed_block(2, 1, [0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND], MPI_INTEGER, part, error)
    call MPI_Type_free(part, error)
    call MPI_Type_create_darray(4, 1, 1, [8], [MPI_DISTRIBUTE_BLOCK], [MPI_DISTRIBUTE_DFLT_DARG], [4], &
                                MPI_ORDER_FORTRAN, MPI_INTEGER, part, error)
    call MPI_Type_size(part, size_of, error)
    call check(size_of == 8, 'MPI_Type_create_darray')
    call MPI_Type_free(part, error)
    call MPI_Type_create_f90_real(6, MPI_UNDEFINED, real_type, error)
    call MPI_Type_size(real_type, size_of, error)
    call check(size_of == 4, 'MPI_Type_create_f90_real')
    call MPI_Type_create_f90_integer(9, real_type, error)
    call MPI_Type_create_f90_complex(15, MPI_UNDEFINED, real_type, error)
    call MPI_Type_size(real_type, size_of, error)
    call check(size_of == 16, 'MPI_Type_create_f90_complex')
    call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, real_type, error)
    call MPI_Type_size(real_type, size_of, error)
    call check(size_of == 8, 'MPI_Type_match_size')
#if FORM != 77
    call MPI_Sizeof(numbers, size_of, error)
    call check(size_of == 8, 'MPI_Sizeof')
#endif
    call MPI_Type_free(row, error)
    call MPI_Type_free(block, error)
    call MPI_Type_free(both, error)
    call MPI_Type_free(resized, error)
  end subroutine

  subroutine contents()
    integer :: integers, addresses, datatypes, combiner, values(4)
    integer(kind=MPI_ADDRESS_KIND) :: places(1)
    HANDLE(Datatype) :: type, copy, inner(1)
    character(len=MPI_MAX_OBJECT_NAME) :: name
    integer :: length
    call MPI_Type_contiguous(3, MPI_REAL, type, error)
    call MPI_Type_dup(type, copy, error)
    call MPI_Type_get_envelope(type, integers, addresses, datatypes, combiner, error)
    call check(integers == 1 .and. addresses == 0 .and. datatypes == 1 .and. combiner == MPI_COMBINER_CONTIGUOUS, &
               'MPI_Type_get_envelope')
    call MPI_Type_get_contents(type, 1, 0, 1, values, places, inner, error)
    call check(values(1) == 3 .and. inner(1) == MPI_REAL, 'MPI_Type_get_contents')
    call MPI_Type_set_name(type, 'three reals  ', error)
    call MPI_Type_get_name(type, name, length, error)
    call check(name == 'three reals' .and. length == 11, 'MPI_Type_get_name')
    call MPI_Type_free(type, error)
    call MPI_Type_free(copy, error)
  end subroutine

  subroutine collectives()
    integer :: number, numbers(2), result(2), pair(2), best(2)
    external :: add_numbers
    logical :: commutes, all_true
    HANDLE(Op) :: op
    number = my_rank
    call MPI_Bcast(number, 1, MPI_INTEGER, 0, world, error)
    call check(number == 0, 'MPI_Bcast')
    numbers = [my_rank, 1]
    call MPI_Reduce(numbers, result, 2, MPI_INTEGER, MPI_SUM, 0, world, error)
    call check(my_rank /= 0 .or. result(2) == size, 'MPI_Reduce')
    call MPI_Allreduce(numbers, result, 2, MPI_INTEGER, MPI_MAX, world, error)
    call check(result(1) == size - 1 .and. result(2) == 1, 'MPI_Allreduce')
    result = numbers
    call MPI_Allreduce(MPI_IN_PLACE, result, 2, MPI_INTEGER, MPI_SUM, world, error)
    call check(result(2) == size, 'MPI_IN_PLACE')
    call MPI_Scan(numbers, result, 2, MPI_INTEGER, MPI_SUM, world, error)
    call check(result(2) == my_rank + 1, 'MPI_Scan')
    result = 0
    call MPI_Exscan(numbers, result, 2, MPI_INTEGER, MPI_SUM, world, error)
    call check(my_rank == 0 .or. result(2) == my_rank, 'MPI_Exscan')
    pair = [mod(my_rank * 3, 7), my_rank]
    call MPI_Allreduce(pair, best, 1, MPI_2INTEGER, MPI_MINLOC, world, error)
    call check(best(1) == 0 .and. best(2) == 0, 'MPI_MINLOC')
    call MPI_Allreduce(my_rank >= 0, all_true, 1, MPI_LOGICAL, MPI_LAND, world, error)
    call check(all_true, 'MPI_LOGICAL')
#if FORM == 2008
    call MPI_Op_create(add_typed, .true., op, error)
#else
    call MPI_Op_create(add_numbers, .true., op, error)
#endif
    call MPI_Op_commutative(op, commutes, error)
    call check(commutes, 'MPI_Op_commutative')
    call MPI_Allreduce(numbers, result, 2, MPI_INTEGER, op, world, error)
    call check(result(2) == size, 'an operation of the program')
    result = 5
    call MPI_Reduce_local(numbers, result, 2, MPI_INTEGER, op, error)
    call check(result(2) == 6, 'MPI_Reduce_local')
    call MPI_Op_free(op, error)
    call check(op == MPI_OP_NULL, 'MPI_Op_free')
  end subroutine

#if FORM == 2008
  subroutine add_typed(from, into, length, type)
    use, intrinsic :: iso_c_binding, only : c_ptr, c_f_pointer
    type(c_ptr), value :: from, into
    integer :: length
    type(MPI_Datatype) :: type
    integer, pointer :: a(:), b(:)
    call c_f_pointer(from, a, [length])
    call c_f_pointer(into, b, [length])
    b = a + b
    if (type /= MPI_INTEGER) b = -1
  end subroutine
#endif

  subroutine blocks()
    integer :: sent(2 * size), got(2 * size), one, counts(size), places(size)
    HANDLE(Datatype) :: types(size)
    sent = [(100 * my_rank + one, one = 1, 2 * size)]
    counts = 2
    places = [(2 * one - 2, one = 1, size)]
    types = MPI_INTEGER
    call MPI_Gather(my_rank, 1, MPI_INTEGER, got, 1, MPI_INTEGER, 0, world, error)
    call check(my_rank /= 0 .or. all(got(1:size) == [(one, one = 0, size - 1)]), 'MPI_Gather')
    call MPI_Gatherv(sent, 2, MPI_INTEGER, got, counts, places, MPI_INTEGER, 0, world, error)
    call check(my_rank /= 0 .or. got(2 * size) == 100 * (size - 1) + 2, 'MPI_Gatherv')
    call MPI_Scatter(sent, 2, MPI_INTEGER, got, 2, MPI_INTEGER, 0, world, error)
    call check(got(2) == 2 * my_rank + 2, 'MPI_Scatter')
    call MPI_Scatterv(sent, counts, places, MPI_INTEGER, got, 2, MPI_INTEGER, 0, world, error)
    call check(got(2) == 2 * my_rank + 2, 'MPI_Scatterv')
    call MPI_Allgather(sent, 2, MPI_INTEGER, got, 2, MPI_INTEGER, world, error)
    call check(got(2 * size) == 100 * (size - 1) + 2, 'MPI_Allgather')
    call MPI_Allgatherv(sent, 2, MPI_INTEGER, got, counts, places, MPI_INTEGER, world, error)
    call check(got(2 * size) == 100 * (size - 1) + 2, 'MPI_Allgatherv')
    call MPI_Alltoall(sent, 2, MPI_INTEGER, got, 2, MPI_INTEGER, world, error)
    call check(got(2 * size) == 100 * (size - 1) + 2 * my_rank + 2, 'MPI_Alltoall')
    call MPI_Alltoallv(sent, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, world, error)
    call check(got(2 * size) == 100 * (size - 1) + 2 * my_rank + 2, 'MPI_Alltoallv')
    got = 0
    call MPI_Alltoallw(sent, counts, 4 * places, types, got, counts, 4 * places, types, world, error)
    call check(got(2 * size) == 100 * (size - 1) + 2 * my_rank + 2, 'MPI_Alltoallw')
    call MPI_Reduce_scatter_block(sent, got, 2, MPI_INTEGER, MPI_MAX, world, error)
    call check(got(2) == 100 * (size - 1) + 2 * my_rank + 2, 'MPI_Reduce_scatter_block')
    call MPI_Reduce_scatter(sent, got, counts, MPI_INTEGER, MPI_MAX, world, error)
    call check(got(2) == 100 * (size - 1) + 2 * my_rank + 2, 'MPI_Reduce_scatter')
  end subroutine

  subroutine immediate_collectives()
    integer :: sent(2 * size), got(2 * size), one, counts(size), places(size)
    HANDLE(Request) :: request
    HANDLE(Datatype) :: types(size)
    sent = [(100 * my_rank + one, one = 1, 2 * size)]
    counts = 2
    places = [(8 * one - 8, one = 1, size)]
    types = MPI_INTEGER
    call MPI_Ibarrier(world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    one = my_rank + 7
    call MPI_Ibcast(one, 1, MPI_INTEGER, 0, world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(one == 7, 'MPI_Ibcast')
    call MPI_Iallreduce(sent, got, 2, MPI_INTEGER, MPI_MAX, world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(got(2) == 100 * (size - 1) + 2, 'MPI_Iallreduce')
    call MPI_Ialltoallw(sent, counts, places, types, got, counts, places, types, world, request, error)
    types = MPI_DATATYPE_NULL
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(got(2 * size) == 100 * (size - 1) + 2 * my_rank + 2, 'MPI_Ialltoallw')
    one = my_rank
    call MPI_Igather(one, 1, MPI_INTEGER, got, 1, MPI_INTEGER, 0, world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call MPI_Iscatter(sent, 2, MPI_INTEGER, got, 2, MPI_INTEGER, 0, world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(got(2) == 2 * my_rank + 2, 'MPI_Iscatter')
    call MPI_Iallgather(sent, 2, MPI_INTEGER, got, 2, MPI_INTEGER, world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(got(2 * size) == 100 * (size - 1) + 2, 'MPI_Iallgather')
    call MPI_Ialltoall(sent, 2, MPI_INTEGER, got, 2, MPI_INTEGER, world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(got(2 * size) == 100 * (size - 1) + 2 * my_rank + 2, 'MPI_Ialltoall')
    call MPI_Ireduce(sent, got, 2, MPI_INTEGER, MPI_MAX, 0, world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call MPI_Iscan(sent, got, 2, MPI_INTEGER, MPI_MAX, world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(got(2) == 100 * my_rank + 2, 'MPI_Iscan')
    call MPI_Iexscan(sent, got, 2, MPI_INTEGER, MPI_MAX, world, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  end subroutine
end subroutine
