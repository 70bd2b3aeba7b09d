// What went wrong, as one line for the person at the keyboard, with the exit code it leads to.
#pragma once

#include <fmt/core.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace sartor::configurator {

inline constexpr int failure_exit_code = 1;
inline constexpr int usage_exit_code = 2;

/// Its message says what, where, and what to do; main() puts "sartor: " in front.
class Error : public std::runtime_error {
  public:
    explicit Error(const std::string& message, int exit_code = failure_exit_code)
        : std::runtime_error(message), exit_code_(exit_code) {}

    int exit_code() const noexcept { return exit_code_; }

  private:
    int exit_code_;
};

template <typename... Arguments>
[[noreturn]] void fail(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    throw Error(fmt::format(format, std::forward<Arguments>(arguments)...));
}

template <typename... Arguments>
[[noreturn]] void refuse(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    throw Error(fmt::format(format, std::forward<Arguments>(arguments)...), usage_exit_code);
}

/// One line on standard error: "sartor: " and the message.
template <typename... Arguments>
void report(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::print(stderr, "sartor: {}\n", fmt::format(format, std::forward<Arguments>(arguments)...));
}

} // namespace sartor::configurator
