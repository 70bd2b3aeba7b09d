// The memory of a rank's operations under way, in programs built with --checked: what is sent, and what is
// received into.
#pragma once

#include <new>
#include <type_traits>

#include "components/envelope/digest.hpp"
#include "components/envelope/pieces.hpp"

namespace sartor::mpi {

using envelope::PieceSpan;

namespace internal {

// What data span, kept where it takes time to find out.
struct SpanOfPieces {
    [[nodiscard]] const PieceSpan& of(const auto&) const noexcept { return span; }
    void keep(const PieceSpan& found) noexcept { span.become(found); }
    PieceSpan span;
};
struct SpanOfOnePiece {
    [[nodiscard]] static PieceSpan of(const auto& data) noexcept { return envelope::span_of(data); }
    static void keep(const PieceSpan&) noexcept {}
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

} // namespace internal

// An element of one of its rank's lists while it is in use. What is not initialized is set then.
template <class Storage>
struct BufferInUse {
    BufferInUse() noexcept {}
    BufferInUse(const BufferInUse&) = delete;
    BufferInUse& operator=(const BufferInUse&) = delete;

    [[nodiscard]] bool in_use() const noexcept { return link != nullptr; }
    [[nodiscard]] PieceSpan span() const noexcept { return kept_span.of(*data); }
    // Of what is sent.
    [[nodiscard, gnu::always_inline]] bool has_changed() const noexcept { return !digest.is(envelope::digest_of(*data)); }

    BufferInUse** link = nullptr; // what points here
    BufferInUse* next;
    const Storage* data; // of the request's own send or receive, or `copy`
    [[no_unique_address]] std::conditional_t<envelope::may_be_in_pieces<Storage>, internal::SpanOfPieces,
                                             internal::SpanOfOnePiece>
        kept_span;
    envelope::KeptDigest digest; // of what is sent
    const char* function;        // that began it, and its call site
    const void* site;
    internal::CopyOfStorage<Storage> copy;
};

// Of one operation.
template <class Storage>
struct BuffersInUse {
    BufferInUse<Storage> each[2]; // sent and received
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

    // Whether an operation may use a byte of this span so that they disturb each other: one of both writes.
    [[nodiscard, gnu::always_inline]] bool is_near(const PieceSpan& span, bool is_written) const noexcept {
        return received_.first_near(span) != nullptr || (is_written && sent_.first_near(span) != nullptr);
    }
    // Whether an operation does so with a byte of these data. Not those that use `own`.
    [[nodiscard]] bool one_meets(const Storage& data, const PieceSpan& span, bool is_written,
                                 const BuffersInUse<Storage>* own) const noexcept {
        return one_meets(received_, data, span, own) || (is_written && one_meets(sent_, data, span, own));
    }
    // The data must stay where they are until end().
    [[gnu::always_inline]] void begin(Buffer& buffer, const Storage& data, const PieceSpan& span,
                                      bool is_written, const char* function, const void* site) noexcept {
        buffer.data = &data;
        buffer.kept_span.keep(span);
        buffer.function = function;
        buffer.site = site;
        (is_written ? received_ : sent_).add(buffer, span);
    }
    [[gnu::always_inline]] static void end(Buffer& buffer) noexcept {
        *buffer.link = buffer.next;
        if (buffer.next != nullptr) buffer.next->link = buffer.link;
        buffer.link = nullptr;
    }

  private:
    using List = BufferList<Storage>;

    [[nodiscard]] static bool one_meets(const List& list, const Storage& data, const PieceSpan& span,
                                        const BuffersInUse<Storage>* own) noexcept {
        for (const Buffer* near = list.first_near(span); near != nullptr; near = List::next_near(*near, span)) {
            if (own != nullptr && (near == &own->each[0] || near == &own->each[1])) continue;
            if (envelope::have_common_byte(data, *near->data)) return true;
        }
        return false;
    }

    List sent_;
    List received_;
};

} // namespace sartor::mpi
