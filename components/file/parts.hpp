// What a rank has in a window of a file, as it is told to the rank that accesses the window for it: the runs,
// and the data in one piece.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/file/coverage.hpp"
#include "components/file/pieces.hpp"

namespace sartor::file {

// WindowRuns of a window, by their offsets in it.
struct WindowRuns {
    std::uint32_t first;
    std::uint32_t length;
    std::uint32_t stride;
    std::uint32_t count;

    [[nodiscard]] RegularRuns wide() const noexcept { return {first, length, stride, count}; }
};

// What precedes runs and data: how much there is of them.
struct PartsHead {
    std::uint32_t runs;
    std::uint32_t bytes; // of data
};

// A list of runs that grows.
class Parts {
  public:
    Parts() = default;
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts();

    void clear() noexcept { count_ = bytes_ = 0; }
    // Behind all runs so far. False: no memory; the list is as before.
    [[nodiscard]] bool add(const WindowRuns& runs) noexcept;

    [[nodiscard]] const WindowRuns* runs() const noexcept { return runs_; }
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; } // of data

  private:
    WindowRuns* runs_ = nullptr;
    std::size_t count_ = 0;
    std::size_t room_ = 0;
    std::size_t bytes_ = 0;
};

// WindowRuns as they came from another rank.
struct GivenParts {
    const WindowRuns* runs;
    std::size_t count;

    // Whether all of them lie in a window of `window` bytes and have `bytes` of data.
    [[nodiscard]] bool are_within(std::size_t window, std::size_t bytes) const noexcept;
    // Copies data in one piece to the window, and marks what it covers.
    void scatter(char* window, Coverage& covered, const char* data) const noexcept;
    // Copies data of the window to one piece. Of the window `there` bytes are in the file: no others are
    // copied. Gives how many bytes were.
    [[nodiscard]] std::size_t gather(const char* window, std::size_t there, char* data) const noexcept;
};

} // namespace sartor::file
