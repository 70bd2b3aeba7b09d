// Buffered mode: MPI_Bsend, Ibsend, Bsend_init, and the buffer that it sends from (MPI-5.0 sections 3.4
// and 3.6).
#pragma once

#include "mpi_api/point_to_point/messages/messages.hpp"

namespace sartor::mpi {

namespace internal {

static_assert(sizeof(void*) == 8 && MPI_BSEND_OVERHEAD >= 512,
              "a block's header and alignment fit the overhead");

// The buffer for messages of one context: of the communicator if it has one, else of its session, else the
// rank's (MPI-5.0 section 3.6).
template <class Program>
[[nodiscard]] auto& buffer_for(Call<Program>& call, int context) noexcept {
    auto& communicator = call.state().communicator;
    if constexpr (Interface<Program>::has_sessions && Interface<Program>::has_own_buffers) {
        const MPI_Session session = call.state().sessions.contexts().find(context);
        auto* own = communicator.own_buffer(context);
        if (own == nullptr && session != nullptr)
            own = communicator.own_buffer(Sessions::buffer_key(session));
        if (own != nullptr) return *own;
    }
    return communicator.buffer_for(context);
}

// Copies a message into the buffer for its communicator and sends it from there. `message` has its
// destination and data. MPI_ERR_BUFFER when no buffer is attached or when it has no room; nothing is sent
// then. With --checked messages stay in the buffer until they are received, as they may in other MPIs, and
// take all of MPI_BSEND_OVERHEAD.
template <class Program>
int send_buffered(Call<Program>& call, sending<Program>& message) noexcept {
    auto& communicator = call.state().communicator;
    using Rules = typename Interface<Program>::Rules;
    Rules::StandardSend::mark(message);
    auto& buffer = buffer_for(call, message.parcel.envelope.header.context());
    if (!buffer.is_attached())
        return call.template fail<MPI_ERR_BUFFER>("no buffer is attached: call MPI_Buffer_attach first");
    if (communicator.send_buffered(message, buffer, Rules::reserved_bytes)) return MPI_SUCCESS;
    return call.template fail<MPI_ERR_BUFFER>("the attached buffer of %zu bytes has no room for a message of "
                                              "%zu bytes and MPI_BSEND_OVERHEAD",
                                              buffer.bytes(), message.parcel.envelope.storage.bytes);
}

// `region` is used until it is detached, and MPI_BUFFER_AUTOMATIC means memory of the library's, as much as
// is needed. MPI_ERR_ARG for a negative size, MPI_ERR_BUFFER for a null pointer with bytes.
template <class Program, class Buffer>
int attach(Call<Program>& call, Buffer& buffer, void* region, MPI_Count bytes) noexcept {
    if (bytes < 0)
        return call.template fail<MPI_ERR_ARG>("size = %lld: expected no negative size",
                                               static_cast<long long>(bytes));
    if (region == nullptr && bytes > 0)
        return call.template fail<MPI_ERR_BUFFER>("the buffer is a null pointer");
    const bool automatic = region == MPI_BUFFER_AUTOMATIC;
    buffer.attach(automatic ? nullptr : region, automatic ? 0 : static_cast<std::size_t>(bytes));
    if (!automatic) call.at(point::BufferIsAttached(), region, static_cast<std::size_t>(bytes));
    return MPI_SUCCESS;
}

// Waits until the buffer's messages have been sent, then gives its address and size back. No buffer (null)
// gives a null address and no bytes. `region` points to the pointer that receives the address.
template <class Program, class Buffer, class Count>
int detach(Call<Program>& call, Buffer* buffer, void* region, Count* bytes) noexcept {
    void* address = nullptr;
    *bytes = 0;
    if (buffer != nullptr) {
        call.state().communicator.flush(*buffer);
        address = buffer->region();
        if (buffer->is_attached() && address == nullptr) address = MPI_BUFFER_AUTOMATIC;
        *bytes = static_cast<Count>(buffer->bytes());
        call.at(point::BufferIsDetached(), address);
        buffer->detach();
    }
    *static_cast<void**>(region) = address;
    return MPI_SUCCESS;
}

} // namespace internal

// MPI_Bsend: returns when the message is copied, whether it is received or not. Cost: one copy more than
// MPI_Send, and MPI_BSEND_OVERHEAD bytes of the buffer beside the data. Nothing is done for MPI_PROC_NULL.
template <class Program>
int bsend(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type, int destination,
          int tag, MPI_Comm comm) noexcept {
    if (destination == MPI_PROC_NULL) return MPI_SUCCESS;
    sending<Program> message;
    address(call, message, buffer, count, type, destination, tag, comm);
    return internal::send_buffered(call, message);
}

// MPI_Buffer_attach: one buffer for each rank; MPI_ERR_BUFFER while another one is attached.
template <class Program>
int buffer_attach(Call<Program>& call, void* region, MPI_Count bytes) noexcept {
    auto& buffer = call.state().communicator.buffer();
    if (buffer.is_attached()) return call.template fail<MPI_ERR_BUFFER>("a buffer is attached already");
    return internal::attach(call, buffer, region, bytes);
}

// MPI_Buffer_flush: returns when all messages in the rank's buffer have been sent.
template <class Program>
int buffer_flush(Call<Program>& call) noexcept {
    auto& communicator = call.state().communicator;
    communicator.flush(communicator.buffer());
    return MPI_SUCCESS;
}

// MPI_Buffer_detach: flushes first, so it may wait for receivers.
template <class Program, class Count>
int buffer_detach(Call<Program>& call, void* region, Count* bytes) noexcept {
    return internal::detach(call, &call.state().communicator.buffer(), region, bytes);
}

} // namespace sartor::mpi
