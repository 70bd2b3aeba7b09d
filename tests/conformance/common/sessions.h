// The frame of programs with sessions: checks, a session with a communicator of all ranks, a verdict that
// needs no MPI_Init. They name the same functions and share one cut.
#pragma once

#include "checks.h"

#include <string.h>

#define MPI_SINCE(version, subversion)                                                                       \
    (MPI_VERSION > (version) || (MPI_VERSION == (version) && MPI_SUBVERSION >= (subversion)))

// MPICH 4.0 does not have MPI_Session_c2f and f2c.
#ifndef MPICH_VERSION
#define HAS_SESSIONS_AS_INTEGERS
#endif

typedef void (*AnyFunction)(void);

static volatile AnyFunction const session_functions[] = {
    (AnyFunction)MPI_Allreduce,
    (AnyFunction)MPI_Barrier,
    (AnyFunction)MPI_Bsend,
    (AnyFunction)MPI_Buffer_attach,
    (AnyFunction)MPI_Buffer_detach,
    (AnyFunction)MPI_Comm_call_errhandler,
    (AnyFunction)MPI_Comm_compare,
    (AnyFunction)MPI_Comm_create,
    (AnyFunction)MPI_Comm_create_errhandler,
    (AnyFunction)MPI_Comm_create_from_group,
    (AnyFunction)MPI_Comm_create_group,
    (AnyFunction)MPI_Comm_create_keyval,
    (AnyFunction)MPI_Comm_disconnect,
    (AnyFunction)MPI_Comm_dup,
    (AnyFunction)MPI_Comm_free,
    (AnyFunction)MPI_Comm_free_keyval,
    (AnyFunction)MPI_Comm_get_attr,
    (AnyFunction)MPI_Comm_get_errhandler,
    (AnyFunction)MPI_Comm_get_info,
    (AnyFunction)MPI_Comm_get_name,
    (AnyFunction)MPI_Comm_group,
    (AnyFunction)MPI_Comm_rank,
    (AnyFunction)MPI_Comm_remote_group,
    (AnyFunction)MPI_Comm_remote_size,
    (AnyFunction)MPI_Comm_set_attr,
    (AnyFunction)MPI_Comm_set_errhandler,
    (AnyFunction)MPI_Comm_size,
    (AnyFunction)MPI_Comm_split,
    (AnyFunction)MPI_Comm_test_inter,
    (AnyFunction)MPI_Errhandler_free,
    (AnyFunction)MPI_Error_class,
    (AnyFunction)MPI_Error_string,
    (AnyFunction)MPI_Finalize,
    (AnyFunction)MPI_Finalized,
    (AnyFunction)MPI_Get_library_version,
    (AnyFunction)MPI_Group_compare,
    (AnyFunction)MPI_Group_free,
    (AnyFunction)MPI_Group_from_session_pset,
    (AnyFunction)MPI_Group_incl,
    (AnyFunction)MPI_Group_rank,
    (AnyFunction)MPI_Group_size,
    (AnyFunction)MPI_Group_translate_ranks,
    (AnyFunction)MPI_Group_union,
    (AnyFunction)MPI_Info_create,
    (AnyFunction)MPI_Info_dup,
    (AnyFunction)MPI_Info_free,
    (AnyFunction)MPI_Info_get,
    (AnyFunction)MPI_Info_set,
    (AnyFunction)MPI_Init,
    (AnyFunction)MPI_Init_thread,
    (AnyFunction)MPI_Initialized,
    (AnyFunction)MPI_Intercomm_create_from_groups,
    (AnyFunction)MPI_Intercomm_merge,
    (AnyFunction)MPI_Irecv,
    (AnyFunction)MPI_Isend,
    (AnyFunction)MPI_Query_thread,
    (AnyFunction)MPI_Recv,
    (AnyFunction)MPI_Send,
    (AnyFunction)MPI_Sendrecv,
    (AnyFunction)MPI_Session_call_errhandler,
    (AnyFunction)MPI_Session_create_errhandler,
#ifdef HAS_SESSIONS_AS_INTEGERS
    (AnyFunction)MPI_Session_c2f,
    (AnyFunction)MPI_Session_f2c,
#endif
    (AnyFunction)MPI_Session_finalize,
    (AnyFunction)MPI_Session_get_errhandler,
    (AnyFunction)MPI_Session_get_info,
    (AnyFunction)MPI_Session_get_nth_pset,
    (AnyFunction)MPI_Session_get_num_psets,
    (AnyFunction)MPI_Session_get_pset_info,
    (AnyFunction)MPI_Session_init,
    (AnyFunction)MPI_Session_set_errhandler,
    (AnyFunction)MPI_Wait,
    (AnyFunction)MPI_Waitall,
#if MPI_SINCE(4, 1)
    (AnyFunction)MPI_Comm_attach_buffer,
    (AnyFunction)MPI_Comm_detach_buffer,
    (AnyFunction)MPI_Session_attach_buffer,
    (AnyFunction)MPI_Session_attach_buffer_c,
    (AnyFunction)MPI_Session_detach_buffer,
    (AnyFunction)MPI_Session_detach_buffer_c,
    (AnyFunction)MPI_Session_flush_buffer,
    (AnyFunction)MPI_Session_iflush_buffer,
#endif
#if MPI_SINCE(5, 0)
    (AnyFunction)MPI_Session_fromint,
    (AnyFunction)MPI_Session_toint,
#endif
};

// Errors return from the session and from what is made of it.
static inline MPI_Session new_session(void) {
    MPI_Session session = MPI_SESSION_NULL;
    CHECK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS);
    CHECK(session != MPI_SESSION_NULL);
    return session;
}

static inline MPI_Comm comm_of(MPI_Session session, const char* set, const char* tag) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    CHECK(MPI_Group_from_session_pset(session, set, &group) == MPI_SUCCESS);
    CHECK(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm) == MPI_SUCCESS);
    CHECK(comm != MPI_COMM_NULL);
    MPI_Group_free(&group);
    return comm;
}

static inline MPI_Comm world_of(MPI_Session session) {
    MPI_Comm comm = comm_of(session, "mpi://WORLD", "org.sartor.world");
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    return comm;
}

// All ranks add up over the communicator.
static inline void talk(MPI_Comm comm) {
    int here = -1, count = -1, sum = -1, from_left = -1;
    MPI_Comm_rank(comm, &here), MPI_Comm_size(comm, &count);
    MPI_Allreduce(&here, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == count * (count - 1) / 2);
    MPI_Sendrecv(&here, 1, MPI_INT, (here + 1) % count, 7, &from_left, 1, MPI_INT, (here + count - 1) % count,
                 7, comm, MPI_STATUS_IGNORE);
    CHECK(from_left == (here + count - 1) % count);
}

// Names what some of the programs need, so that all of them share one cut.
static inline int has_all_names(void) {
    return session_functions[0] != NULL && MPI_CHAR != MPI_INT && MPI_COMM_SELF != MPI_COMM_NULL;
}

// The verdict, over a session of its own. Returns the exit code.
static inline int finish(const char* name) {
    MPI_Session session = new_session();
    MPI_Comm comm = world_of(session);
    int all = -1;
    CHECK(has_all_names());
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    if (all == 0)
        say("ok: %s\n", name);
    else
        say("FAILED: %s: %d checks do not hold\n", name, all);
    return all != 0;
}
