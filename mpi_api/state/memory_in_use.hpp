// The memory of a rank's operations under way, in programs built with --checked: what is sent, and what is
// received into.
#pragma once

#include <cstdint>
#include <new>
#include <type_traits>

#include "components/envelope/digest.hpp"
#include "components/envelope/pieces.hpp"
#include "runtime/accesses/watched_memory.hpp"

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

    static constexpr std::uint64_t written = 0x94d049bb133111eb;
    const Storage& data;
    bool is_written;
    std::uint64_t number = 0;
    PieceSpan span{}; // set when it has been compared with what is in use
};

namespace internal {

// A ring: where something is added or taken out, there are neighbours on both sides.
struct LinkOfUse {
    LinkOfUse* next;
    LinkOfUse* before;
};

} // namespace internal

// An element of one of its rank's lists while it is in use. What is not initialized is set then.
template <class Storage>
struct BufferInUse : internal::LinkOfUse {
    BufferInUse() noexcept {}
    BufferInUse(const BufferInUse&) = delete;
    BufferInUse& operator=(const BufferInUse&) = delete;

    [[nodiscard]] PieceSpan span() const noexcept { return kept.span_of(*data); }

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
    bool unused = false; // all are set as one word

    [[nodiscard]] bool any() const noexcept { return sent || received; }
};
// Those of a request; null for none.
template <class Storage>
struct OwnBuffers {
    const BufferInUse<Storage>* received = nullptr;
    const BufferInUse<Storage>* sent = nullptr;
};

// All that is sent, or received into. Most other buffers are outside of what these span from the first byte
// to the last.
template <class Storage>
class BufferList {
  public:
    using Buffer = BufferInUse<Storage>;

    BufferList() = default;
    BufferList(const BufferList&) = delete;
    BufferList& operator=(const BufferList&) = delete;

    // The first one, or the next one after `before`, that spans memory which meets the span; null for none.
    // What all span is found anew when it is seen to be too much: no call that ends a use looks at it.
    [[nodiscard, gnu::always_inline]] const Buffer* first_near(const PieceSpan& span) noexcept {
        if (!all_.overlaps(span)) [[likely]]
            return nullptr;
        if (ends_.next == &ends_) {
            all_.become({});
            return nullptr;
        }
        return near_or_none(span);
    }
    [[nodiscard]] const Buffer* next_near(const Buffer& before, const PieceSpan& span) const noexcept {
        for (const auto* one = before.next; one != &ends_; one = one->next)
            if (buffer_with(*one).span().overlaps(span)) return &buffer_with(*one);
        return nullptr;
    }
    [[gnu::always_inline]] void add(Buffer& buffer, const PieceSpan& span) noexcept {
        internal::LinkOfUse* const first = ends_.next;
        first->before = &buffer;
        buffer.next = first;
        buffer.before = &ends_;
        ends_.next = &buffer;
        all_.widen(span);
    }

  private:
    static const Buffer& buffer_with(const internal::LinkOfUse& link) noexcept {
        return static_cast<const Buffer&>(link);
    }
    [[nodiscard, gnu::noinline]] const Buffer* near_or_none(PieceSpan span) noexcept {
        PieceSpan all;
        for (const auto* one = ends_.next; one != &ends_; one = one->next) {
            const PieceSpan its = buffer_with(*one).span();
            if (its.overlaps(span)) return &buffer_with(*one);
            all.widen(its);
        }
        all_.become(all);
        return nullptr;
    }

    internal::LinkOfUse ends_{&ends_, &ends_}; // the list begins and ends here
    PieceSpan all_;
};

template <class Storage>
class MemoryInUse {
  public:
    using Buffer = BufferInUse<Storage>;

    using Use = NewUse<Storage>;

    // Whether an operation may use a byte of this span so that they disturb each other: one of both writes.
    [[nodiscard, gnu::always_inline]] bool is_near(const PieceSpan& span, bool is_written) noexcept {
        return received_.first_near(span) != nullptr || (is_written && sent_.first_near(span) != nullptr);
    }
    // Whether an operation does so with a byte of these data. Not those that use `own`.
    [[nodiscard]] bool one_meets(const Storage& data, const PieceSpan& span, bool is_written,
                                 const OwnBuffers<Storage>& own) noexcept {
        return one_meets(received_, data, span, own) || (is_written && one_meets(sent_, data, span, own));
    }
    // What is known of data in pieces, or near them, when nothing of the operation's own is in use.
    [[nodiscard]] bool is_known_apart(Use& use) const noexcept { return known_.finds(use.number, use.span); }
    void note_apart(const Use& use) noexcept { known_.keep(use.number, use.span); }

    // `kept` is the storage of the use, or a copy, that stays where it is until end().
    [[gnu::always_inline]] void begin(Buffer& buffer, const Use& use, const Storage& kept,
                                      const char* function, const void* site) noexcept {
        buffer.data = &kept;
        buffer.kept.keep(use);
        known_.begin(use.number);
        buffer.function = function;
        buffer.site = site;
        (use.is_written ? received_ : sent_).add(buffer, use.span);
        if (sartor_rank_watched_memory.is_looked_at()) [[unlikely]]
            begin_look(buffer);
    }
    [[gnu::always_inline]] void end(Buffer& buffer) noexcept {
        buffer.before->next = buffer.next;
        buffer.next->before = buffer.before;
        known_.end(buffer.kept.number);
        if (sartor_rank_watched_memory.is_looked_at()) [[unlikely]]
            end_look(buffer);
    }

    // A buffer that the program's load or store disturbs, or null.
    [[nodiscard]] const Buffer* disturbed_by(const PieceSpan& access, bool is_store) noexcept {
        if (const Buffer* found = one_with(received_, access)) return found;
        return is_store ? one_with(sent_, access) : nullptr;
    }

  private:
    using List = BufferList<Storage>;

    [[gnu::noinline]] static void begin_look(const Buffer& buffer) noexcept {
        const PieceSpan span = buffer.span();
        sartor_rank_watched_memory.begin(span.first, span.behind);
    }
    [[gnu::noinline]] static void end_look(const Buffer& buffer) noexcept {
        const PieceSpan span = buffer.span();
        sartor_rank_watched_memory.end(span.first, span.behind);
    }

    [[nodiscard]] static bool one_meets(List& list, const Storage& data, const PieceSpan& span,
                                        const OwnBuffers<Storage>& own) noexcept {
        for (const Buffer* near = list.first_near(span); near != nullptr;
             near = list.next_near(*near, span)) {
            if (near == own.sent || near == own.received) continue;
            if (envelope::have_common_byte(data, *near->data)) return true;
        }
        return false;
    }

    [[nodiscard]] static const Buffer* one_with(List& list, const PieceSpan& access) noexcept {
        const Buffer* near = list.first_near(access);
        while (near != nullptr && !envelope::has_byte_of(*near->data, access))
            near = list.next_near(*near, access);
        return near;
    }

    List sent_;
    List received_;
    [[no_unique_address]] std::conditional_t<envelope::may_be_in_pieces<Storage>,
                                             internal::KnownApart<Storage>, internal::NothingKnownApart>
        known_;
};

} // namespace sartor::mpi
