// Buffers between memory and files, kept for the next access.
#pragma once

#include <cstddef>

namespace sartor::file {

// A buffer for the time of an access, out of those of one size that the process has. As many are kept as were
// in use at one time: an access keeps its worker, so there are few. On machines whose memories are counted it
// takes what is needed of the running rank's, for that time.
class Staging {
  public:
    static constexpr std::size_t size = std::size_t{512} << 10;

    // For so many bytes, no more than `size`.
    explicit Staging(std::size_t bytes) noexcept;
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    ~Staging();

    // Null: no memory.
    [[nodiscard]] char* data() const noexcept { return data_; }

  private:
    char* data_;
};

} // namespace sartor::file
