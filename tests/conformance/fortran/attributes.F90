! Attributes that one language sets and the other reads (MPI-5.0 section 19.3.7), also by the procedures of MPI-1. C's
! functions are called by their names.
subroutine attributes_between()
  use, intrinsic :: iso_c_binding
  use checks
  use mpi
  implicit none
  interface
    function comm_in_c(comm) bind(C, name='MPI_Comm_f2c')
      import :: c_ptr, c_int
      integer(c_int), value :: comm
      type(c_ptr) :: comm_in_c
    end function
    function get_in_c(comm, keyval, value, flag) bind(C, name='MPI_Comm_get_attr')
      import :: c_ptr, c_int
      type(c_ptr), value :: comm
      integer(c_int), value :: keyval
      type(c_ptr) :: value
      integer(c_int) :: flag, get_in_c
    end function
    function set_in_c(comm, keyval, value) bind(C, name='MPI_Comm_set_attr')
      import :: c_ptr, c_int
      type(c_ptr), value :: comm, value
      integer(c_int), value :: keyval
      integer(c_int) :: set_in_c
    end function
  end interface
  integer(kind=MPI_ADDRESS_KIND), parameter :: long = 4294967296_MPI_ADDRESS_KIND * 3 + 7
  integer, target :: number = 5
  integer :: key, old_key, copied, error
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND, error)
  call MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, old_key, 0, error)

  call MPI_Comm_set_attr(MPI_COMM_SELF, key, long, error)
  call check(address_in(MPI_COMM_SELF, key) == long, 'MPI_Comm_set_attr, read in C')
  call check(read_in(MPI_COMM_SELF, key) == long, 'MPI_Comm_set_attr, MPI_Comm_get_attr')
  call check(read_default(MPI_COMM_SELF, key) == 7, 'MPI_Comm_set_attr, MPI_Attr_get')

  call MPI_Attr_put(MPI_COMM_SELF, old_key, -9, error)
  call check(integer_in(MPI_COMM_SELF, old_key) == -9, 'MPI_Attr_put, read in C')
  call check(read_in(MPI_COMM_SELF, old_key) == -9, 'MPI_Attr_put, MPI_Comm_get_attr')
  call check(read_default(MPI_COMM_SELF, old_key) == -9, 'MPI_Attr_put, MPI_Attr_get')

  call MPI_Comm_dup(MPI_COMM_SELF, copied, error)
  call check(address_in(copied, key) == long .and. integer_in(copied, old_key) == -9, 'duplicates, read in C')
  call MPI_Comm_set_attr(MPI_COMM_SELF, key, 1_MPI_ADDRESS_KIND, error)
  call check(read_in(copied, key) == long .and. read_in(copied, old_key) == -9, 'duplicates')
  call MPI_Comm_free(copied, error)

  error = set_in_c(comm_in_c(MPI_COMM_SELF), key, c_loc(number))
  call check(c_associated(pointer_in(MPI_COMM_SELF, key), c_loc(number)), 'an address of C')
  call check(read_in(MPI_COMM_SELF, key) == transfer(c_loc(number), long), 'an address of C, MPI_Comm_get_attr')
  call check(read_default(MPI_COMM_SELF, key) == int(iand(transfer(c_loc(number), long), 2147483647_8)) .or. &
             read_default(MPI_COMM_SELF, key) < 0, 'an address of C, MPI_Attr_get')
  call MPI_Comm_dup(MPI_COMM_SELF, copied, error)
  call check(c_associated(pointer_in(copied, key), c_loc(number)), 'a duplicate of an address of C')
  call MPI_Comm_free(copied, error)
  call MPI_Comm_delete_attr(MPI_COMM_SELF, key, error)
  call MPI_Comm_delete_attr(MPI_COMM_SELF, old_key, error)
  call MPI_Comm_free_keyval(key, error)
  call MPI_Comm_free_keyval(old_key, error)
contains
  function pointer_in(comm, keyval) result(found)
    integer, intent(in) :: comm, keyval
    type(c_ptr) :: found
    integer(c_int) :: flag
    found = c_null_ptr
    error = get_in_c(comm_in_c(comm), keyval, found, flag)
    call check(flag == 1, 'an attribute in C')
  end function

  ! What a C program reads as *(MPI_Aint*)attribute, and as *(int*)attribute.
  integer(kind=MPI_ADDRESS_KIND) function address_in(comm, keyval)
    integer, intent(in) :: comm, keyval
    integer(kind=MPI_ADDRESS_KIND), pointer :: value
    call c_f_pointer(pointer_in(comm, keyval), value)
    address_in = value
  end function

  integer function integer_in(comm, keyval)
    integer, intent(in) :: comm, keyval
    integer, pointer :: value
    call c_f_pointer(pointer_in(comm, keyval), value)
    integer_in = value
  end function

  integer(kind=MPI_ADDRESS_KIND) function read_in(comm, keyval)
    integer, intent(in) :: comm, keyval
    logical :: flag
    call MPI_Comm_get_attr(comm, keyval, read_in, flag, error)
    call check(flag, 'MPI_Comm_get_attr')
  end function

  integer function read_default(comm, keyval)
    integer, intent(in) :: comm, keyval
    logical :: flag
    call MPI_Attr_get(comm, keyval, read_default, flag, error)
    call check(flag, 'MPI_Attr_get')
  end function
end subroutine
