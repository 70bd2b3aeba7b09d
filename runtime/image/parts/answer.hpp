// What a function of the C library returns the address of, where the form with _r wants memory for it.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdlib>

// A T with its texts in a buffer, which grows until they fit.
template <class T>
class Answer {
  public:
    // ask(T&, char* buffer, size_t bytes, T*& result): an errno value. Null, with errno, when it is not 0.
    template <class Ask>
    T* of(Ask ask) noexcept {
        for (;;) {
            T* result = nullptr;
            const int error = bytes_ > 0 ? ask(answer_, buffer_, bytes_, result) : ERANGE;
            if (error == 0) return result;
            if (error != ERANGE) {
                errno = error;
                return nullptr;
            }
            const std::size_t more = 2 * bytes_ + 1024;
            auto* grown = static_cast<char*>(std::realloc(buffer_, more));
            if (grown == nullptr) return nullptr;
            buffer_ = grown;
            bytes_ = more;
        }
    }

  private:
    T answer_{};
    char* buffer_ = nullptr;
    std::size_t bytes_ = 0;
};
