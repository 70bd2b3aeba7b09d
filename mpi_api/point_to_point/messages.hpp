// From the arguments of MPI's point-to-point functions to envelopes, and from envelopes to statuses.
#pragma once

#include <cstring>

#include "components/datatype/signature.hpp"
#include "mpi_api/call.hpp"
#include "mpi_api/datatypes/predefined_names.hpp"

namespace sartor::mpi {

template <class Program>
using sending = typename Interface<Program>::types::Sending;
template <class Program>
using receiving = typename Interface<Program>::types::Receiving;

// What a message says of its data, or a receive expects: nothing unless that is checked.
template <class Program>
[[nodiscard]] auto check_of(Call<Program>& call, MPI_Datatype type) noexcept {
    using Check = typename Interface<Program>::types::Envelope::check_type;
    Check check;
    if constexpr (Check::compares)
        check.type = static_cast<std::int32_t>(datatype::item_of(call.state().datatypes, value_of(type)));
    return check;
}

// What a message is and where it goes: all that a send needs which is over at once.
template <class Program>
struct Outgoing {
    using Envelope = typename Interface<Program>::types::Envelope;

    Envelope envelope;
    process::Rank* destination;
    [[no_unique_address]] typename Envelope::mode_type mode{};

    void fill(sending<Program>& sending) const noexcept {
        sending.parcel.envelope = envelope;
        sending.mode = mode;
        sending.destination = destination->number;
        sending.owner = process::current;
    }
};

// EPOS-MPI figure 5: filling an envelope is all that sending takes.
template <class Program>
[[nodiscard]] Outgoing<Program> outgoing(Call<Program>& call, const void* buffer, MPI_Count count,
                                         MPI_Datatype type, int destination, int tag, MPI_Comm comm,
                                         int context_offset = 0) noexcept {
    const auto view = call.view(comm);
    return {.envelope = {{view.rank(), tag, view.context() + context_offset},
                         call.state().datatypes.storage(buffer, count, value_of(type)),
                         check_of(call, type)},
            .destination = &process::rank(view.in_process(destination))};
}

template <class Program>
void address(Call<Program>& call, sending<Program>& sending, const void* buffer, MPI_Count count,
             MPI_Datatype type, int destination, int tag, MPI_Comm comm, int context_offset = 0) noexcept {
    outgoing(call, buffer, count, type, destination, tag, comm, context_offset).fill(sending);
}

// False: nothing was sent.
template <class Program>
[[nodiscard, gnu::always_inline]] inline bool send_at_once(Call<Program>& call,
                                                           const Outgoing<Program>& message) noexcept {
    return call.state().communicator.send_at_once(message.envelope, message.mode, *message.destination);
}

template <class Program>
[[gnu::always_inline]] inline void address(Call<Program>& call, receiving<Program>& receiving, void* buffer,
                                           MPI_Count count, MPI_Datatype type, int source, int tag,
                                           MPI_Comm comm, int context_offset = 0) noexcept {
    const auto view = call.view(comm);
    receiving.envelope.header = {source, tag, view.context() + context_offset};
    receiving.envelope.check = check_of(call, type);
    receiving.source = source == MPI_ANY_SOURCE ? -1 : view.in_process(source);
    receiving.envelope.storage = call.state().datatypes.storage(buffer, count, value_of(type));
}

// The bytes of a message stand in the first two of the status's private words.
inline void set_bytes(MPI_Status& status, std::uint64_t bytes) noexcept {
    std::memcpy(status.MPI_internal, &bytes, sizeof bytes);
}
[[nodiscard]] inline std::uint64_t get_bytes(const MPI_Status& status) noexcept {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, status.MPI_internal, sizeof bytes);
    return bytes;
}

// MPI_ERROR is left alone: it is set if and only if a function returns MPI_ERR_IN_STATUS (MPI-5.0
// section 3.2.5).
inline void fill(MPI_Status* status, int source, int tag, std::uint64_t bytes) noexcept {
    if (status == MPI_STATUS_IGNORE) return;
    status->MPI_SOURCE = source;
    status->MPI_TAG = tag;
    status->MPI_internal[2] = 0; // not cancelled
    set_bytes(*status, bytes);
}

inline void fill_empty(MPI_Status* status) noexcept {
    fill(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}
inline void fill_null_process(MPI_Status* status) noexcept {
    fill(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

template <class Program>
[[gnu::cold, gnu::noinline]] int truncated(const receiving<Program>& receiving, MPI_Comm comm) noexcept {
    return this_call<Program>(comm).template fail<MPI_ERR_TRUNCATE>(
        "rank %d sent %zu bytes with tag %d, the receive buffer takes %zu",
        envelope::get(receiving.envelope.header.source), receiving.sent_bytes,
        envelope::get(receiving.envelope.header.tag), receiving.envelope.storage.bytes);
}

// Ends a completed receive: its status, and the error of a message that was longer than the buffer.
template <class Program>
[[nodiscard]] int conclude(Call<Program>& call, const receiving<Program>& receiving,
                           MPI_Status* status) noexcept {
    const auto& header = receiving.envelope.header;
    if (status != MPI_STATUS_IGNORE)
        fill(status, envelope::get(header.source), envelope::get(header.tag), receiving.received_bytes());
    if constexpr (Interface<Program>::types::Envelope::check_type::compares)
        if (!receiving.arrived.agrees_with(receiving.envelope.check))
            return call.template fail<MPI_ERR_TYPE>(
                "rank %d sent data of %s with tag %d, the receive expects %s", envelope::get(header.source),
                predefined_type_name(receiving.arrived.type), envelope::get(header.tag),
                predefined_type_name(receiving.envelope.check.type));
    return receiving.is_truncated() ? truncated<Program>(receiving, call.speaks_for()) : MPI_SUCCESS;
}

} // namespace sartor::mpi
