// Buffers for the messages of one context each, beside the one for all others (MPI-5.0 section 3.6:
// communicator-specific buffers).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

#include "aspects/buffering/attached_buffer.hpp"
#include "components/library_memory.hpp"

namespace sartor::aspects {

// An aspect over a buffering communicator: a list of buffers by context, searched linearly for each buffered
// send.
template <class Buffering>
class OwnBuffers : public Buffering {
  public:
    static constexpr std::string_view name = "buffers of communicators";
    static_assert(
        requires(Buffering & communicator) { communicator.buffer_for(std::int32_t{}); },
        "buffers of communicators are woven over a communicator that buffers: aspects::Buffering");
    using typename Buffering::Buffer;

    using Buffering::Buffering;
    ~OwnBuffers() {
        while (first_ != nullptr) drop_at(&first_);
    }

    // The buffer of a context; null when it has none.
    [[nodiscard]] Buffer* own_buffer(std::int32_t context) noexcept {
        Own** link = find_link(context);
        return *link == nullptr ? nullptr : &(*link)->buffer;
    }
    [[nodiscard]] Buffer& buffer_for(std::int32_t context) noexcept {
        Buffer* own = own_buffer(context);
        return own != nullptr ? *own : Buffering::buffer_for(context);
    }

    // A buffer for a context that has none, with no region attached. Null when there is no memory.
    [[nodiscard]] Buffer* make_own_buffer(std::int32_t context) noexcept {
        void* memory = allocate_for_library(sizeof(Own));
        if (memory == nullptr) return nullptr;
        first_ = new (memory) Own{first_, context, {}};
        return &first_->buffer;
    }
    // Requires that all its sends are complete.
    void drop_own_buffer(std::int32_t context) noexcept {
        Own** link = find_link(context);
        if (*link != nullptr) drop_at(link);
    }

    void flush_all() noexcept {
        Buffering::flush_all();
        for (const Own* own = first_; own != nullptr; own = own->next) this->flush(own->buffer);
    }

  private:
    struct Own {
        Own* next;
        std::int32_t context;
        Buffer buffer;
    };

    [[nodiscard]] Own** find_link(std::int32_t context) noexcept {
        Own** link = &first_;
        while (*link != nullptr && (*link)->context != context) link = &(*link)->next;
        return link;
    }
    static void drop_at(Own** link) noexcept {
        Own* own = *link;
        *link = own->next;
        own->buffer.detach();
        std::free(own);
    }

    Own* first_ = nullptr;
};

} // namespace sartor::aspects
