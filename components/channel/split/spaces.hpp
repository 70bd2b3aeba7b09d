// The address spaces of a split machine, and which one a rank belongs to.
#pragma once

#include <cstdlib>

#include "components/process/process.hpp"

namespace sartor::channel::split {

// Ranks lie in them as compact mapping has them: neighbouring numbers together.
class Spaces {
  public:
    // SARTOR_SPACES says how many: 2 if it does not. No more than ranks.
    void read() noexcept {
        const char* text = std::getenv("SARTOR_SPACES");
        if (text != nullptr) count_ = std::atoi(text);
    }
    [[nodiscard]] int count() const noexcept { return count_ < process::size() ? count_ : process::size(); }
    [[nodiscard]] int of(int rank) const noexcept {
        return static_cast<int>(static_cast<long>(rank) * count() / process::size());
    }

  private:
    int count_ = 2;
};

inline Spaces spaces;

} // namespace sartor::channel::split
