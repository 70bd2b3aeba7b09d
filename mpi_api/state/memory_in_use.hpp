// The memory of a rank's operations under way, in programs built with --checked: what is sent, and what is
// received into.
#pragma once

#include <cstdint>
#include <new>
#include <type_traits>

#include "components/envelope/digest.hpp"
#include "components/envelope/pieces.hpp"

namespace sartor::mpi {

using envelope::PieceSpan;

namespace internal {

// What is kept of a use where it takes time to find out.
struct UseOfPieces {
    [[nodiscard]] const PieceSpan& span_of(const auto&) const noexcept { return span; }
    void keep(const auto& use) noexcept {
        span.become(use.span);
        number = use.number;
    }
    PieceSpan span;
    std::uint64_t number;
};
struct UseOfOnePiece {
    [[nodiscard]] static PieceSpan span_of(const auto& data) noexcept { return envelope::span_of(data); }
    static void keep(const auto&) noexcept {}
    static constexpr std::uint64_t number = 0;
};

// A copy of a storage, made when it is wanted.
template <class Storage>
class CopyOfStorage {
  public:
    CopyOfStorage() noexcept {}
    CopyOfStorage(const CopyOfStorage&) = delete;
    CopyOfStorage& operator=(const CopyOfStorage&) = delete;
    ~CopyOfStorage() { drop(); }

    [[nodiscard]] const Storage& make(const Storage& storage) noexcept {
        drop();
        if constexpr (!is_trivial) made_.yes = true;
        return *new (&copy_) Storage(storage);
    }

  private:
    static constexpr bool is_trivial = std::is_trivially_destructible_v<Storage>;
    struct Made {
        bool yes = false;
    };
    struct NotKept {};

    void drop() noexcept {
        if constexpr (!is_trivial)
            if (made_.yes) copy_.~Storage();
    }

    union {
        Storage copy_;
    };
    [[no_unique_address]] std::conditional_t<is_trivial, NotKept, Made> made_;
};

// What was found of buffers in pieces: that they are apart from all others in use. Programs do the same again
// and again, so what is in use is known by a number, the sum of those of its buffers.
template <class Storage>
class KnownApart {
  public:
    void begin(std::uint64_t number) noexcept { in_use_ += number; }
    void end(std::uint64_t number) noexcept { in_use_ -= number; }

    // Whether it is known of a buffer with this number, and what it spans.
    [[nodiscard]] bool finds(std::uint64_t number, PieceSpan& span) const noexcept {
        const std::uint64_t key = key_of(number);
        const Known& known = each_[key >> (64 - slot_bits)];
        if (known.key != key) return false;
        span.become(known.span);
        return true;
    }
    void keep(std::uint64_t number, const PieceSpan& span) noexcept {
        const std::uint64_t key = key_of(number);
        Known& known = each_[key >> (64 - slot_bits)];
        known.key = key;
        known.span.become(span);
    }

  private:
    struct Known {
        std::uint64_t key = 0;
        PieceSpan span;
    };
    static constexpr unsigned slot_bits = 8;

    [[nodiscard]] std::uint64_t key_of(std::uint64_t number) const noexcept {
        const std::uint64_t sum = (in_use_ ^ number << 1) + layout::shapes_gone();
        return (sum ^ sum >> 32) * 0x9e3779b97f4a7c15 | 1; // not 0
    }

    std::uint64_t in_use_ = 0;
    Known each_[1U << slot_bits];
};
struct NothingKnownApart {
    static void begin(std::uint64_t) noexcept {}
    static void end(std::uint64_t) noexcept {}
};

} // namespace internal

// What an operation is about to use, with a number in programs whose data may be in pieces.
template <class Storage>
struct NewUse {
    [[gnu::always_inline]] NewUse(const Storage& storage, bool writes) noexcept
        : data(storage), is_written(writes) {
        if constexpr (envelope::may_be_in_pieces<Storage>)
            number = envelope::number_of_place(storage) ^ (writes ? written : 0);
    }

    // The same of a copy of the storage.
    [[nodiscard]] NewUse with(const Storage& copy) const noexcept {
        NewUse result(copy, is_written);
        result.span.become(span);
        return result;
    }

    static constexpr std::uint64_t written = 0x94d049bb133111eb;
    const Storage& data;
    bool is_written;
    std::uint64_t number = 0;
    PieceSpan span{}; // set when it has been compared with what is in use
};

// An element of one of its rank's lists while it is in use. What is not initialized is set then.
template <class Storage>
struct BufferInUse {
    BufferInUse() noexcept {}
    BufferInUse(const BufferInUse&) = delete;
    BufferInUse& operator=(const BufferInUse&) = delete;

    [[nodiscard]] PieceSpan span() const noexcept { return kept.span_of(*data); }

    BufferInUse* next;
    BufferInUse** link;   // what points here
    const Storage* data;  // of the request's own send or receive, or a copy
    const char* function; // that began it, and its call site
    const void* site;
    [[no_unique_address]] std::conditional_t<envelope::may_be_in_pieces<Storage>, internal::UseOfPieces,
                                             internal::UseOfOnePiece>
        kept;
};
template <class Storage>
struct SentBuffer : BufferInUse<Storage> {
    [[nodiscard, gnu::always_inline]] bool has_changed() const noexcept {
        return !digest.is(envelope::digest_of(*this->data));
    }

    envelope::KeptDigest digest;
};

// Which buffers of a request are in use, and whether it makes a communicator.
struct UsesOfRequest {
    bool sent = false;
    bool received = false;
    bool makes_communicator = false;

    [[nodiscard]] bool any() const noexcept { return sent || received; }
};
// Those of a request; null for none.
template <class Storage>
struct OwnBuffers {
    const BufferInUse<Storage>* received = nullptr;
    const BufferInUse<Storage>* sent = nullptr;
};

// All that is sent, or received into. Most other buffers are outside of what these span from the first byte
// to the last, which shrinks when none is left.
template <class Storage>
class BufferList {
  public:
    using Buffer = BufferInUse<Storage>;

    // The first one, or the next one after `before`, that spans memory which meets the span; null for none.
    [[nodiscard, gnu::always_inline]] const Buffer* first_near(const PieceSpan& span) const noexcept {
        if (first_ == nullptr || !all_.meets(span)) [[likely]]
            return nullptr;
        return near_from(first_, span);
    }
    [[nodiscard]] static const Buffer* next_near(const Buffer& before, const PieceSpan& span) noexcept {
        return near_from(before.next, span);
    }
    [[gnu::always_inline]] void add(Buffer& buffer, const PieceSpan& span) noexcept {
        if (first_ == nullptr) {
            all_.become(span);
        } else {
            first_->link = &buffer.next;
            all_.widen(span);
        }
        buffer.next = first_;
        buffer.link = &first_;
        first_ = &buffer;
    }

  private:
    [[nodiscard, gnu::noinline]] static const Buffer* near_from(const Buffer* one, PieceSpan span) noexcept {
        while (one != nullptr && !one->span().meets(span)) one = one->next;
        return one;
    }

    Buffer* first_ = nullptr;
    PieceSpan all_;
};

template <class Storage>
class MemoryInUse {
  public:
    using Buffer = BufferInUse<Storage>;

    using Use = NewUse<Storage>;

    // Whether an operation may use a byte of this span so that they disturb each other: one of both writes.
    [[nodiscard, gnu::always_inline]] bool is_near(const PieceSpan& span, bool is_written) const noexcept {
        return received_.first_near(span) != nullptr || (is_written && sent_.first_near(span) != nullptr);
    }
    // Whether an operation does so with a byte of these data. Not those that use `own`.
    [[nodiscard]] bool one_meets(const Storage& data, const PieceSpan& span, bool is_written,
                                 const OwnBuffers<Storage>& own) const noexcept {
        return one_meets(received_, data, span, own) || (is_written && one_meets(sent_, data, span, own));
    }
    // What is known of data in pieces, or near them, when nothing of the operation's own is in use.
    [[nodiscard]] bool is_known_apart(Use& use) const noexcept { return known_.finds(use.number, use.span); }
    void note_apart(const Use& use) noexcept { known_.keep(use.number, use.span); }

    // The data must stay where they are until end().
    [[gnu::always_inline]] void begin(Buffer& buffer, const Use& use, const char* function,
                                      const void* site) noexcept {
        buffer.data = &use.data;
        buffer.kept.keep(use);
        known_.begin(use.number);
        buffer.function = function;
        buffer.site = site;
        (use.is_written ? received_ : sent_).add(buffer, use.span);
    }
    [[gnu::always_inline]] void end(Buffer& buffer) noexcept {
        *buffer.link = buffer.next;
        if (buffer.next != nullptr) buffer.next->link = buffer.link;
        known_.end(buffer.kept.number);
    }

  private:
    using List = BufferList<Storage>;

    [[nodiscard]] static bool one_meets(const List& list, const Storage& data, const PieceSpan& span,
                                        const OwnBuffers<Storage>& own) noexcept {
        for (const Buffer* near = list.first_near(span); near != nullptr;
             near = List::next_near(*near, span)) {
            if (near == own.sent || near == own.received) continue;
            if (envelope::have_common_byte(data, *near->data)) return true;
        }
        return false;
    }

    List sent_;
    List received_;
    [[no_unique_address]] std::conditional_t<envelope::may_be_in_pieces<Storage>,
                                             internal::KnownApart<Storage>, internal::NothingKnownApart>
        known_;
};

} // namespace sartor::mpi
