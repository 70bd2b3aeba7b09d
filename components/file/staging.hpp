// Buffers between memory and files, kept for the next access.
#pragma once

#include <cstddef>

namespace sartor::file {

// A buffer of one size for the time of an access, out of those that the process has. As many are kept as were
// in use at one time: an access keeps its worker, so there are few.
class Staging {
  public:
    static constexpr std::size_t size = std::size_t{512} << 10;

    Staging() noexcept;
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    ~Staging();

    // Null: no memory.
    [[nodiscard]] char* data() const noexcept { return data_; }

  private:
    char* data_;
};

} // namespace sartor::file
