// Numbers are turned into text here: the trace of a run is mostly that.
#include "runtime/trace/writer.hpp"

#include <cstdlib>
#include <cstring>

namespace sartor::trace {

bool Writer::open(const char* path, std::int64_t limit, std::int64_t clock) noexcept {
    if (!file_.open(path)) return false;
    buffer_ = file_.part();
    left_ = limit;
    clock_ = clock;
    fractions_ = static_cast<Digits*>(std::calloc(static_cast<std::size_t>(clock), sizeof(Digits)));
    if (fractions_ == nullptr) return false;
    for (std::int64_t cycle = 0; cycle < clock; ++cycle)
        fractions_[cycle] = digits_of(static_cast<std::uint32_t>(in_nanoseconds(cycle)));
    for (std::uint32_t nanoseconds = 0; nanoseconds < thousand; ++nanoseconds)
        durations_[nanoseconds] = duration_digits(nanoseconds);
    return true;
}

Writer::~Writer() {
    std::free(fractions_);
}

Writer& Writer::raw(const char* text) noexcept {
    return bytes(text, strnlen(text, longest_name));
}

namespace {

// "00" to "99".
struct Pairs {
    constexpr Pairs() {
        for (std::size_t number = 0; number < 100; ++number) {
            text[2 * number] = static_cast<char>('0' + number / 10);
            text[2 * number + 1] = static_cast<char>('0' + number % 10);
        }
    }
    char text[200] = {};
};
constexpr Pairs pairs;

std::size_t count_digits(std::uint64_t number) noexcept {
    std::size_t count = 1;
    for (; number >= 10'000; number /= 10'000) count += 4;
    return count + (number >= 10) + (number >= 100) + (number >= 1000);
}

template <class Unsigned>
void write_backwards(char* end, Unsigned rest) noexcept {
    constexpr Unsigned hundred = 100;
    for (; rest >= hundred; rest /= hundred) {
        end -= 2;
        std::memcpy(end, pairs.text + 2 * (rest % hundred), 2);
    }
    if (rest < 10)
        end[-1] = static_cast<char>('0' + rest);
    else
        std::memcpy(end - 2, pairs.text + 2 * rest, 2);
}

} // namespace

Writer& Writer::operator<<(std::int64_t value) noexcept {
    if (value < 0) buffer_[end_++] = '-';
    const std::uint64_t size =
        value < 0 ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    end_ += count_digits(size);
    if (size <= UINT32_MAX)
        write_backwards(buffer_ + end_, static_cast<std::uint32_t>(size));
    else
        write_backwards(buffer_ + end_, size);
    return *this;
}

// Without trailing zeros: 1.5, and 2 for 2.0.
Writer::Digits Writer::digits_of(std::uint32_t thousandths) noexcept {
    Digits digits = duration_digits(thousandths);
    if (thousandths == 0) return digits;
    for (digits.count = 4; digits.text[digits.count - 1] == '0';) --digits.count;
    return digits;
}

Writer::Digits Writer::duration_digits(std::uint32_t nanoseconds) noexcept {
    Digits digits = {".0001", 0};
    if (nanoseconds == 0) return digits;
    digits.text[1] = static_cast<char>('0' + nanoseconds / 100);
    std::memcpy(digits.text + 2, pairs.text + std::size_t{2} * (nanoseconds % 100), 2);
    digits.count = 5;
    return digits;
}

void Writer::keep() noexcept {
    used_ = end_;
    if (BackgroundFile::part_bytes - used_ < longest_unit) flush();
}

void Writer::end_unit() noexcept {
    const auto size = static_cast<std::int64_t>(end_ - used_);
    full_ = full_ || size > left_;
    if (full_) {
        end_ = used_;
        return;
    }
    left_ -= size;
    keep();
}

void Writer::end_last() noexcept {
    keep();
}

Writer& Writer::last_text(const char* text) noexcept {
    for (std::size_t left = std::strlen(text); left > 0;) {
        const std::size_t size = left < longest_name ? left : longest_name;
        bytes(text, size).end_last();
        text += size;
        left -= size;
    }
    return *this;
}

void Writer::flush() noexcept {
    file_.write(used_);
    buffer_ = file_.part();
    full_ = full_ || error() != 0;
    used_ = end_ = 0;
}

void Writer::close() noexcept {
    flush();
    file_.close();
}

} // namespace sartor::trace
