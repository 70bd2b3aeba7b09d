// Errors as one line for the user, with the exit code.
#pragma once

#include <fmt/core.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace sartor::configurator {

inline constexpr int failure_exit_code = 1;
inline constexpr int usage_exit_code = 2;

/// The message says what is wrong, where, and what to do; main() puts "sartor: " in front.
class Error : public std::runtime_error {
  public:
    explicit Error(const std::string& message, int exit_code = failure_exit_code)
        : std::runtime_error(message), exit_code_(exit_code) {}

    int exit_code() const noexcept { return exit_code_; }

  private:
    int exit_code_;
};

/// Throws an Error with exit code 1. The format is fmt's.
template <typename... Arguments>
[[noreturn]] void fail(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    throw Error(fmt::format(format, std::forward<Arguments>(arguments)...));
}

/// Throws an Error with exit code 2: wrong usage.
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
