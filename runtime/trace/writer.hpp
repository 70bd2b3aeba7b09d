// A stream of JSON of limited size: written in units that are in the file whole or not at all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/trace/background_file.hpp"

namespace sartor::trace {

// Units of text that are in the file whole or not at all. All numbers are integers and are formatted without
// the C library's locale.
class Writer {
  public:
    Writer() = default;
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer();

    // `limit`: bytes that units may take together; `clock`: MHz, for times (1000: they are nanoseconds).
    // False: the file can't be written, or there is no memory; errno says why.
    [[nodiscard]] bool open(const char* path, std::int64_t limit, std::int64_t clock) noexcept;
    // Whether a unit was left out. None is written after that.
    [[nodiscard]] bool full() const noexcept { return full_; }
    // 0, or the errno of what could not be written.
    [[nodiscard]] int error() const noexcept { return file_.error(); }

    Writer& raw(const char* text) noexcept;
    template <std::size_t Size>
    Writer& operator<<(const char (&text)[Size]) noexcept {
        return bytes(text, Size - 1);
    }
    Writer& operator<<(std::int64_t value) noexcept;
    // Microseconds, down to whole nanoseconds, which is what Perfetto keeps: slices that are inside others do
    // so there, too.
    Writer& time(std::int64_t cycles) noexcept {
        *this << cycles / clock_;
        return digits(fractions_[cycles % clock_]);
    }
    // The difference of two times as they are written. Perfetto cuts the product of what it reads and 1000: a
    // tenth of a nanosecond more keeps it from the number below.
    Writer& duration(std::int64_t from, std::int64_t to) noexcept {
        const std::int64_t nanoseconds = in_nanoseconds(to) - in_nanoseconds(from);
        *this << nanoseconds / thousand;
        return digits(durations_[nanoseconds % thousand]);
    }
    // Thousandths, with their point: 1500 is 1.5.
    Writer& thousandths(std::int64_t value) noexcept {
        *this << value / thousand;
        return digits(digits_of(static_cast<std::uint32_t>(value % thousand)));
    }

    // A part of the current unit, which can be repeated.
    struct Piece {
        std::size_t begin;
        std::size_t end;
    };
    [[nodiscard]] std::size_t here() const noexcept { return end_; }
    [[nodiscard]] Piece since(std::size_t begin) const noexcept { return {begin, end_}; }
    Writer& operator<<(Piece piece) noexcept { return bytes(buffer_ + piece.begin, piece.end - piece.begin); }

    // A frequent text, formatted once.
    struct Phrase {
        char text[47];
        std::uint8_t size;
    };
    Writer& operator<<(const Phrase& phrase) noexcept {
        __builtin_memcpy(buffer_ + end_, phrase.text, sizeof phrase.text);
        end_ += phrase.size;
        return *this;
    }

    // The text since the last unit becomes a unit, if there is room.
    void end_unit() noexcept;
    // The same beyond the limit, for the end of the file.
    void end_last() noexcept;
    // A text of any length, in the same way.
    Writer& last_text(const char* text) noexcept;
    // What is left goes into the file, and it is closed.
    void close() noexcept;

  private:
    static constexpr std::size_t longest_unit = 4096;
    static constexpr std::size_t longest_name = 512; // a unit has one or two

    static constexpr std::int64_t thousand = 1000;

    // A fraction of a number and its point, or nothing.
    struct Digits {
        char text[7];
        std::uint8_t count;
    };
    [[nodiscard]] static Digits digits_of(std::uint32_t thousandths) noexcept;
    [[nodiscard]] static Digits duration_digits(std::uint32_t nanoseconds) noexcept;

    // A unit begins with room for the longest: only raw() checks how much is left.
    Writer& bytes(const char* text, std::size_t size) noexcept {
        __builtin_memcpy(buffer_ + end_, text, size);
        end_ += size;
        return *this;
    }
    Writer& digits(const Digits& fraction) noexcept {
        __builtin_memcpy(buffer_ + end_, fraction.text, sizeof fraction.text);
        end_ += fraction.count;
        return *this;
    }
    [[nodiscard]] std::int64_t in_nanoseconds(std::int64_t cycles) const noexcept {
        return cycles / clock_ * thousand + cycles % clock_ * thousand / clock_;
    }
    void keep() noexcept;
    void flush() noexcept;

    BackgroundFile file_;
    char* buffer_ = nullptr; // a part of it; at a unit's begin there is room for the longest
    std::size_t used_ = 0;   // whole units
    std::size_t end_ = 0;    // and the unit that is being said
    std::int64_t left_ = 0;
    std::int64_t clock_ = 1;
    Digits* fractions_ = nullptr; // of a microsecond, by cycles
    Digits durations_[thousand];  // by nanoseconds
    bool full_ = false;
};

} // namespace sartor::trace
