// What a request keeps of its buffers in programs built with --checked.
#pragma once

#include <new>
#include <type_traits>

#include "components/envelope/digest.hpp"
#include "components/envelope/pieces.hpp"

namespace sartor::mpi {

using envelope::PieceSpan;

template <class Storage>
struct UseOfBuffer {
    Storage data;
    PieceSpan span;
    bool is_written;
    envelope::Digest digest; // of what is sent
    const char* function;    // that began it, and its call site
    const void* site;
};

// An element of the list of its rank while it is in use.
template <class Storage>
struct BufferInUse {
    BufferInUse() noexcept {}
    BufferInUse(const BufferInUse&) = delete;
    BufferInUse& operator=(const BufferInUse&) = delete;
    ~BufferInUse() { end_last(); }

    bool in_use = false;
    bool was_used = false; // `use` is there
    BufferInUse* next;
    BufferInUse** link; // what points here
    union {
        UseOfBuffer<Storage> use; // or the last one
    };

    void begin(const UseOfBuffer<Storage>& with) noexcept {
        end_last();
        new (&use) UseOfBuffer<Storage>(with);
        in_use = was_used = true;
    }

  private:
    void end_last() noexcept {
        if constexpr (!std::is_trivially_destructible_v<Storage>)
            if (was_used) use.~UseOfBuffer<Storage>();
    }
};

template <class Storage>
struct BuffersInUse {
    BufferInUse<Storage> each[2]; // sent and received
};
struct NoBuffersInUse {};

// The memory of all operations under way of a rank. Most others are outside of what it spans from the first
// byte to the last, which shrinks when nothing is under way.
template <class Storage>
class MemoryInUse {
  public:
    using Buffer = BufferInUse<Storage>;

    // Whether one of the operations may use a byte of these: its span meets them, and one of both writes.
    [[nodiscard]] bool may_meet(const PieceSpan& span, bool is_written) const noexcept {
        return first_ != nullptr && (is_written ? all_ : written_).meets(span) && one_meets(span, is_written);
    }
    void begin(Buffer& buffer, const UseOfBuffer<Storage>& use) noexcept {
        if (first_ == nullptr)
            all_ = written_ = {};
        else
            first_->link = &buffer.next;
        all_.widen(use.span);
        if (use.is_written) written_.widen(use.span);
        buffer.begin(use);
        buffer.next = first_;
        buffer.link = &first_;
        first_ = &buffer;
    }
    void end(Buffer& buffer) noexcept {
        *buffer.link = buffer.next;
        if (buffer.next != nullptr) buffer.next->link = buffer.link;
        buffer.in_use = false;
    }

  private:
    [[nodiscard, gnu::noinline]] bool one_meets(const PieceSpan& span, bool is_written) const noexcept {
        for (const Buffer* one = first_; one != nullptr; one = one->next)
            if ((is_written || one->use.is_written) && one->use.span.meets(span)) return true;
        return false;
    }

    Buffer* first_ = nullptr;
    PieceSpan all_;
    PieceSpan written_;
};
struct NoMemoryInUse {};

} // namespace sartor::mpi
