// MPI_Comm_accept, MPI_Comm_connect (MPI-5.0 section 11.9.2) between groups of ranks of one run, or of
// runs in one universe.
#pragma once

#include "mpi_api/processes/sides/parent.hpp" // with failures, what can meet others can be started

namespace sartor::mpi {

namespace internal {

// At the root that accepts. MPI_ERR_PORT when the port is not this rank's.
template <class Program>
int accept_at_root(Call<Program>& call, const char* port_name, const Group& own, SideSummary& theirs,
                   int** members) noexcept {
    const int port = named_port(call, port_name);
    if (port < 0) return call.error();
    const int owner = query_port(call, {process::PortAction::owner, port});
    if (owner != process::current->number)
        return call.template fail<MPI_ERR_PORT>(
            "port_name = \"%.100s\": the root, rank %d of MPI_COMM_WORLD, has no such port open", port_name,
            process::current->number);
    return accept_side(call, own, port, theirs, members);
}

// At the root that connects. MPI_ERR_PORT when the port is not open.
template <class Program>
int connect_at_root(Call<Program>& call, const char* port_name, const Group& own, SideSummary& theirs,
                    int** members) noexcept {
    const int port = named_port(call, port_name);
    if (port < 0) return call.error();
    const int owner = query_port(call, {process::PortAction::owner, port});
    if (owner < 0)
        return call.template fail<MPI_ERR_PORT>(
            "port_name = \"%.100s\": no rank of this run has it open%s", port_name,
            others_enter() ? "" : "; runs can connect if all are started with sartor run --universe NAME");
    if (own.find(owner) >= 0)
        return call.template fail<MPI_ERR_COMM>(
            "port_name = \"%.100s\": its rank, %d of MPI_COMM_WORLD, is in the group that connects",
            port_name, owner);
    return connect_side(call, own, port, owner, theirs, members);
}

// What both sides have in common. `at_root`: one of those above.
template <class Program, class AtRoot>
int meet(Call<Program>& call, const char* port_name, int root, MPI_Comm comm, MPI_Comm* handle,
         AtRoot at_root) noexcept {
    *handle = MPI_COMM_NULL;
    if (!call.intracommunicator(comm)) return call.error();
    const CommunicatorObject& local = *call.state().communicators.find(comm);
    SideSummary theirs{};
    int* members = nullptr;
    if (local.rank == root) theirs.error = at_root(call, port_name, *local.group, theirs, &members);
    return make_across(call, comm, root, theirs, members, handle);
}

} // namespace internal

// MPI_Comm_accept: waits until a root connects to the port, which the root must have opened. An error at the
// root is returned by all ranks of the communicator. Two broadcasts in each group.
template <class Program>
int comm_accept(Call<Program>& call, const char* port_name, MPI_Info, int root, MPI_Comm comm,
                MPI_Comm* handle) noexcept {
    return internal::meet(call, port_name, root, comm, handle, &internal::accept_at_root<Program>);
}

// MPI_Comm_connect: waits until the port's rank accepts. The same.
template <class Program>
int comm_connect(Call<Program>& call, const char* port_name, MPI_Info, int root, MPI_Comm comm,
                 MPI_Comm* handle) noexcept {
    return internal::meet(call, port_name, root, comm, handle, &internal::connect_at_root<Program>);
}

} // namespace sartor::mpi
