// Memory of the program's own that its operations on a window read or write until they are complete
// (MPI-5.0 section 12.3): nothing may change what a put sends, and nothing else may use what a get writes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "components/envelope/digest.hpp"
#include "components/envelope/pieces.hpp"
#include "runtime/accesses/watched_memory.hpp"

namespace sartor::one_sided {

struct OriginBuffer {
    const void* data = nullptr;
    std::size_t bytes = 0;
    envelope::Digest digest = {}; // of what is read
    const char* function = nullptr;
    const void* site = nullptr; // where it was called
    std::int32_t target = 0;    // rank of the window
    bool is_written = false;

    [[nodiscard]] envelope::PieceSpan span() const noexcept { return {data, bytes}; }
};

// The pieces of the buffers of one rank's operations on one window: the first 1024 of an epoch, others are
// not looked at. O(buffers) for one that may meet another, O(1) otherwise.
class OriginBuffers {
  public:
    static constexpr int all_targets = -1;
    static constexpr std::size_t most = 1024;

    // Notes a buffer; false when it meets one that is in use.
    [[nodiscard]] bool begin(OriginBuffer one, OriginBuffer& other) noexcept {
        const envelope::PieceSpan span = one.span();
        if ((one.is_written ? all_ : written_).overlaps(span))
            for (std::size_t index = 0; index < count_; ++index)
                if ((one.is_written || each_[index].is_written) && each_[index].span().overlaps(span)) {
                    other = each_[index];
                    return false;
                }
        if (count_ == each_.size()) return true;
        if (!one.is_written) one.digest = envelope::digest_of(one.data, one.bytes);
        each_[count_++] = one;
        sartor_rank_watched_memory.begin(span.first, span.behind);
        all_.widen(span);
        if (one.is_written) written_.widen(span);
        return true;
    }

    // The operations at one target, or at all, are complete; false when what one of them has read was changed
    // before.
    [[nodiscard]] bool end(int target, OriginBuffer& changed) noexcept {
        bool fits = true;
        std::size_t kept = 0;
        for (std::size_t index = 0; index < count_; ++index) {
            const OriginBuffer& one = each_[index];
            if (target != all_targets && one.target != target) {
                each_[kept++] = one;
                continue;
            }
            sartor_rank_watched_memory.end(one.span().first, one.span().behind);
            if (!one.is_written && one.digest != envelope::digest_of(one.data, one.bytes)) {
                fits = false;
                changed = one;
            }
        }
        count_ = kept;
        if (count_ == 0) all_ = written_ = {};
        return fits;
    }

    // A buffer that the program's load or store disturbs, or null.
    [[nodiscard]] const OriginBuffer* disturbed_by(const envelope::PieceSpan& access,
                                                   bool is_store) const noexcept {
        if (!(is_store ? all_ : written_).overlaps(access)) return nullptr;
        for (std::size_t index = 0; index < count_; ++index)
            if ((is_store || each_[index].is_written) && each_[index].span().overlaps(access))
                return &each_[index];
        return nullptr;
    }

  private:
    std::size_t count_ = 0;
    envelope::PieceSpan all_;
    envelope::PieceSpan written_;
    std::array<OriginBuffer, most> each_;
};

} // namespace sartor::one_sided
