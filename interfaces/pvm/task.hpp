// A small interface after PVM's (Geist et al., PVM 3 User's Guide, 1994): tasks pack data into a send buffer,
// send it with a tag, receive into a receive buffer and unpack. Over the channels of a machine, without MPI.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "transports/host/machine.hpp"
#include "transports/raw_channel.hpp"

namespace sartor::pvm {

enum class Error { none, no_memory, nothing_packed_left };

// A rank as PVM sees it. Functions return Error::none or what was wrong; nothing is sent or unpacked then.
class Task {
  public:
    using Channel = channel::RawChannel<machine::Host>;

    Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    ~Task() {
        std::free(packed_);
        release();
    }

    [[nodiscard]] static int my_task() noexcept { return process::current->number; }
    [[nodiscard]] static int tasks() noexcept { return process::size(); }

    // Empties the send buffer.
    void begin_send() noexcept { used_ = 0; }

    // Appends to the send buffer, which grows. Error::no_memory.
    Error pack(const void* data, std::size_t bytes) noexcept {
        if (used_ + bytes > room_ && !grow(used_ + bytes)) return Error::no_memory;
        if (bytes > 0) std::memcpy(packed_ + used_, data, bytes);
        used_ += bytes;
        return Error::none;
    }

    // Sends a copy of the send buffer, which is unchanged and may be sent to others too. Returns at once.
    [[nodiscard]] Error send(int task, int tag) noexcept {
        return raw_channel().send_copy(task, packed_, used_, tag) ? Error::none : Error::no_memory;
    }

    // Waits for the oldest message of a task with a tag: it becomes the receive buffer; the last one is
    // freed.
    void receive(int task, int tag) noexcept {
        release();
        received_ = &raw_channel().receive(task, tag);
        unpacked_ = 0;
    }
    [[nodiscard]] std::size_t left() const noexcept {
        return received_ == nullptr ? 0 : received_->envelope.storage.bytes - unpacked_;
    }
    // Takes the next `bytes` bytes. Error::nothing_packed_left when there are fewer.
    Error unpack(void* data, std::size_t bytes) noexcept {
        if (bytes > left()) return Error::nothing_packed_left;
        if (bytes > 0)
            std::memcpy(data, static_cast<const char*>(received_->envelope.storage.data) + unpacked_, bytes);
        unpacked_ += bytes;
        return Error::none;
    }

  private:
    [[nodiscard]] static Channel& raw_channel() noexcept { return Channel::of(*process::current); }

    bool grow(std::size_t bytes) noexcept {
        void* larger = std::realloc(packed_, 2 * bytes);
        if (larger == nullptr) return false;
        packed_ = static_cast<char*>(larger);
        room_ = 2 * bytes;
        return true;
    }
    void release() noexcept {
        if (received_ != nullptr) Channel::release(*received_);
        received_ = nullptr;
    }

    char* packed_ = nullptr;
    std::size_t used_ = 0;
    std::size_t room_ = 0;
    channel::RawMessage* received_ = nullptr;
    std::size_t unpacked_ = 0;
};

} // namespace sartor::pvm
