! What calls of MPI's functions work on: objects that are made once, messages and requests that are made for a call,
! callbacks, and values that no call leaves behind.
#include "forms.h"
#if FORM == 2008
#define NUMBERS(name) type(c_ptr), value :: name
#else
#define NUMBERS(name) integer :: name(*)
#endif
module surroundings
  use checks
  use, intrinsic :: iso_c_binding, only : c_ptr, c_f_pointer, c_associated, c_null_ptr, c_int
  USE_MPI
  implicit none
#ifdef MPIF
  include 'mpif.h'
#endif
  integer, parameter :: address = MPI_ADDRESS_KIND, spoilt = -77777
  integer(address), parameter :: extra = 4711
  integer :: my_size, left, right, error, functions = 0, called_back = 0
  HANDLE(Comm) :: the_comm, the_cart, the_graph, the_near_graph, the_inter
  HANDLE(Group) :: the_group, the_session_group, the_self_group
  HANDLE(Session) :: the_session
  HANDLE(Info) :: the_info
  HANDLE(Win) :: the_win, the_dynamic_win
  HANDLE(File) :: the_file
  HANDLE(Datatype) :: the_type
  HANDLE(Request) :: pending
  integer :: the_comm_key, the_type_key, the_win_key
  integer, KEPT_BY_MPI :: window_memory(64), sent(256), got(256)
  character(len=8192), target :: room
  character(len=256) :: my_path
  integer, pointer, contiguous :: allocated_memory(:)

  interface spoil
    module procedure spoil_integer, spoil_wide, spoil_logical, spoil_logicals, spoil_double
    module procedure spoil_text, spoil_pointer
#if FORM != 77
    module procedure spoil_status
#endif
  end interface
  interface changed
    module procedure changed_integer, changed_wide, changed_logical, changed_double, changed_text, changed_pointer
#if FORM != 77
    module procedure changed_status
#endif
  end interface
  interface free_memory
    module procedure free_pointer, free_address
  end interface
  interface
    integer(c_int) function socketpair(domain, kind, protocol, ends) bind(c)
      import :: c_int
      integer(c_int), value :: domain, kind, protocol
      integer(c_int) :: ends(2)
    end function
  end interface
contains

  subroutine make_surroundings()
    integer :: one
    call MPI_Comm_dup(MPI_COMM_WORLD, the_comm, error)
    call MPI_Comm_set_errhandler(the_comm, MPI_ERRORS_RETURN, error)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
    call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, error)
    call MPI_Comm_size(the_comm, my_size, error)
    left = mod(my_rank + my_size - 1, my_size)
    right = mod(my_rank + 1, my_size)
    sent = numbers_of(my_rank)
    call MPI_Comm_group(the_comm, the_group, error)
    call MPI_Info_create(the_info, error)
    call MPI_Info_set(the_info, 'key', 'value', error)
    call MPI_Type_dup(MPI_INTEGER, the_type, error)
    call MPI_Cart_create(the_comm, 1, [my_size], [.true.], .false., the_cart, error)
    call MPI_Graph_create(the_comm, my_size, [(one, one = 1, my_size)], [(mod(one, my_size), one = 1, my_size)], &
                          .false., the_graph, error)
    call MPI_Dist_graph_create_adjacent(the_comm, 1, [left], [2], 1, [right], [3], MPI_INFO_NULL, .false., &
                                        the_near_graph, error)
    if (my_size == 2) call MPI_Intercomm_create(MPI_COMM_SELF, 0, the_comm, right, 5, the_inter, error)
    window_memory = numbers_of(my_rank, 64)
    call MPI_Win_create(window_memory, 256_address, 4, MPI_INFO_NULL, the_comm, the_win, error)
    call MPI_Win_set_errhandler(the_win, MPI_ERRORS_RETURN, error)
    call MPI_Win_create_dynamic(MPI_INFO_NULL, the_comm, the_dynamic_win, error)
    call MPI_File_open(the_comm, name_of_file(1), ior(MPI_MODE_CREATE, MPI_MODE_RDWR), MPI_INFO_NULL, the_file, error)
    call MPI_File_write_at_all(the_file, 0_MPI_OFFSET_KIND, sent, 256, MPI_INTEGER, MPI_STATUS_IGNORE, error)
    call MPI_Comm_create_keyval(my_comm_copy_attr_function, my_comm_delete_attr_function, the_comm_key, extra, error)
    call MPI_Type_create_keyval(my_type_copy_attr_function, my_type_delete_attr_function, the_type_key, extra, error)
    call MPI_Win_create_keyval(my_win_copy_attr_function, my_win_delete_attr_function, the_win_key, extra, error)
    call MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, the_session, error)
    call MPI_Group_from_session_pset(the_session, 'mpi://WORLD', the_session_group, error)
    call MPI_Group_from_session_pset(the_session, 'mpi://SELF', the_self_group, error)
    call expect_success('surroundings')
  end subroutine

  subroutine free_surroundings()
    call MPI_Group_free(the_session_group, error)
    call MPI_Group_free(the_self_group, error)
    call MPI_Session_finalize(the_session, error)
    call MPI_Win_free_keyval(the_win_key, error)
    call MPI_Type_free_keyval(the_type_key, error)
    call MPI_Comm_free_keyval(the_comm_key, error)
    call MPI_File_close(the_file, error)
    call MPI_Win_free(the_dynamic_win, error)
    call MPI_Win_free(the_win, error)
    if (my_size == 2) call MPI_Comm_free(the_inter, error)
    call MPI_Comm_free(the_near_graph, error)
    call MPI_Comm_free(the_graph, error)
    call MPI_Comm_free(the_cart, error)
    call MPI_Type_free(the_type, error)
    call MPI_Info_free(the_info, error)
    call MPI_Group_free(the_group, error)
    if (my_rank == 0) call MPI_File_delete(name_of_file(1), MPI_INFO_NULL, error)
    call MPI_Comm_free(the_comm, error)
    call expect_success('the end')
    ! What is recognized by its address is not written.
    call check(all(transfer(MPI_STATUS_IGNORE, [0]) == 0), 'MPI_STATUS_IGNORE')
    call check(all(transfer(MPI_STATUSES_IGNORE, [0]) == 0), 'MPI_STATUSES_IGNORE')
    call check(MPI_ERRCODES_IGNORE(1) == 0, 'MPI_ERRCODES_IGNORE')
  end subroutine

  subroutine count_function()
    functions = functions + 1
  end subroutine

  subroutine expect_success(what)
    character(len=*), intent(in) :: what
    call expect_error(MPI_SUCCESS, what)
  end subroutine

  subroutine expect_error(expected, what)
    integer, intent(in) :: expected
    character(len=*), intent(in) :: what
    character(len=MPI_MAX_ERROR_STRING) :: text
    integer :: class, length, other
    text = 'not set'
    class = error
    if (error /= spoilt) then
      call MPI_Error_class(error, class, other)
      call MPI_Error_string(error, text, length, other)
    end if
    call check(class == expected, what//': ierror: '//trim(text))
  end subroutine

  ! The numbers that a rank sends.
  pure function numbers_of(rank, many) result(numbers)
    integer, intent(in) :: rank
    integer, intent(in), optional :: many
    integer, allocatable :: numbers(:)
    integer :: one, count
    count = 256
    if (present(many)) count = many
    numbers = [(1000 * (rank + 1) + one, one = 1, count)]
  end function

  character(len=64) function name_of_file(which)
    integer, intent(in) :: which
    write (name_of_file, '(a,i0,a,i0)') 'calls_', which, '_of_', my_size
  end function

  character(len=64) function own_file()
    write (own_file, '(a,i0,a,i0)') 'calls_own_', my_rank, '_of_', my_size
  end function

  character(len=64) function name_of_service()
    write (name_of_service, '(a,i0,a,i0)') 'service ', FORM, ' of ', my_rank
  end function

  ! A name that no data representation has yet.
  character(len=32) function new_representation()
    integer, save :: made = 0
    made = made + 1
    write (new_representation, '(a,i0)') 'representation ', made
  end function

  ! From the left, into got.
  subroutine expect_message()
    got = spoilt
    call MPI_Irecv(got, 4, MPI_INTEGER, left, 7, the_comm, pending, error)
    call MPI_Barrier(the_comm, error) ! a ready send needs the receive
  end subroutine

  subroutine check_message(what)
    character(len=*), intent(in) :: what
    call complete(pending)
    call check(got(1) == 1000 * (left + 1) + 1 .and. got(4) == 1000 * (left + 1) + 4, what//': the message')
  end subroutine

  subroutine send_message()
    call MPI_Isend(sent, 4, MPI_INTEGER, right, 7, the_comm, pending, error)
  end subroutine

  ! It has been sent, and can be received at once.
  subroutine await_message()
    call send_message()
    call MPI_Probe(left, 7, the_comm, MPI_STATUS_IGNORE, error)
  end subroutine

  subroutine take_message()
    call MPI_Recv(got, 4, MPI_INTEGER, left, 7, the_comm, MPI_STATUS_IGNORE, error)
    call complete(pending)
  end subroutine

  function message_status() result(status)
    STATUS(status)
    call MPI_Sendrecv(sent, 4, MPI_INTEGER, right, 7, got, 4, MPI_INTEGER, left, 7, the_comm, status, error)
  end function

#if FORM == 2008
  function status_of_f90() result(status)
    integer :: status(MPI_STATUS_SIZE)
    call MPI_Status_f082f(message_status(), status, error)
  end function
#else
  function status_of_f90() result(status)
    integer :: status(MPI_STATUS_SIZE)
    status = message_status()
  end function
#endif
  ! mpif.h has no type for it (MPI-5.0 section 19.3.5).
#if FORM != 77
  function status_of_f08() result(status)
    type(MPI_Status) :: status
    status%MPI_SOURCE = left
    status%MPI_TAG = 7
  end function
#endif

  subroutine complete(request)
    HANDLE(Request) :: request
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call expect_success('MPI_Wait')
  end subroutine

  subroutine run_and_free(request)
    HANDLE(Request) :: request
    call MPI_Start(request, error)
    call expect_success('MPI_Start')
    call complete(request)
    call MPI_Request_free(request, error)
    call expect_success('MPI_Request_free')
  end subroutine

  ! A receive that has got its message, and which no call has completed.
  subroutine make_ready(request)
    HANDLE(Request) :: request
    logical :: is_complete
    call MPI_Irecv(got, 4, MPI_INTEGER, left, 8, the_comm, request, error)
    call MPI_Send(sent, 4, MPI_INTEGER, right, 8, the_comm, error)
    is_complete = .false.
    do while (.not. is_complete)
      call MPI_Request_get_status(request, is_complete, MPI_STATUS_IGNORE, error)
    end do
  end subroutine

  ! Buffers for MPI_Bsend. What MPI_X_detach_buffer returns is an address in mpi_f08 alone.
  subroutine attach()
    call MPI_Buffer_attach(room, 8192, error)
  end subroutine
  subroutine detach()
    integer :: bytes
#if FORM == 2008
    type(c_ptr) :: found
#else
    integer(address) :: found
#endif
    call MPI_Buffer_detach(found, bytes, error)
    call check(bytes == 8192, 'MPI_Buffer_detach: size')
  end subroutine
#if !defined(NO_MPI_4_1)
  subroutine attach_to_comm()
    call MPI_Comm_attach_buffer(the_comm, room, 8192, error)
  end subroutine
  subroutine detach_from_comm()
    integer :: bytes
#if FORM == 2008
    type(c_ptr) :: found
#else
    integer(address) :: found
#endif
    call MPI_Comm_detach_buffer(the_comm, found, bytes, error)
  end subroutine
  subroutine attach_to_session()
    call MPI_Session_attach_buffer(the_session, room, 8192, error)
  end subroutine
  subroutine detach_from_session()
    integer :: bytes
#if FORM == 2008
    type(c_ptr) :: found
#else
    integer(address) :: found
#endif
    call MPI_Session_detach_buffer(the_session, found, bytes, error)
  end subroutine
#endif

  ! Both ends of a message in one partition, begun.
  subroutine begin_partitioned(sends, receives)
    HANDLE(Request) :: sends, receives
    call MPI_Psend_init(sent, 1, 4_MPI_COUNT_KIND, MPI_INTEGER, right, 9, the_comm, MPI_INFO_NULL, sends, error)
    call MPI_Precv_init(got, 1, 4_MPI_COUNT_KIND, MPI_INTEGER, left, 9, the_comm, MPI_INFO_NULL, receives, error)
    call MPI_Start(sends, error)
    call MPI_Start(receives, error)
  end subroutine
  subroutine end_partitioned(sends, receives)
    HANDLE(Request) :: sends, receives
    call complete(sends)
    call complete(receives)
    call MPI_Request_free(sends, error)
    call MPI_Request_free(receives, error)
  end subroutine

  subroutine make_generalized(request)
    HANDLE(Request) :: request
    call MPI_Grequest_start(my_grequest_query_function, my_grequest_free_function, my_grequest_cancel_function, extra, &
                            request, error)
  end subroutine

  subroutine make_shared(win)
    HANDLE(Win) :: win
#if FORM == 77
    integer(address) :: memory
#else
    type(c_ptr) :: memory
#endif
    call MPI_Win_allocate_shared(256_address, 4, MPI_INFO_NULL, the_comm, memory, win, error)
  end subroutine

  subroutine allocate_memory()
#if FORM == 77
    integer(address) :: memory
    call MPI_Alloc_mem(256_address, MPI_INFO_NULL, memory, error)
    call c_f_pointer(transfer(memory, c_null_ptr), allocated_memory, [64])
#else
    type(c_ptr) :: memory
    call MPI_Alloc_mem(256_address, MPI_INFO_NULL, memory, error)
    call c_f_pointer(memory, allocated_memory, [64])
#endif
  end subroutine
  subroutine free_pointer(memory)
    type(c_ptr), intent(in) :: memory
    call c_f_pointer(memory, allocated_memory, [64])
    allocated_memory = 1 ! all of it is the program's
    call MPI_Free_mem(allocated_memory, error)
    call expect_success('MPI_Free_mem')
  end subroutine
  subroutine free_address(memory)
    integer(address), intent(in) :: memory
    call free_pointer(transfer(memory, c_null_ptr))
  end subroutine

  ! Both ranks get the port that the first has opened.
  subroutine share_port(port)
    character(len=MPI_MAX_PORT_NAME) :: port
    if (my_rank == 0) call MPI_Open_port(MPI_INFO_NULL, port, error)
    call MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHARACTER, 0, the_comm, error)
  end subroutine

  ! The ends of a pair of sockets, which ranks share that are in one process.
  subroutine share_sockets(fd)
    integer :: fd
    integer(c_int) :: ends(2)
    if (my_rank == 0) error = socketpair(1_c_int, 1_c_int, 0_c_int, ends)
    call MPI_Bcast(ends, 2, MPI_INTEGER, 0, the_comm, error)
    fd = ends(my_rank + 1)
  end subroutine

  ! Callbacks, under the names of their types.
#define OBJECT HANDLE(Comm)
#define COPY my_comm_copy_attr_function
#define DELETE my_comm_delete_attr_function
#include "attribute_callbacks.inc"
#define OBJECT HANDLE(Datatype)
#define COPY my_type_copy_attr_function
#define DELETE my_type_delete_attr_function
#include "attribute_callbacks.inc"
#define OBJECT HANDLE(Win)
#define COPY my_win_copy_attr_function
#define DELETE my_win_delete_attr_function
#include "attribute_callbacks.inc"

#if FORM != 2008
  subroutine my_copy_function(comm, keyval, extra_state, attribute_val_in, attribute_val_out, flag, ierror)
    integer :: comm, keyval, extra_state, attribute_val_in, attribute_val_out, ierror
    logical :: flag
    called_back = called_back + 1
    attribute_val_out = attribute_val_in + 1
    flag = extra_state == extra
    ierror = MPI_SUCCESS
  end subroutine
  subroutine my_delete_function(comm, keyval, attribute_val, extra_state, ierror)
    integer :: comm, keyval, attribute_val, extra_state, ierror
    called_back = called_back + 1
    ierror = MPI_SUCCESS
  end subroutine
#endif

#define OBJECT HANDLE(Comm)
#define HANDLER my_comm_errhandler_function
#include "error_handler.inc"
#define OBJECT HANDLE(Comm)
#define HANDLER my_handler_function
#include "error_handler.inc"
#define OBJECT HANDLE(File)
#define HANDLER my_file_errhandler_function
#include "error_handler.inc"
#define OBJECT HANDLE(Session)
#define HANDLER my_session_errhandler_function
#include "error_handler.inc"
#define OBJECT HANDLE(Win)
#define HANDLER my_win_errhandler_function
#include "error_handler.inc"

  subroutine my_grequest_query_function(extra_state, status, ierror)
    integer(address) :: extra_state
    STATUS(status)
    integer :: ierror
    if (extra_state == extra) called_back = called_back + 1
    call MPI_Status_set_elements(status, MPI_INTEGER, 3, ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
  end subroutine
  subroutine my_grequest_free_function(extra_state, ierror)
    integer(address) :: extra_state
    integer :: ierror
    if (extra_state == extra) called_back = called_back + 1
    ierror = MPI_SUCCESS
  end subroutine
  subroutine my_grequest_cancel_function(extra_state, complete, ierror)
    integer(address) :: extra_state
    logical :: complete
    integer :: ierror
    if (extra_state == extra .and. .not. complete) called_back = called_back + 1
    ierror = MPI_SUCCESS
  end subroutine

#if FORM == 2008
#define OPERATION my_user_function
#define COUNT_KIND kind(0)
#include "operation.inc"
#define OPERATION my_user_function_c
#define COUNT_KIND MPI_COUNT_KIND
#include "operation.inc"
#else
  subroutine my_user_function(invec, inoutvec, len, datatype)
    integer :: len, datatype, invec(len), inoutvec(len)
    inoutvec = inoutvec + invec
    if (datatype == MPI_INTEGER) called_back = called_back + 1
  end subroutine
#endif

#define CONVERSION my_datarep_conversion_function
#define COUNT_KIND kind(0)
#include "conversion.inc"
#define CONVERSION my_datarep_conversion_function_c
#define COUNT_KIND MPI_COUNT_KIND
#include "conversion.inc"

  subroutine my_datarep_extent_function(datatype, extent, extra_state, ierror)
    HANDLE(Datatype) :: datatype
    integer(address) :: extent, extra_state
    integer :: ierror
    extent = 4
    ierror = MPI_SUCCESS
  end subroutine

  ! Values that no call leaves behind: a LOGICAL that is neither true nor false, texts of another character.
  elemental subroutine spoil_integer(x)
    integer, intent(out) :: x
    x = spoilt
  end subroutine
  elemental logical function changed_integer(x)
    integer, intent(in) :: x
    changed_integer = x /= spoilt
  end function
  elemental subroutine spoil_wide(x)
    integer(address), intent(out) :: x
    x = spoilt
  end subroutine
  elemental logical function changed_wide(x)
    integer(address), intent(in) :: x
    changed_wide = x /= spoilt
  end function
  subroutine spoil_logical(x)
    logical :: x
    external :: spoil_bits
    call spoil_bits(x, 1)
  end subroutine
  subroutine spoil_logicals(x)
    logical :: x(:)
    external :: spoil_bits
    call spoil_bits(x, size(x))
  end subroutine
  logical function changed_logical(x)
    logical, intent(in) :: x
    logical, external :: is_true_or_false
    changed_logical = is_true_or_false(x)
  end function
  elemental subroutine spoil_double(x)
    double precision, intent(out) :: x
    x = spoilt
  end subroutine
  elemental logical function changed_double(x)
    double precision, intent(in) :: x
    changed_double = x /= spoilt
  end function
  elemental subroutine spoil_text(x)
    character(len=*), intent(out) :: x
    x = repeat('#', len(x))
  end subroutine
  elemental logical function changed_text(x)
    character(len=*), intent(in) :: x
    changed_text = scan(x, '#') == 0 .and. scan(x, char(0)) == 0
  end function
  subroutine spoil_pointer(x)
    type(c_ptr), intent(out) :: x
    x = c_null_ptr
  end subroutine
  logical function changed_pointer(x)
    type(c_ptr), intent(in) :: x
    changed_pointer = c_associated(x)
  end function
#if FORM != 77
  elemental subroutine spoil_status(x)
    type(MPI_Status), intent(out) :: x
    x = transfer([spoilt, spoilt, spoilt, spoilt, spoilt, spoilt, spoilt, spoilt], x)
  end subroutine
  elemental logical function changed_status(x)
    type(MPI_Status), intent(in) :: x
    changed_status = any(transfer(x, [0]) /= spoilt)
  end function
#endif
end module
