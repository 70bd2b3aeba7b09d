! Communicators, groups, attributes, topologies, infos, error handlers and what is around them (MPI-5.0 chapters 7 to
! 11 and 13): every function with right arguments.
#include "forms.h"
subroutine SUB()
  use checks
  USE_MPI
  implicit none
#ifdef MPIF
  include 'mpif.h'
#endif
  HANDLE(Comm) :: world
  integer :: error, size, calls
  integer(kind=MPI_ADDRESS_KIND) :: seen
  world = MPI_COMM_WORLD
  call MPI_Comm_size(world, size, error)
  call environment()
  call groups()
  call communicators()
  call attributes()
  call topologies()
  call infos()
  call error_handlers()
  call generalized_requests()
contains

  subroutine environment()
    character(len=MPI_MAX_PROCESSOR_NAME) :: name
    character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: library
    character(len=MPI_MAX_ERROR_STRING) :: text
    integer :: length, version, subversion, class, level
    logical :: flag
    double precision :: time
    call MPI_Get_processor_name(name, length, error)
    call check(length > 0 .and. len_trim(name) == length, 'MPI_Get_processor_name')
    call MPI_Get_library_version(library, length, error)
    call check(length > 0, 'MPI_Get_library_version')
    call MPI_Get_version(version, subversion, error)
    call check(version == MPI_VERSION .and. subversion == MPI_SUBVERSION, 'MPI_Get_version')
    call MPI_Initialized(flag, error)
    call check(flag, 'MPI_Initialized')
    call MPI_Finalized(flag, error)
    call check(.not. flag, 'MPI_Finalized')
    call MPI_Query_thread(level, error)
    call check(level >= MPI_THREAD_SINGLE, 'MPI_Query_thread')
    call MPI_Is_thread_main(flag, error)
    call check(flag, 'MPI_Is_thread_main')
    time = MPI_Wtime()
    call check(MPI_Wtime() >= time .and. MPI_Wtick() > 0, 'MPI_Wtime')
    call MPI_Error_class(MPI_ERR_RANK, class, error)
    call check(class == MPI_ERR_RANK, 'MPI_Error_class')
    call MPI_Error_string(MPI_ERR_RANK, text, length, error)
    call check(len_trim(text) == length .and. length > 0, 'MPI_Error_string')
    call MPI_Add_error_class(class, error)
    call MPI_Add_error_code(class, level, error)
    call MPI_Add_error_string(level, 'too hot   ', error)
    call MPI_Error_string(level, text, length, error)
    call check(text == 'too hot' .and. length == 7, 'MPI_Add_error_string')
    call MPI_Pcontrol(1)
  end subroutine

  subroutine groups()
    HANDLE(Group) :: all, some, other, result
    integer :: rank, count, ranks(1), relation, ranges(3, 1)
    call MPI_Comm_group(world, all, error)
    call MPI_Group_size(all, count, error)
    call check(count == size, 'MPI_Group_size')
    call MPI_Group_rank(all, rank, error)
    call check(rank == my_rank, 'MPI_Group_rank')
    call MPI_Group_incl(all, 1, [0], some, error)
    call MPI_Group_excl(all, 1, [0], other, error)
    call MPI_Group_union(some, other, result, error)
    call MPI_Group_compare(result, all, relation, error)
    call check(relation == MPI_IDENT, 'MPI_Group_union')
    call MPI_Group_free(result, error)
    call check(result == MPI_GROUP_NULL, 'MPI_Group_free')
    call MPI_Group_intersection(all, some, result, error)
    call MPI_Group_size(result, count, error)
    call check(count == 1, 'MPI_Group_intersection')
    call MPI_Group_free(result, error)
    call MPI_Group_difference(all, some, result, error)
    call MPI_Group_size(result, count, error)
    call check(count == size - 1, 'MPI_Group_difference')
    call MPI_Group_translate_ranks(some, 1, [0], all, ranks, error)
    call check(ranks(1) == 0, 'MPI_Group_translate_ranks')
    if (result /= MPI_GROUP_EMPTY) call MPI_Group_free(result, error)
    ranges(:, 1) = [0, size - 1, 2]
    call MPI_Group_range_incl(all, 1, ranges, result, error)
    call MPI_Group_size(result, count, error)
    call check(count == (size + 1) / 2, 'MPI_Group_range_incl')
    call MPI_Group_free(result, error)
    call MPI_Group_range_excl(all, 1, ranges, result, error)
    call MPI_Group_size(result, count, error)
    call check(count == size / 2, 'MPI_Group_range_excl')
    if (result /= MPI_GROUP_EMPTY) call MPI_Group_free(result, error)
    call MPI_Group_free(some, error)
    if (other /= MPI_GROUP_EMPTY) call MPI_Group_free(other, error)
    call MPI_Group_free(all, error)
  end subroutine

  subroutine communicators()
    HANDLE(Comm) :: copy, half, new, between, merged
    HANDLE(Group) :: group
    HANDLE(Request) :: request
    HANDLE(Info) :: info
    integer :: relation, count, length
    logical :: flag
    character(len=MPI_MAX_OBJECT_NAME) :: name
    call MPI_Comm_dup(world, copy, error)
    call MPI_Comm_compare(world, copy, relation, error)
    call check(relation == MPI_CONGRUENT, 'MPI_Comm_dup')
    call MPI_Comm_set_name(copy, 'a copy', error)
    call MPI_Comm_get_name(copy, name, length, error)
    call check(name == 'a copy' .and. length == 6, 'MPI_Comm_get_name')
    call MPI_Comm_split(world, mod(my_rank, 2), my_rank, half, error)
    call MPI_Comm_size(half, count, error)
    call check(count == (size + 1 - mod(my_rank, 2)) / 2, 'MPI_Comm_split')
    call MPI_Comm_test_inter(half, flag, error)
    call check(.not. flag, 'MPI_Comm_test_inter')
    if (size > 1) then
      call MPI_Intercomm_create(half, 0, world, 1 - mod(my_rank, 2), 50, between, error)
      call MPI_Comm_remote_size(between, count, error)
      call check(count == (size + mod(my_rank, 2)) / 2, 'MPI_Comm_remote_size')
      call MPI_Comm_remote_group(between, group, error)
      call MPI_Group_free(group, error)
      call MPI_Intercomm_merge(between, mod(my_rank, 2) == 1, merged, error)
      call MPI_Comm_size(merged, count, error)
      call check(count == size, 'MPI_Intercomm_merge')
      call MPI_Comm_free(merged, error)
      call MPI_Comm_free(between, error)
    end if
    call MPI_Comm_free(half, error)
    call check(half == MPI_COMM_NULL, 'MPI_Comm_free')
    call MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, new, error)
    call MPI_Comm_free(new, error)
    call MPI_Comm_group(world, group, error)
    call MPI_Comm_create(world, group, new, error)
    call MPI_Comm_free(new, error)
    call MPI_Comm_create_group(world, group, 3, new, error)
    call MPI_Comm_free(new, error)
    call MPI_Group_free(group, error)
    call MPI_Comm_dup_with_info(world, MPI_INFO_NULL, new, error)
    call MPI_Comm_get_info(new, info, error)
    call MPI_Comm_set_info(new, info, error)
    call MPI_Info_free(info, error)
    call MPI_Comm_free(new, error)
    call MPI_Comm_idup(copy, new, request, error)
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
    call MPI_Barrier(new, error)
    call check(error == MPI_SUCCESS, 'MPI_Comm_idup')
    call MPI_Comm_disconnect(new, error)
    call MPI_Comm_free(copy, error)
  end subroutine

  subroutine attributes()
    integer :: key, old_key
    integer(kind=MPI_ADDRESS_KIND) :: value
    logical :: flag
    HANDLE(Comm) :: copy, second
    HANDLE(Datatype) :: type
    call MPI_Comm_get_attr(world, MPI_TAG_UB, value, flag, error)
    call check(flag .and. value >= 32767, 'MPI_TAG_UB')
    call MPI_Comm_create_keyval(copy_attribute, delete_attribute, key, 42_MPI_ADDRESS_KIND, error)
    call MPI_Comm_dup(MPI_COMM_SELF, copy, error)
    call MPI_Comm_set_attr(copy, key, 1234567890123_MPI_ADDRESS_KIND, error)
    call MPI_Comm_get_attr(copy, key, value, flag, error)
    call check(flag .and. value == 1234567890123_MPI_ADDRESS_KIND, 'MPI_Comm_get_attr')
    calls = 0
    seen = 0
    call MPI_Comm_dup(copy, second, error)
    call check(calls == 1 .and. seen == 42, 'a copied attribute')
    call MPI_Comm_get_attr(second, key, value, flag, error)
    call check(flag .and. value == 1234567890124_MPI_ADDRESS_KIND, 'its value')
    call MPI_Comm_free(second, error)
    call MPI_Comm_delete_attr(copy, key, error)
    call check(calls == 3, 'deleted attributes')
    call MPI_Comm_free_keyval(key, error)
    call check(key == MPI_KEYVAL_INVALID, 'MPI_Comm_free_keyval')
    call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND, error)
    call MPI_Comm_set_attr(copy, key, 5_MPI_ADDRESS_KIND, error)
    call MPI_Comm_dup(copy, second, error)
    call MPI_Comm_get_attr(second, key, value, flag, error)
    call check(flag .and. value == 5, 'MPI_COMM_DUP_FN')
    call MPI_Comm_free(second, error)
    call MPI_Comm_free_keyval(key, error)
    call MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND, error)
    call MPI_Type_dup(MPI_INTEGER, type, error)
    call MPI_Type_set_attr(type, key, 6_MPI_ADDRESS_KIND, error)
    call MPI_Type_get_attr(type, key, value, flag, error)
    call check(flag .and. value == 6, 'MPI_Type_get_attr')
    call MPI_Type_delete_attr(type, key, error)
    call MPI_Type_free(type, error)
    call MPI_Type_free_keyval(key, error)
#if FORM != 2008
    call MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, key, 0, error)
    call MPI_Attr_put(copy, key, 17, error)
    call MPI_Attr_get(copy, key, old_key, flag, error)
    call check(flag .and. old_key == 17, 'MPI_Attr_get')
    call MPI_Attr_delete(copy, key, error)
    call MPI_Keyval_free(key, error)
#endif
    old_key = key
    call MPI_Comm_free(copy, error)
  end subroutine

  subroutine copy_attribute(comm, key, extra_state, value, copied, flag, ierror)
    HANDLE(Comm) :: comm
    integer :: key, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra_state, value, copied
    logical :: flag
    calls = calls + 1
    seen = extra_state
    if (comm == MPI_COMM_NULL .or. key == MPI_KEYVAL_INVALID) seen = -1
    copied = value + 1
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine

  subroutine delete_attribute(comm, key, value, extra_state, ierror)
    HANDLE(Comm) :: comm
    integer :: key, ierror
    integer(kind=MPI_ADDRESS_KIND) :: value, extra_state
    calls = calls + 1
    if (comm == MPI_COMM_NULL .or. key == MPI_KEYVAL_INVALID .or. value == 0) seen = extra_state
    ierror = MPI_SUCCESS
  end subroutine

  subroutine topologies()
    HANDLE(Comm) :: grid, row, graph, near
    integer :: dims(2), coords(2), got(2), kind, rank, from, to, count, other, index(1), edges(1), weights(1)
    integer, allocatable :: gathered(:)
    logical :: periods(2), around(2), is_weighted
    dims = 0
    call MPI_Dims_create(size, 2, dims, error)
    call check(product(dims) == size, 'MPI_Dims_create')
    call MPI_Cart_create(world, 2, dims, [.true., .false.], .false., grid, error)
    call MPI_Topo_test(grid, kind, error)
    call check(kind == MPI_CART, 'MPI_Topo_test')
    call MPI_Cartdim_get(grid, count, error)
    call check(count == 2, 'MPI_Cartdim_get')
    call MPI_Cart_get(grid, 2, got, around, coords, error)
    call check(all(got == dims) .and. around(1) .and. .not. around(2), 'MPI_Cart_get')
    call MPI_Cart_rank(grid, coords, rank, error)
    call check(rank == my_rank, 'MPI_Cart_rank')
    call MPI_Cart_coords(grid, my_rank, 2, got, error)
    call check(all(got == coords), 'MPI_Cart_coords')
    call MPI_Cart_shift(grid, 0, 1, from, to, error)
    call check(from >= 0 .and. to >= 0, 'MPI_Cart_shift')
    call MPI_Cart_sub(grid, [.true., .false.], row, error)
    call MPI_Comm_size(row, count, error)
    call check(count == dims(1), 'MPI_Cart_sub')
    periods = .false.
    call MPI_Cart_map(world, 2, dims, periods, rank, error)
    allocate (gathered(4))
    gathered = -5
    call MPI_Neighbor_allgather(my_rank, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, grid, error)
    call check(gathered(2) == to .and. gathered(1) == from, 'MPI_Neighbor_allgather')
    call neighbors(grid, from, to)
    call MPI_Comm_free(row, error)
    call MPI_Comm_free(grid, error)
    call MPI_Dist_graph_create_adjacent(world, 1, [mod(my_rank + size - 1, size)], MPI_UNWEIGHTED, 1, &
                                        [mod(my_rank + 1, size)], MPI_UNWEIGHTED, MPI_INFO_NULL, .false., near, error)
    call MPI_Dist_graph_neighbors_count(near, count, other, is_weighted, error)
    call check(count == 1 .and. other == 1 .and. .not. is_weighted, 'MPI_Dist_graph_neighbors_count')
    call MPI_Dist_graph_neighbors(near, 1, index, MPI_UNWEIGHTED, 1, edges, MPI_UNWEIGHTED, error)
    call check(edges(1) == mod(my_rank + 1, size), 'MPI_Dist_graph_neighbors')
    call MPI_Comm_free(near, error)
    weights = 3
    call MPI_Dist_graph_create(world, 1, [my_rank], [1], [mod(my_rank + 1, size)], weights, MPI_INFO_NULL, .false., &
                               near, error)
    call MPI_Dist_graph_neighbors_count(near, count, other, is_weighted, error)
    call check(is_weighted, 'MPI_Dist_graph_create')
    call MPI_Comm_free(near, error)
    call MPI_Graph_create(MPI_COMM_SELF, 1, [1], [0], .false., graph, error)
    call MPI_Graphdims_get(graph, count, other, error)
    call check(count == 1 .and. other == 1, 'MPI_Graphdims_get')
    call MPI_Graph_get(graph, 1, 1, index, edges, error)
    call check(index(1) == 1 .and. edges(1) == 0, 'MPI_Graph_get')
    call MPI_Graph_neighbors_count(graph, 0, count, error)
    call MPI_Graph_neighbors(graph, 0, 1, edges, error)
    call check(count == 1 .and. edges(1) == 0, 'MPI_Graph_neighbors')
    call MPI_Comm_free(graph, error)
  end subroutine

  subroutine neighbors(grid, from, to)
    HANDLE(Comm) :: grid
    HANDLE(Datatype) :: types(4)
    integer :: from, to, sent(4), got(4), counts(4), one
    integer(kind=MPI_ADDRESS_KIND) :: places(4)
    sent = my_rank
    counts = 1
    types = MPI_INTEGER
    places = [(4 * one - 4, one = 1, 4)]
    got = -5
    ! MPICH 4.0's mpi_f08 asks for a distributed graph.
#if !defined(ORACLE) || FORM != 2008
    call MPI_Neighbor_alltoallw(sent, counts, places, types, got, counts, places, types, grid, error)
    call check(got(1) == from .and. got(2) == to, 'MPI_Neighbor_alltoallw')
#endif
    got = -5
    call MPI_Neighbor_alltoall(sent, 1, MPI_INTEGER, got, 1, MPI_INTEGER, grid, error)
    call check(got(1) == from .and. got(2) == to, 'MPI_Neighbor_alltoall')
  end subroutine

  subroutine infos()
    HANDLE(Info) :: info, copy
    character(len=12) :: value
    character(len=MPI_MAX_INFO_KEY) :: key
    integer :: count, length
    logical :: flag
    call MPI_Info_create(info, error)
    call MPI_Info_set(info, ' color ', ' dark red ', error)
    call MPI_Info_get_nkeys(info, count, error)
    call check(count == 1, 'MPI_Info_get_nkeys')
    call MPI_Info_get_nthkey(info, 0, key, error)
    call check(key == 'color', 'MPI_Info_get_nthkey')
    value = '????????????'
    call MPI_Info_get(info, 'color', 12, value, flag, error)
    call check(flag .and. value == 'dark red', 'MPI_Info_get')
    call MPI_Info_get_valuelen(info, 'color', length, flag, error)
    call check(flag .and. length == 8, 'MPI_Info_get_valuelen')
    value = '????????????'
    length = 12
    call MPI_Info_get_string(info, 'color', length, value, flag, error)
    call check(flag .and. value == 'dark red', 'MPI_Info_get_string')
#ifndef ORACLE
    call check(length == 8, 'the length of MPI_Info_get_string')
#endif
    call MPI_Info_dup(info, copy, error)
    call MPI_Info_delete(copy, 'color', error)
    call MPI_Info_get(copy, 'color', 12, value, flag, error)
    call check(.not. flag .and. value == 'dark red', 'MPI_Info_delete')
    call MPI_Info_free(copy, error)
    call MPI_Info_free(info, error)
    call check(info == MPI_INFO_NULL, 'MPI_Info_free')
  end subroutine

  subroutine error_handlers()
    HANDLE(Errhandler) :: handler, found
    HANDLE(Comm) :: copy
    integer :: number
    call MPI_Comm_create_errhandler(on_error, handler, error)
    call MPI_Comm_dup(world, copy, error)
    call MPI_Comm_set_errhandler(copy, handler, error)
    calls = 0
    call MPI_Comm_call_errhandler(copy, MPI_ERR_OTHER, error)
    call check(calls == MPI_ERR_OTHER, 'an error handler of the program')
    call MPI_Comm_get_errhandler(copy, found, error)
    call check(found /= MPI_ERRORS_ARE_FATAL, 'MPI_Comm_get_errhandler')
    call MPI_Errhandler_free(found, error)
    call MPI_Errhandler_free(handler, error)
    call check(handler == MPI_ERRHANDLER_NULL, 'MPI_Errhandler_free')
    call MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN, error)
    number = 0
    call MPI_Send(number, 1, MPI_INTEGER, size + 5, 0, copy, error)
    call MPI_Error_class(error, number, calls)
    call check(number == MPI_ERR_RANK, 'an error that is returned')
    call MPI_Comm_free(copy, error)
  end subroutine

  subroutine on_error(comm, code)
    HANDLE(Comm) :: comm
    integer :: code
    calls = code
    if (comm == MPI_COMM_NULL) calls = -1
  end subroutine

  subroutine generalized_requests()
    HANDLE(Request) :: request
    STATUS(status)
    integer :: count
    seen = 0
    call MPI_Grequest_start(query, release, cancel, 7_MPI_ADDRESS_KIND, request, error)
    call MPI_Grequest_complete(request, error)
    call MPI_Wait(request, status, error)
    call MPI_Get_elements(status, MPI_INTEGER, count, error)
    call check(count == 7, 'a generalized request')
    call check(seen == 107, 'its release')
  end subroutine

  subroutine query(extra_state, status, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    STATUS(status)
    integer :: ierror
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra_state), ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
    ierror = MPI_SUCCESS
  end subroutine

  subroutine release(extra_state, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    seen = extra_state + 100
    ierror = MPI_SUCCESS
  end subroutine

  subroutine cancel(extra_state, complete, ierror)
    integer(kind=MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    if (.not. complete) seen = extra_state
    ierror = MPI_SUCCESS
  end subroutine
end subroutine
