// What fuzzers of messages between processes share: the input in portions, and a run that ends by longjmp(3).
#pragma once

#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "runtime/process.hpp"

namespace sartor::fuzz {

inline std::jmp_buf run_ended;
inline std::string last_report;

inline void require(bool holds) {
    if (!holds) std::abort();
}

// Reads each byte: the sanitizer sees where memory ends.
inline void look_at(const void* data, std::size_t bytes) {
    const auto* byte = static_cast<const volatile char*>(data);
    for (std::size_t index = 0; index < bytes; ++index) (void)byte[index];
}

// The input, in portions.
class Input {
  public:
    Input(const std::uint8_t* data, std::size_t size) : next_(data), end_(data + size) {}

    [[nodiscard]] bool is_empty() const { return next_ == end_; }
    std::uint8_t byte() { return next_ < end_ ? *next_++ : 0; }
    void fill(void* memory, std::size_t bytes) {
        for (std::size_t index = 0; index < bytes; ++index)
            static_cast<std::uint8_t*>(memory)[index] = byte();
    }

  private:
    const std::uint8_t* next_;
    const std::uint8_t* end_;
};

} // namespace sartor::fuzz

// The part of the process that such messages use.
namespace sartor::process {

Ranks ranks;
constinit thread_local Rank* current = nullptr;

void report(const char* format, ...) noexcept {
    char text[512];
    std::va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fuzz::last_report = text;
}
void end_run(int) noexcept {
    std::longjmp(fuzz::run_ended, 1);
}
void wake(Rank&) noexcept {}

} // namespace sartor::process

namespace sartor::fuzz {

// For each input: so many ranks, one of which is in this process.
template <int Count>
void begin_run(int own) {
    static process::Rank ranks[Count];
    for (int number = 0; number < Count; ++number) ranks[number].number = number;
    process::ranks.first = ranks;
    process::ranks.size = Count;
    process::current = &ranks[own];
    last_report.clear();
}

} // namespace sartor::fuzz
