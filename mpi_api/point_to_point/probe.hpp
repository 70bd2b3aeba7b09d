// MPI_Probe, MPI_Iprobe (MPI-5.0 section 3.8.1).
#pragma once

#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
using parcel_of = typename Interface<Program>::types::Parcel;

// A status out of a message that was not received.
template <class Program>
void describe(const parcel_of<Program>& parcel, MPI_Status* status) noexcept {
    const auto& header = parcel.envelope.header;
    fill(status, header.source(), header.tag(), parcel.envelope.storage.bytes);
}

// What a receive with these arguments would match.
template <class Program>
auto expected_header(Call<Program>& call, int source, int tag, MPI_Comm comm) noexcept {
    return typename receiving<Program>::Header(source, tag, call.view(comm).context());
}

// Waits until look() finds a message; returns what it returns. Meanwhile the deadlock report can name what is
// probed for.
template <class Program, class Header, class Look>
auto probe_until_found(Call<Program>& call, const Header& expected, MPI_Comm comm, Look look) noexcept {
    auto& state = call.state();
    const int source = expected.source();
    decltype(look()) parcel = nullptr;
    state.probed = {&expected, source == MPI_ANY_SOURCE ? -1 : call.view(comm).in_process(source)};
    state.communicator.wait_until([&] { return (parcel = look()) != nullptr; });
    state.probed = {};
    return parcel;
}

} // namespace internal

// MPI_Probe: waits for a message and leaves it in its queue. Cost: a search of the unexpected queue on each
// pass of progress.
template <class Program>
int probe(Call<Program>& call, int source, int tag, MPI_Comm comm, MPI_Status* status) noexcept {
    if (source == MPI_PROC_NULL) {
        fill_null_process(status);
        return MPI_SUCCESS;
    }
    const auto expected = internal::expected_header(call, source, tag, comm);
    auto& communicator = call.state().communicator;
    const auto* parcel =
        internal::probe_until_found(call, expected, comm, [&] { return communicator.find(expected); });
    if (!call.at(point::MessageIsFound(), parcel, expected)) return call.error();
    internal::describe<Program>(*parcel, status);
    return MPI_SUCCESS;
}

// MPI_Iprobe: progress and one search. When there is none the other ranks of the worker run.
template <class Program>
int iprobe(Call<Program>& call, int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) noexcept {
    *flag = 1;
    if (source == MPI_PROC_NULL) {
        fill_null_process(status);
        return MPI_SUCCESS;
    }
    const auto expected = internal::expected_header(call, source, tag, comm);
    const auto* parcel = call.state().communicator.find_now(expected);
    *flag = parcel != nullptr;
    if (!call.at(point::MessageIsFound(), parcel, expected)) return call.error();
    if (parcel != nullptr)
        internal::describe<Program>(*parcel, status);
    else
        call.state().communicator.give_way();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
