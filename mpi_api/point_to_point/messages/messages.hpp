// From the arguments of MPI's point-to-point functions to envelopes, and from envelopes to statuses.
#pragma once

#include <cstdio>
#include <cstring>

#include "components/datatype/signature.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/call/types_text.hpp"

namespace sartor::mpi {

template <class Program>
using sending = typename Interface<Program>::types::Sending;
template <class Program>
using receiving = typename Interface<Program>::types::Receiving;
template <class Program>
using arrival = typename Interface<Program>::types::Communicator::Arrival;
template <class Program>
using check_type = typename Interface<Program>::types::Envelope::check_type;

// What is compared between send and receive besides the length: the predefined datatypes of the data in
// programs built with --checked, otherwise an empty object. In runs that are observed it is also the time of
// the call, and with windows that are checked what the rank knows of them.
template <class Program>
[[nodiscard, gnu::always_inline]] inline auto check_of(Call<Program>& call, MPI_Datatype type,
                                                       [[maybe_unused]] MPI_Count count = 1) noexcept {
    using Check = typename Interface<Program>::types::Envelope::check_type;
    Check check;
    if constexpr (Check::compares)
        if (count != 0) [[likely]] // no data are of any datatype
            static_cast<datatype::CheckedType&>(check) =
                datatype::checked_type_of(call.state().datatypes, value_of(type), count);
    if constexpr (Interface<Program>::types::Observer::observes)
        check.stamp = call.state().communicator.observer().stamp();
    call.at(point::MessageIsDescribed(), check);
    return check;
}

// A message and its destination: all that is needed for a send that completes at once.
template <class Program>
struct Outgoing {
    using Envelope = typename Interface<Program>::types::Envelope;
    using Header = typename Envelope::header_type;
    using Storage = typename Envelope::storage_type;
    using Check = typename Envelope::check_type;
    using Mode = typename Envelope::mode_type;

    Envelope envelope;
    process::Rank* destination;
    [[no_unique_address]] Mode mode{};

    // Calls a function with the members as arguments. Functions for rare cases get them by value: if the
    // address of this object were taken, the compiler would keep it all in memory.
    template <class... Others>
    [[gnu::always_inline]] int pass_to(int (*function)(typename Header::Passed, Storage, Check, Mode,
                                                       process::Rank*, Others...) noexcept,
                                       Others... others) const noexcept {
        return function(envelope.header.passed(), envelope.storage, envelope.check, mode, destination,
                        others...);
    }

    void fill(sending<Program>& sending) const noexcept {
        sending.parcel.envelope = envelope;
        sending.mode = mode;
        sending.destination = destination->number;
        sending.owner = process::current;
    }
};

// The message of an MPI function's arguments (EPOS-MPI figure 5: filling an envelope is all that sending
// takes). Requires a valid communicator and a destination that is a rank. `context_offset` selects the
// communicator's context for collectives. The results are not const: GCC 12 keeps const objects of several
// members in memory, not in registers.
template <class Program>
[[nodiscard, gnu::always_inline]] inline Outgoing<Program>
outgoing_in_registers(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                      int destination, int tag, MPI_Comm comm, int context_offset = 0) noexcept {
    auto view = call.view(comm);
    return {.envelope = {{view.rank(), tag, view.context() + context_offset},
                         call.state().datatypes.storage(buffer, count, value_of(type)),
                         check_of(call, type, count)},
            .destination = &process::rank(view.in_process(destination))};
}

// The same by a call where GCC finds it too long for each of those who need it: then it comes in memory.
template <class Program>
[[nodiscard]] Outgoing<Program> outgoing(Call<Program>& call, const void* buffer, MPI_Count count,
                                         MPI_Datatype type, int destination, int tag, MPI_Comm comm,
                                         int context_offset = 0) noexcept {
    return outgoing_in_registers(call, buffer, count, type, destination, tag, comm, context_offset);
}

// Fills in a send that is not started yet.
template <class Program>
void address(Call<Program>& call, sending<Program>& sending, const void* buffer, MPI_Count count,
             MPI_Datatype type, int destination, int tag, MPI_Comm comm, int context_offset = 0) noexcept {
    outgoing(call, buffer, count, type, destination, tag, comm, context_offset).fill(sending);
}

// Sends a message that needs neither memory nor waiting: copied into a posted receive or into the channel.
// False: nothing was sent.
template <class Program>
[[nodiscard, gnu::always_inline]] inline bool send_directly(Call<Program>& call,
                                                            const Outgoing<Program>& message) noexcept {
    return call.state().communicator.send_directly(message.envelope, message.mode, *message.destination);
}

// What a receive expects, and from which rank of the process; -1: from any.
template <class Program>
[[gnu::always_inline]] inline void
address(Call<Program>& call, typename Interface<Program>::types::Envelope& expected, int& sender,
        void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
        int context_offset = 0) noexcept {
    auto view = call.view(comm);
    expected.header = {source, tag, view.context() + context_offset};
    expected.check = check_of(call, type, count);
    sender = source == MPI_ANY_SOURCE ? -1 : view.in_process(source);
    expected.storage = call.state().datatypes.storage(buffer, count, value_of(type));
}

// Fills in a receive that is not posted yet.
template <class Program>
[[gnu::always_inline]] inline void address(Call<Program>& call, receiving<Program>& receiving, void* buffer,
                                           MPI_Count count, MPI_Datatype type, int source, int tag,
                                           MPI_Comm comm, int context_offset = 0) noexcept {
    address(call, receiving.envelope, receiving.source, buffer, count, type, source, tag, comm,
            context_offset);
}

// What a send that is complete returns.
template <class Program>
[[nodiscard, gnu::always_inline]] inline int concluded(RankState<Program>& state,
                                                       const sending<Program>& sending) noexcept {
    return at_point<typename Interface<Program>::PointAspects>(point::SendIsOver(), state, sending);
}

// A message has been received, with this check, header and size.
template <class Program>
[[gnu::always_inline]] inline void note_received(RankState<Program>& state, const check_type<Program>& check,
                                                 const auto& header, std::uint64_t bytes) noexcept {
    at_point<typename Interface<Program>::PointAspects>(point::MessageIsReceived(), state, check, header,
                                                        bytes);
}

// The number of bytes received is kept in the first two of a status's private words.
inline void set_bytes(MPI_Status& status, std::uint64_t bytes) noexcept {
    std::memcpy(status.MPI_internal, &bytes, sizeof bytes);
}
[[nodiscard]] inline std::uint64_t get_bytes(const MPI_Status& status) noexcept {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, status.MPI_internal, sizeof bytes);
    return bytes;
}

// Sets a status except for MPI_ERROR, which is set if and only if a function returns MPI_ERR_IN_STATUS
// (MPI-5.0 section 3.2.5). Nothing for MPI_STATUS_IGNORE.
inline void fill(MPI_Status* status, int source, int tag, std::uint64_t bytes) noexcept {
    if (status == MPI_STATUS_IGNORE) return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status->MPI_internal[2] = 0; // not cancelled
    set_bytes(*status, bytes);
}

// For operations that receive nothing: any source, any tag, no bytes.
inline void fill_without_message(MPI_Status* status) noexcept {
    fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}
// The empty status, of null and inactive requests (MPI-5.0 section 3.7.3).
inline void fill_empty(MPI_Status* status) noexcept {
    fill_without_message(status);
    if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = MPI_SUCCESS;
}
// The status of a receive from MPI_PROC_NULL (MPI-5.0 section 3.11).
inline void fill_null_process(MPI_Status* status) noexcept {
    fill(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

// The end of a receive whose message does not fit. MPI_ERR_TYPE: other data than expected, checked with
// --checked only. MPI_ERR_TRUNCATE: longer than the buffer, `room` bytes, which is filled. The report names
// both sides.
template <class Program>
[[gnu::cold, gnu::noinline]] int conclude_unfit(arrival<Program> arrived, check_type<Program> expected,
                                                std::size_t room, MPI_Comm comm,
                                                MPI_Status* status) noexcept {
    auto call = this_call<Program>(comm);
    if (const int error = call.at(point::MessageIsUnfit(), arrived.bytes); error != MPI_SUCCESS) return error;
    const int source = arrived.header.source();
    const int tag = arrived.header.tag();
    fill(status, source, tag, arrived.bytes < room ? arrived.bytes : room);
    if constexpr (check_type<Program>::compares)
        if (!arrived.check.agrees_with(expected))
            return call.template fail<MPI_ERR_TYPE>(
                "rank %d sent data of %s with tag %d, the receive expects %s", source,
                internal::TypesText(arrived.check).text, tag, internal::TypesText(expected).text);
    return call.template fail<MPI_ERR_TRUNCATE>(
        "rank %d sent %zu bytes with tag %d, the receive buffer takes %zu", source, arrived.bytes, tag, room);
}

// The end of a complete receive: fills in its status and returns MPI_SUCCESS or what conclude_unfit()
// returns.
template <class Program>
[[nodiscard]] int conclude(Call<Program>& call, const receiving<Program>& receiving,
                           MPI_Status* status) noexcept {
    const auto& [header, storage, check] = receiving.envelope;
    note_received<Program>(call.state(), receiving.arrived, header, receiving.sent_bytes);
    if (receiving.sent_bytes > storage.bytes || !receiving.arrived.agrees_with(check)) [[unlikely]]
        return conclude_unfit<Program>(receiving.arrival(), check, storage.bytes, call.error_communicator(),
                                       status);
    fill(status, header.source(), header.tag(), receiving.sent_bytes);
    return MPI_SUCCESS;
}
// The same in place: one that fits needs no function.
template <class Program>
[[nodiscard, gnu::always_inline]] inline int
conclude_in_place(Call<Program>& call, const receiving<Program>& receiving, MPI_Status* status) noexcept {
    const auto& [header, storage, check] = receiving.envelope;
    if (receiving.sent_bytes > storage.bytes || !receiving.arrived.agrees_with(check)) [[unlikely]]
        return conclude(call, receiving, status);
    note_received<Program>(call.state(), receiving.arrived, header, receiving.sent_bytes);
    fill(status, header.source(), header.tag(), receiving.sent_bytes);
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
