// The texts that printf(3) and its kin read, and the counts that they store.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>

#include "runtime/image/parts/on_demand/in_library.hpp"

namespace sartor::process {

// Walks a format with its arguments. Ends at what it doesn't know: arguments by numbers, wide texts, %n.
class FormatArguments {
  public:
    FormatArguments(const char* format, va_list arguments) noexcept : next_(format) {
        va_copy(arguments_, arguments);
    }
    FormatArguments(const FormatArguments&) = delete;
    FormatArguments& operator=(const FormatArguments&) = delete;
    ~FormatArguments() { va_end(arguments_); }

    void look(const void* place) noexcept {
        while (find_directive()) {
            skip("-+ #0'I");
            read_number(); // the width
            most_ = ~std::size_t{0};
            if (*next_ == '.') {
                ++next_;
                most_ = read_number();
            }
            read_length();
            if (!take_argument(place)) return;
        }
    }

  private:
    [[nodiscard]] bool find_directive() noexcept {
        while (*next_ != '\0' && *next_ != '%') ++next_;
        if (*next_ == '\0') return false;
        ++next_;
        return true;
    }
    [[nodiscard]] static bool is_one(char one, const char* ones) noexcept {
        while (*ones != '\0' && *ones != one) ++ones;
        return *ones != '\0';
    }
    void skip(const char* ones) noexcept {
        while (is_one(*next_, ones)) ++next_;
    }
    // A negative one is none.
    std::size_t read_number() noexcept {
        if (*next_ == '*') {
            ++next_;
            const int given = va_arg(arguments_, int);
            return given < 0 ? ~std::size_t{0} : static_cast<std::size_t>(given);
        }
        std::size_t number = 0;
        for (; *next_ >= '0' && *next_ <= '9'; ++next_)
            number = number * 10 + static_cast<std::size_t>(*next_ - '0');
        return number;
    }
    void read_length() noexcept {
        is_long_ = is_long_double_ = false;
        for (; is_one(*next_, "hlqjztL"); ++next_) {
            is_long_ |= *next_ != 'h';
            is_long_double_ |= *next_ == 'L';
        }
    }
    [[nodiscard]] bool take_argument(const void* place) noexcept {
        const char conversion = *next_;
        if (conversion != '\0') ++next_;
        if (is_one(conversion, "%m")) return true;
        if (is_one(conversion, "diouxXcb")) {
            if (is_long_)
                static_cast<void>(va_arg(arguments_, long));
            else
                static_cast<void>(va_arg(arguments_, int));
        } else if (is_one(conversion, "eEfFgGaA")) {
            if (is_long_double_)
                static_cast<void>(va_arg(arguments_, long double));
            else
                static_cast<void>(va_arg(arguments_, double));
        } else if (conversion == 'p') {
            static_cast<void>(va_arg(arguments_, void*));
        } else if (conversion == 's' && !is_long_) {
            const char* const text = va_arg(arguments_, const char*);
            if (text != nullptr) look_at_text(text, most_, place);
        } else {
            return false;
        }
        return true;
    }

    const char* next_;
    va_list arguments_;
    std::size_t most_ = 0;
    bool is_long_ = false;
    bool is_long_double_ = false;
};

} // namespace sartor::process
