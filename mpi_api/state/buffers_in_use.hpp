// What a request keeps of its buffers in programs built with --checked.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/envelope/pieces.hpp"

namespace sartor::mpi {

using envelope::PieceSpan;

template <class Storage>
struct BufferInUse {
    Storage data{};
    bool in_use = false;
    bool is_written = false;
    std::uint64_t digest = 0;       // of what is sent
    const char* function = nullptr; // that began it, and its call site
    const void* site = nullptr;

    void begin(const Storage& used, bool written, const char* by, const void* at) noexcept {
        data = used;
        in_use = true;
        is_written = written;
        function = by;
        site = at;
    }
};

template <class Storage>
struct BuffersInUse {
    BufferInUse<Storage> each[2]; // sent and received
};
struct NoBuffersInUse {};

// The memory of all operations under way of a rank, from the first byte to the last: most others are outside,
// and need not be compared with each. It shrinks when nothing is under way.
class MemoryInUse {
  public:
    [[nodiscard]] bool may_meet(const PieceSpan& span, bool is_written) const noexcept {
        return (is_written ? all_ : written_).meets(span);
    }
    void begin(const PieceSpan& span, bool is_written) noexcept {
        if (operations_++ == 0) all_ = written_ = {};
        all_.widen(span);
        if (is_written) written_.widen(span);
    }
    void end() noexcept { --operations_; }

  private:
    std::int64_t operations_ = 0;
    PieceSpan all_;
    PieceSpan written_;
};
struct NoMemoryInUse {};

} // namespace sartor::mpi
