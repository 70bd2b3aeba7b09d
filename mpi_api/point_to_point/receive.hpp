// MPI_Recv (MPI-5.0 section 3.2.4).
#pragma once

#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
using header_type = typename Interface<Program>::types::Header;
template <class Program>
using storage_type = typename Interface<Program>::types::Envelope::storage_type;

// Posts a receive for a message that has not arrived, and waits for it.
template <class Program>
[[gnu::noinline]] int receive_and_wait(typename header_type<Program>::Passed header,
                                       storage_type<Program> target, check_type<Program> check, MPI_Comm comm,
                                       MPI_Status* status) noexcept {
    const header_type<Program> expected = header;
    auto call = this_call<Program>(comm);
    receiving<Program> message;
    message.envelope = {expected, target, check};
    message.source = expected.source() == MPI_ANY_SOURCE ? -1 : call.view(comm).in_process(expected.source());
    call.state().communicator.receive_and_wait(message);
    return conclude(call, message, status);
}

// For a message that is not in the communicator's queues: it may be in a fastbuffer of the channel, where the
// rank reads it in place, without the worker's distribution of messages and without a copy in between.
template <class Program>
[[gnu::noinline]] int receive_next(typename header_type<Program>::Passed header, storage_type<Program> target,
                                   check_type<Program> check, MPI_Comm comm, MPI_Status* status) noexcept {
    header_type<Program> expected = header;
    auto& communicator = self<Program>().communicator;
    if constexpr (requires { communicator.find_in_channel(expected); }) {
        auto in_slot = communicator.find_in_channel(expected);
        if (in_slot &&
            arrival<Program>(in_slot.header(), in_slot.bytes(), in_slot.check()).fits(target.bytes, check)) {
            note_received<Program>(self<Program>(), in_slot.check(), in_slot.header(), in_slot.bytes());
            fill(status, in_slot.header().source(), in_slot.header().tag(), in_slot.bytes());
            communicator.receive_from_channel(in_slot, target);
            return MPI_SUCCESS;
        }
    }
    return receive_and_wait<Program>(header, target, check, comm, status);
}

// A message that has arrived, but is longer than the buffer or of other data: it is consumed, then reported.
template <class Program>
[[gnu::cold, gnu::noinline]] int receive_unfit(typename Interface<Program>::types::Parcel& parcel,
                                               storage_type<Program> target, check_type<Program> check,
                                               MPI_Comm comm, MPI_Status* status) noexcept {
    const arrival<Program> arrived(parcel.envelope);
    self<Program>().communicator.receive_at_once(parcel, target);
    return conclude_unfit<Program>(arrived, check, target.bytes, comm, status);
}

// The blocking receive of all functions that have one. `context_offset` selects the communicator's context
// for collectives. The shortest path, a message in the unexpected queue, is a search and a copy.
template <class Program>
int receive_blocking(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int source,
                     int tag, MPI_Comm comm, MPI_Status* status, int context_offset = 0) noexcept {
    if (source == MPI_PROC_NULL) {
        fill_null_process(status);
        return MPI_SUCCESS;
    }
    auto& communicator = call.state().communicator;
    auto view = call.view(comm);
    header_type<Program> expected{source, tag, view.context() + context_offset};
    auto target = call.state().datatypes.storage(buffer, count, value_of(type));
    const auto check = check_of(call, type, count);
    auto* const parcel = communicator.take_at_once(expected);
    if (parcel == nullptr) return receive_next<Program>(expected.passed(), target, check, comm, status);
    const arrival<Program> arrived(parcel->envelope);
    note_received<Program>(call.state(), arrived.check, arrived.header, arrived.bytes);
    if (!arrived.fits(target.bytes, check)) [[unlikely]]
        return receive_unfit<Program>(*parcel, target, check, comm, status);
    fill(status, arrived.header.source(), arrived.header.tag(), arrived.bytes);
    communicator.receive_at_once(*parcel, target); // its copy comes last
    return MPI_SUCCESS;
}

} // namespace internal

// MPI_Recv: at most `count` elements. MPI_ERR_TRUNCATE when the message is longer; the buffer is filled and
// the message is consumed. A receive from MPI_PROC_NULL returns at once.
template <class Program>
int recv(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
         MPI_Comm comm, MPI_Status* status) noexcept {
    call.at(point::BlockingReceiveBegins(), source);
    const int error = internal::receive_blocking(call, buffer, count, type, source, tag, comm, status);
    call.at(point::BlockingReceiveEnds(), buffer, count, type, source, tag, comm, status);
    return error;
}

} // namespace sartor::mpi
