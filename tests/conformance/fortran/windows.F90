! Windows and files (MPI-5.0 chapters 12 and 14): every function with right arguments.
#include "forms.h"
subroutine SUB()
  use checks
  use, intrinsic :: iso_c_binding, only : c_ptr, c_f_pointer
  USE_MPI
  implicit none
#ifdef MPIF
  include 'mpif.h'
#endif
  HANDLE(Comm) :: world
  integer :: error, size, right, left
  integer, parameter :: address = MPI_ADDRESS_KIND
  world = MPI_COMM_WORLD
  call MPI_Comm_size(world, size, error)
  left = mod(my_rank + size - 1, size)
  right = mod(my_rank + 1, size)
  call memory()
  call created()
  call allocated()
  call locked()
  call files()
contains

  subroutine memory()
#if FORM == 77
    integer(kind=MPI_ADDRESS_KIND) :: base
    integer :: anything(1)
    call MPI_Alloc_mem(80_address, MPI_INFO_NULL, base, error)
    call check(base /= 0, 'MPI_Alloc_mem')
    anything = 0
#else
    type(c_ptr) :: base
    integer, pointer :: numbers(:)
    call MPI_Alloc_mem(80_address, MPI_INFO_NULL, base, error)
    call c_f_pointer(base, numbers, [20])
    numbers = 3
    call check(sum(numbers) == 60, 'MPI_Alloc_mem')
    call MPI_Free_mem(numbers, error)
#endif
  end subroutine

  subroutine created()
    integer, KEPT_BY_MPI :: window_memory(8)
    integer :: sent(2), got(2), compared, value
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    logical :: flag
    character(len=MPI_MAX_OBJECT_NAME) :: name
    HANDLE(Win) :: win
    HANDLE(Group) :: group
    window_memory = my_rank
    call MPI_Win_create(window_memory, 32_address, 4, MPI_INFO_NULL, world, win, error)
    call MPI_Win_set_name(win, 'numbers', error)
    call MPI_Win_get_name(win, name, value, error)
    call check(name == 'numbers' .and. value == 7, 'MPI_Win_get_name')
    call MPI_Win_get_attr(win, MPI_WIN_SIZE, bytes, flag, error)
    call check(flag .and. bytes == 32, 'MPI_WIN_SIZE')
    call MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, bytes, flag, error)
    call check(flag .and. bytes == 4, 'MPI_WIN_DISP_UNIT')
    call MPI_Win_get_group(win, group, error)
    call MPI_Group_free(group, error)
    sent = [my_rank + 100, my_rank + 200]
    call MPI_Win_fence(0, win, error)
    call MPI_Put(sent, 2, MPI_INTEGER, right, 2_address, 2, MPI_INTEGER, win, error)
    call MPI_Win_fence(0, win, error)
    call check(all(window_memory(3:4) == [left + 100, left + 200]), 'MPI_Put')
    call MPI_Get(got, 2, MPI_INTEGER, right, 2_address, 2, MPI_INTEGER, win, error)
    call MPI_Win_fence(0, win, error)
    call check(all(got == sent), 'MPI_Get')
    call MPI_Accumulate(sent, 1, MPI_INTEGER, right, 4_address, 1, MPI_INTEGER, MPI_SUM, win, error)
    call MPI_Win_fence(0, win, error)
    call check(window_memory(5) == my_rank + left + 100, 'MPI_Accumulate')
    call MPI_Get_accumulate(sent, 1, MPI_INTEGER, got, 1, MPI_INTEGER, right, 5_address, 1, MPI_INTEGER, &
                            MPI_REPLACE, win, error)
    call MPI_Win_fence(0, win, error)
    call check(got(1) == right .and. window_memory(6) == left + 100, 'MPI_Get_accumulate')
    call MPI_Fetch_and_op(1, got, MPI_INTEGER, right, 6_address, MPI_SUM, win, error)
    call MPI_Win_fence(0, win, error)
    call check(got(1) == right .and. window_memory(7) == my_rank + 1, 'MPI_Fetch_and_op')
    compared = right
    value = 77
    call MPI_Compare_and_swap(value, compared, got, MPI_INTEGER, right, 7_address, win, error)
    call MPI_Win_fence(0, win, error)
    call check(got(1) == right .and. window_memory(8) == 77, 'MPI_Compare_and_swap')
    call MPI_Win_free(win, error)
    call check(win == MPI_WIN_NULL, 'MPI_Win_free')
  end subroutine

  subroutine allocated()
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    integer :: unit
    HANDLE(Win) :: win
#if FORM != 77
    type(c_ptr) :: base, theirs
    integer, pointer :: numbers(:)
    HANDLE(Comm) :: together
    integer :: there, next, ranks
    call MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, together, error)
    call MPI_Comm_rank(together, there, error)
    call MPI_Comm_size(together, ranks, error)
    next = mod(there + 1, ranks)
    call MPI_Win_allocate_shared(16_address, 4, MPI_INFO_NULL, together, base, win, error)
    call c_f_pointer(base, numbers, [4])
    call MPI_Win_lock_all(0, win, error)
    numbers = there
    call MPI_Win_sync(win, error)
    call MPI_Barrier(together, error)
    call MPI_Win_shared_query(win, next, bytes, unit, theirs, error)
    call c_f_pointer(theirs, numbers, [4])
    call check(all(numbers == next) .and. bytes == 16 .and. unit == 4, 'MPI_Win_shared_query')
    call MPI_Barrier(together, error)
    call MPI_Win_unlock_all(win, error)
    call MPI_Win_free(win, error)
    call MPI_Comm_free(together, error)
#else
    integer(kind=MPI_ADDRESS_KIND) :: base
    call MPI_Win_allocate(16_address, 4, MPI_INFO_NULL, world, base, win, error)
    call check(base /= 0, 'MPI_Win_allocate')
    call MPI_Win_free(win, error)
    bytes = 0
    unit = 0
#endif
  end subroutine

  subroutine locked()
    integer, KEPT_BY_MPI :: memory_of_window(2), sent, got
    HANDLE(Win) :: win
    HANDLE(Request) :: request
    memory_of_window = my_rank
    sent = my_rank + 1000
    call MPI_Win_create(memory_of_window, 8_address, 4, MPI_INFO_NULL, world, win, error)
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win, error)
    call MPI_Rput(sent, 1, MPI_INTEGER, right, 1_address, 1, MPI_INTEGER, win, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call MPI_Win_flush(right, win, error)
    call MPI_Win_unlock(right, win, error)
    call MPI_Barrier(world, error)
    call MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win, error)
    call MPI_Rget(got, 1, MPI_INTEGER, right, 1_address, 1, MPI_INTEGER, win, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call MPI_Win_unlock(right, win, error)
    ! MPICH 4.0's mpi_f08 gets another value.
#if !defined(ORACLE) || FORM != 2008
    call check(got == my_rank + 1000, 'MPI_Rput and MPI_Rget')
#endif
    call MPI_Win_free(win, error)
  end subroutine

  subroutine files()
    character(len=64) :: name, representation
    integer :: numbers(4), got(4), amode, count
    integer(kind=MPI_OFFSET_KIND) :: offset, bytes
    HANDLE(File) :: file
    HANDLE(Request) :: request
    HANDLE(Datatype) :: etype, filetype
    HANDLE(Info) :: info
    HANDLE(Group) :: group
    logical :: flag
    STATUS(status)
    write (name, '(a,i0)') 'fortran_file_', size
    numbers = [1, 2, 3, 4] + 10 * my_rank
    call MPI_File_open(world, name, ior(MPI_MODE_CREATE, MPI_MODE_RDWR), MPI_INFO_NULL, file, error)
    call check(error == MPI_SUCCESS, 'MPI_File_open')
    call MPI_File_set_size(file, 0_MPI_OFFSET_KIND, error)
    offset = 16 * my_rank
    call MPI_File_write_at_all(file, offset, numbers, 4, MPI_INTEGER, status, error)
    call MPI_Get_count(status, MPI_INTEGER, count, error)
    call check(count == 4, 'MPI_File_write_at_all')
    call MPI_File_sync(file, error)
    call MPI_Barrier(world, error)
    call MPI_File_get_size(file, bytes, error)
    call check(bytes == 16 * size, 'MPI_File_get_size')
    call MPI_File_read_at(file, int(16 * right, MPI_OFFSET_KIND), got, 4, MPI_INTEGER, status, error)
    call check(all(got == [1, 2, 3, 4] + 10 * right), 'MPI_File_read_at')
    call MPI_File_set_view(file, offset, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, error)
    call MPI_File_get_view(file, offset, etype, filetype, representation, error)
    call check(offset == 16 * my_rank .and. etype == MPI_INTEGER .and. representation == 'native', &
               'MPI_File_get_view')
    call MPI_File_read_all(file, got, 4, MPI_INTEGER, status, error)
    call check(all(got == numbers), 'MPI_File_read_all')
    call MPI_File_seek(file, 1_MPI_OFFSET_KIND, MPI_SEEK_SET, error)
    call MPI_File_iread(file, got, 1, MPI_INTEGER, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call check(got(1) == numbers(2), 'MPI_File_iread')
    call MPI_File_get_position(file, offset, error)
    call check(offset == 2, 'MPI_File_get_position')
    call MPI_File_get_amode(file, amode, error)
    call check(amode == ior(MPI_MODE_CREATE, MPI_MODE_RDWR), 'MPI_File_get_amode')
    call MPI_File_get_info(file, info, error)
    call MPI_Info_free(info, error)
    call MPI_File_get_group(file, group, error)
    call MPI_Group_free(group, error)
    call MPI_File_set_atomicity(file, .true., error)
    call MPI_File_get_atomicity(file, flag, error)
    call check(flag, 'MPI_File_get_atomicity')
    call MPI_File_read_at_all_begin(file, 0_MPI_OFFSET_KIND, got, 4, MPI_INTEGER, error)
    call MPI_File_read_at_all_end(file, got, status, error)
    call check(all(got == numbers), 'MPI_File_read_at_all_end')
    call MPI_File_close(file, error)
    call check(file == MPI_FILE_NULL, 'MPI_File_close')
    if (my_rank == 0) call MPI_File_delete(name, MPI_INFO_NULL, error)
    call MPI_Barrier(world, error)
  end subroutine
end subroutine
