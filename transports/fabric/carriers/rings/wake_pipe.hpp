// Wakes a process of this computer that sleeps until a descriptor is readable, as one does which also waits
// for other computers.
#pragma once

#include <sys/types.h>

namespace sartor::channel::fabric {

// A pipe, which has no name in a file system: others open it in /proc, which the system lets those that share
// memory do.
class WakePipe {
  public:
    // Ends the run where the system has no pipes.
    void open() noexcept;
    [[nodiscard]] bool exists() const noexcept { return descriptor_ >= 0; }
    // Readable once this process is woken; others open it by its number.
    [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

    // A descriptor for wake(); -1: that process has gone. Ends the run when there are no more descriptors.
    [[nodiscard]] static int open_of(pid_t process, int its_descriptor) noexcept;
    static void wake(int opened) noexcept;

  private:
    int descriptor_ = -1;
};

} // namespace sartor::channel::fabric
