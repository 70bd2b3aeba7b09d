// Numbers are turned into text here: the trace of a run is mostly that.
#include "components/machine/manycore/trace/writer.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace sartor::machine::manycore::trace {

bool Writer::open(const char* path, std::int64_t limit, std::int64_t clock) noexcept {
    constexpr mode_t usual_permissions = 0666;
    file_ = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, usual_permissions);
    left_ = limit;
    clock_ = clock;
    cycle_ = million % clock == 0 ? million / clock : 0;
    return file_ >= 0;
}

Writer& Writer::raw(const char* text) noexcept {
    return bytes(text, std::strlen(text));
}

namespace {

// "00" to "99".
struct Pairs {
    constexpr Pairs() {
        for (int number = 0; number < 100; ++number) {
            text[2 * number] = static_cast<char>('0' + number / 10);
            text[2 * number + 1] = static_cast<char>('0' + number % 10);
        }
    }
    char text[200] = {};
};
constexpr Pairs pairs;

template <class Unsigned>
char* write_backwards(char* end, Unsigned rest) noexcept {
    constexpr Unsigned hundred = 100;
    for (; rest >= hundred; rest /= hundred) {
        end -= 2;
        std::memcpy(end, pairs.text + 2 * (rest % hundred), 2);
    }
    if (rest < 10) {
        *--end = static_cast<char>('0' + rest);
        return end;
    }
    end -= 2;
    std::memcpy(end, pairs.text + 2 * rest, 2);
    return end;
}

} // namespace

Writer& Writer::operator<<(std::int64_t value) noexcept {
    char digits[20];
    char* const end = digits + sizeof digits;
    const bool negative = value < 0;
    const std::uint64_t size =
        negative ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    char* first = size <= UINT32_MAX ? write_backwards(end, static_cast<std::uint32_t>(size))
                                     : write_backwards(end, size);
    if (negative) *--first = '-';
    return bytes(first, static_cast<std::size_t>(end - first));
}

// No digits that say nothing: 1.5, and 2 for 2.0.
Writer& Writer::fraction(std::uint32_t millionths) noexcept {
    constexpr std::uint32_t hundred = 100;
    if (millionths == 0) return *this;
    char digits[7] = ".";
    std::memcpy(digits + 1, pairs.text + 2 * (millionths / (hundred * hundred)), 2);
    std::memcpy(digits + 3, pairs.text + 2 * (millionths / hundred % hundred), 2);
    std::memcpy(digits + 5, pairs.text + 2 * (millionths % hundred), 2);
    std::size_t count = 6;
    while (digits[count] == '0') --count;
    return bytes(digits, count + 1);
}

void Writer::keep() noexcept {
    used_ = end_;
    if (capacity - used_ < longest_unit) flush();
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

void Writer::flush() noexcept {
    const char* text = buffer_;
    std::size_t left = used_;
    while (left > 0 && *error_ == '\0') {
        const ssize_t written = write(file_, text, left);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            error_ = std::strerror(errno);
            full_ = true;
            break;
        }
        text += written;
        left -= static_cast<std::size_t>(written);
    }
    used_ = end_ = 0;
}

void Writer::close() noexcept {
    flush();
    if (file_ >= 0) ::close(file_);
    file_ = -1;
}

} // namespace sartor::machine::manycore::trace
