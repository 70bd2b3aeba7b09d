// Memory that operations under way have besides the buffers of messages (memory_in_use.hpp), in programs
// built with --checked: parts of collectives, files, partitions, and what buffered sends are given.
#pragma once

#include <cstdlib>
#include <cstring>
#include <string_view>

#include "components/envelope/pieces.hpp"
#include "components/library_memory.hpp"
#include "framework/slot.hpp"
#include "runtime/accesses/watched_memory.hpp"

namespace sartor::mpi {

struct SpanInUse {
    const void* owner; // an operation
    int part;          // of it
    bool is_written;
    envelope::PieceSpan span;
    const char* function; // that began it, and its call site
    const void* site;
    const char* until; // what ends it
};

struct NoSpansInUse {
    static constexpr std::string_view name = absent;
};

// For loads and stores that are seen: nothing is kept in other programs. Without memory a span is not looked
// at.
class SpansInUse {
  public:
    static constexpr std::string_view name = "spans of memory in use";

    SpansInUse() = default;
    SpansInUse(const SpansInUse&) = delete;
    SpansInUse& operator=(const SpansInUse&) = delete;
    ~SpansInUse() { std::free(each_); }

    void begin(const SpanInUse& one) noexcept {
        if (!sartor_rank_watched_memory.is_looked_at() || one.span.is_empty() || !has_room()) return;
        each_[count_++] = one;
        sartor_rank_watched_memory.begin(one.span.first, one.span.behind);
    }
    // part: of the owner; all_parts: each.
    static constexpr int all_parts = -1;
    void end(const void* owner, int part = all_parts) noexcept {
        std::size_t kept = 0;
        for (std::size_t index = 0; index < count_; ++index) {
            const SpanInUse& one = each_[index];
            if (one.owner == owner && (part == all_parts || one.part == part))
                sartor_rank_watched_memory.end(one.span.first, one.span.behind);
            else
                each_[kept++] = one;
        }
        count_ = kept;
    }
    [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }
    // One that the program's load or store disturbs, or null.
    [[nodiscard]] const SpanInUse* disturbed_by(const envelope::PieceSpan& access,
                                                bool is_store) const noexcept {
        for (std::size_t index = 0; index < count_; ++index)
            if ((is_store || each_[index].is_written) && each_[index].span.overlaps(access))
                return &each_[index];
        return nullptr;
    }

    const void* released_at = nullptr; // the call site of the last MPI_Request_free of a send under way

  private:
    [[nodiscard]] bool has_room() noexcept {
        if (count_ < room_) return true;
        const std::size_t wanted = room_ == 0 ? 16 : 2 * room_;
        auto* const more = static_cast<SpanInUse*>(allocate_for_library(wanted * sizeof(SpanInUse)));
        if (more == nullptr) return false;
        if (count_ > 0) std::memcpy(static_cast<void*>(more), each_, count_ * sizeof(SpanInUse));
        std::free(each_);
        each_ = more;
        room_ = wanted;
        return true;
    }

    std::size_t count_ = 0;
    std::size_t room_ = 0;
    SpanInUse* each_ = nullptr;
};

} // namespace sartor::mpi
