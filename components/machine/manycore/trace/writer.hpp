// A stream of JSON of limited size: written in units that are in the file whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/machine/manycore/cycles.hpp"

namespace sartor::machine::manycore::trace {

class Writer {
  public:
    Writer() = default;
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    // limit: bytes that units may take together; clock: MHz, for times. False: the file can't be written.
    [[nodiscard]] bool open(const char* path, std::int64_t limit, std::int64_t clock) noexcept;
    // Whether a unit was left out. None is written after that.
    [[nodiscard]] bool full() const noexcept { return full_; }
    // Empty, or why not all could be written.
    [[nodiscard]] const char* error() const noexcept { return error_; }

    Writer& raw(const char* text) noexcept;
    template <std::size_t Size>
    Writer& operator<<(const char (&text)[Size]) noexcept {
        return bytes(text, Size - 1);
    }
    Writer& operator<<(std::int64_t value) noexcept;
    // Microseconds: picoseconds are told.
    Writer& time(Cycles cycles) noexcept { return picoseconds(in_picoseconds(cycles)); }
    // The difference of two times as they are written: slices that lie inside others stay so.
    Writer& duration(Cycles from, Cycles to) noexcept {
        return picoseconds(in_picoseconds(to) - in_picoseconds(from));
    }
    // Thousandths, with their point: 1500 is 1.5.
    Writer& thousandths(std::int64_t value) noexcept {
        *this << value / thousand;
        return fraction(static_cast<std::uint32_t>(value % thousand * thousand));
    }

    // What was said since the last unit is one, if it has room.
    void end_unit() noexcept;
    // The same for what must come after the limit too: an end.
    void end_last() noexcept;
    // What is left goes into the file, and it is closed.
    void close() noexcept;

  private:
    static constexpr std::size_t capacity = std::size_t{1} << 17;
    static constexpr std::size_t longest_unit = 4096;

    static constexpr std::int64_t thousand = 1000;
    static constexpr std::int64_t million = 1'000'000;

    Writer& bytes(const char* text, std::size_t size) noexcept {
        if (size > capacity - end_) size = capacity - end_;
        __builtin_memcpy(buffer_ + end_, text, size);
        end_ += size;
        return *this;
    }
    Writer& fraction(std::uint32_t millionths) noexcept;
    Writer& picoseconds(std::int64_t value) noexcept {
        *this << value / million;
        return fraction(static_cast<std::uint32_t>(value % million));
    }
    [[nodiscard]] std::int64_t in_picoseconds(Cycles cycles) const noexcept {
        if (cycle_ != 0) return cycles * cycle_;
        return cycles / clock_ * million + cycles % clock_ * million / clock_;
    }
    void keep() noexcept;
    void flush() noexcept;

    char buffer_[capacity];
    std::size_t used_ = 0; // whole units
    std::size_t end_ = 0;  // and the unit that is being said
    std::int64_t left_ = 0;
    std::int64_t clock_ = 1;
    std::int64_t cycle_ = 0; // picoseconds, if these are whole
    int file_ = -1;
    bool full_ = false;
    const char* error_ = "";
};

} // namespace sartor::machine::manycore::trace
