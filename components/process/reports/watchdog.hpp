// Ends runs that spin without progress, on request.
#pragma once

#include <atomic>
#include <cstdint>
#include <pthread.h>

namespace sartor::process {

// While it lives, a thread looks whether messages are delivered; none for `seconds` ends the run with a
// report. 0 seconds: it does nothing.
class Watchdog {
  public:
    explicit Watchdog(int seconds) noexcept;
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

  private:
    static void* watch(void* self);
    void look() noexcept;

    int seconds_;
    std::uint64_t seen_ = 0;
    int quiet_looks_ = 0;
    std::atomic<bool> stop_{false};
    pthread_t thread_{};
};

} // namespace sartor::process
