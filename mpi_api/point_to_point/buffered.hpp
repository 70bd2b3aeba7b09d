// Buffered mode: MPI_Bsend, Ibsend, Bsend_init, and the buffer that it sends from (MPI-5.0 sections 3.4
// and 3.6).
#pragma once

#include "mpi_api/point_to_point/messages.hpp"

namespace sartor::mpi {

namespace internal {

static_assert(sizeof(void*) == 8 && MPI_BSEND_OVERHEAD >= 512,
              "a block's header and alignment fit the overhead");

// Copies a message into the attached buffer and sends it from there. `message` says where to and what.
template <class Program>
int send_buffered(Call<Program>& call, const sending<Program>& message) noexcept {
    auto& buffer = call.state().attached_buffer;
    if (!buffer.is_attached())
        return call.template fail<MPI_ERR_BUFFER>("no buffer is attached: call MPI_Buffer_attach first");
    const auto& storage = message.parcel.envelope.storage;
    call.state().communicator.progress();
    auto* block = buffer.take(storage.bytes);
    if (block == nullptr)
        return call.template fail<MPI_ERR_BUFFER>(
            "the attached buffer of %zu bytes has no room for a message of %zu "
            "bytes and MPI_BSEND_OVERHEAD",
            buffer.bytes(), storage.bytes);
    storage.gather_to(block->data());
    auto& sending = block->sending;
    sending.parcel.envelope.header = message.parcel.envelope.header;
    sending.parcel.envelope.storage = {block->data(), storage.bytes};
    sending.parcel.envelope.check = message.parcel.envelope.check;
    sending.destination = message.destination;
    sending.owner = message.owner;
    call.state().communicator << sending;
    return MPI_SUCCESS;
}

template <class Program>
void flush_attached_buffer(Call<Program>& call) noexcept {
    auto& state = call.state();
    state.communicator.wait_until([&] { return state.attached_buffer.all_complete(); });
}

} // namespace internal

template <class Program>
int bsend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
          int tag, MPI_Comm comm) noexcept {
    if (destination == MPI_PROC_NULL) return MPI_SUCCESS;
    sending<Program> message;
    address(call, message, buffer, count, type, destination, tag, comm);
    return internal::send_buffered(call, message);
}

template <class Program>
int buffer_attach(Call<Program>& call, void* region, MPI_Count bytes) noexcept {
    auto& buffer = call.state().attached_buffer;
    if (buffer.is_attached()) return call.template fail<MPI_ERR_BUFFER>("a buffer is attached already");
    if (bytes < 0)
        return call.template fail<MPI_ERR_ARG>("size = %lld: expected no negative size",
                                               static_cast<long long>(bytes));
    const bool automatic = region == MPI_BUFFER_AUTOMATIC;
    buffer.attach(automatic ? nullptr : region, automatic ? 0 : static_cast<std::size_t>(bytes));
    return MPI_SUCCESS;
}

template <class Program>
int buffer_flush(Call<Program>& call) noexcept {
    internal::flush_attached_buffer(call);
    return MPI_SUCCESS;
}

template <class Program, class Count>
int buffer_detach(Call<Program>& call, void* region, Count* bytes) noexcept {
    auto& buffer = call.state().attached_buffer;
    internal::flush_attached_buffer(call);
    void* address = buffer.region();
    if (buffer.is_attached() && address == nullptr) address = MPI_BUFFER_AUTOMATIC;
    *bytes = static_cast<Count>(buffer.bytes());
    *static_cast<void**>(region) = address;
    buffer.detach();
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
