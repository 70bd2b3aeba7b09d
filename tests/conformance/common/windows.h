// The frame of programs with windows: they name the same functions, operations and datatypes, and share one
// cut.
#pragma once

#include "frame.h"

static volatile AnyFunction const window_functions[] = {
    (AnyFunction)MPI_Accumulate,         (AnyFunction)MPI_Compare_and_swap,
    (AnyFunction)MPI_Fetch_and_op,       (AnyFunction)MPI_Get,
    (AnyFunction)MPI_Get_accumulate,     (AnyFunction)MPI_Put,
    (AnyFunction)MPI_Raccumulate,        (AnyFunction)MPI_Rget,
    (AnyFunction)MPI_Rget_accumulate,    (AnyFunction)MPI_Rput,
    (AnyFunction)MPI_Win_allocate,       (AnyFunction)MPI_Win_allocate_shared,
    (AnyFunction)MPI_Win_attach,         (AnyFunction)MPI_Win_call_errhandler,
    (AnyFunction)MPI_Win_complete,       (AnyFunction)MPI_Win_create,
    (AnyFunction)MPI_Win_create_dynamic, (AnyFunction)MPI_Win_create_errhandler,
    (AnyFunction)MPI_Win_create_keyval,  (AnyFunction)MPI_Win_delete_attr,
    (AnyFunction)MPI_Win_detach,         (AnyFunction)MPI_Win_fence,
    (AnyFunction)MPI_Win_flush,          (AnyFunction)MPI_Win_flush_all,
    (AnyFunction)MPI_Win_flush_local,    (AnyFunction)MPI_Win_flush_local_all,
    (AnyFunction)MPI_Win_free,           (AnyFunction)MPI_Win_free_keyval,
    (AnyFunction)MPI_Win_get_attr,       (AnyFunction)MPI_Win_get_errhandler,
    (AnyFunction)MPI_Win_get_group,      (AnyFunction)MPI_Win_get_info,
    (AnyFunction)MPI_Win_get_name,       (AnyFunction)MPI_Win_lock,
    (AnyFunction)MPI_Win_lock_all,       (AnyFunction)MPI_Win_post,
    (AnyFunction)MPI_Win_set_attr,       (AnyFunction)MPI_Win_set_errhandler,
    (AnyFunction)MPI_Win_set_info,       (AnyFunction)MPI_Win_set_name,
    (AnyFunction)MPI_Win_shared_query,   (AnyFunction)MPI_Win_start,
    (AnyFunction)MPI_Win_sync,           (AnyFunction)MPI_Win_test,
    (AnyFunction)MPI_Win_unlock,         (AnyFunction)MPI_Win_unlock_all,
    (AnyFunction)MPI_Win_wait,
};

static inline int end_of_windows(const char* name) {
    CHECK(window_functions[0] != 0);
    return finish(name);
}

// A window over `count` ints of each rank, which the program has.
static inline MPI_Win window_over(int* memory, int count) {
    MPI_Win win;
    MPI_Win_create(memory, count * (MPI_Aint)sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    return win;
}

// A window over `count` ints of each rank, which MPI allocates; they are zero everywhere when this returns.
static inline MPI_Win allocated_window(int** memory, int count) {
    MPI_Win win;
    MPI_Win_allocate(count * (MPI_Aint)sizeof **memory, sizeof **memory, MPI_INFO_NULL, MPI_COMM_WORLD, memory,
                     &win);
    memset(*memory, 0, (unsigned)count * sizeof **memory);
    MPI_Barrier(MPI_COMM_WORLD);
    return win;
}

// Some ranks of a window.
static inline MPI_Group group_of(MPI_Win win, int count, const int* ranks) {
    MPI_Group all, some;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, count, ranks, &some);
    MPI_Group_free(&all);
    return some;
}
