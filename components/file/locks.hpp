// Mutual exclusion of accesses to a file, by ranks of this process and by other processes.
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace sartor::file {

struct Descriptor;

// The lock that all opens of a file in this process share, by its device and inode. Different files may have
// the same.
[[nodiscard]] unsigned in_process_lock(dev_t device, ino_t inode) noexcept;

// Held by an access while it runs. The rank does not give way to others of its worker meanwhile, so nobody
// waits for a rank that can't run.
class Lock {
  public:
    // shared: plain writes, which exclude nothing but what is exclusive. exclusive: also of other processes,
    // in the range from `first` to before `end`.
    enum class Kind { none, shared, exclusive };

    Lock(const Descriptor& descriptor, Kind kind, std::uint64_t first = 0, std::uint64_t end = 0) noexcept;
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock();

  private:
    const Descriptor& descriptor_;
    Kind kind_;
    bool locks_range_ = false;
    std::uint64_t first_;
    std::uint64_t end_;
};

} // namespace sartor::file
