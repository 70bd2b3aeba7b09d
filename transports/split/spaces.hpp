// The address spaces of a split machine, and which one a rank belongs to.
#pragma once

#include <cstdlib>

#include "runtime/process.hpp"

namespace sartor::channel::split {

// The assignment of ranks to address spaces: neighbouring numbers together, as in compact mapping.
class Spaces {
  public:
    // The number of spaces from the environment variable SARTOR_SPACES, 2 without it, and no more than ranks.
    // A value that is no number ends the run with a usage error.
    void read() noexcept {
        const char* text = std::getenv("SARTOR_SPACES");
        if (text == nullptr) return;
        char* end = nullptr;
        const long count = std::strtol(text, &end, 10);
        if (end == text || *end != '\0' || count < 1 || count > most) {
            process::report("SARTOR_SPACES=%s: expected a number of address spaces, 1 to %ld", text, most);
            process::end_run(process::usage_exit_code);
        }
        count_ = static_cast<int>(count);
    }
    [[nodiscard]] int count() const noexcept { return count_ < process::size() ? count_ : process::size(); }
    [[nodiscard]] int of(int rank) const noexcept {
        return static_cast<int>(static_cast<long>(rank) * count() / process::size());
    }

  private:
    static constexpr long most = 1000000;

    int count_ = 2;
};

inline Spaces spaces;

} // namespace sartor::channel::split
