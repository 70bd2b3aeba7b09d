// A line about a long operation.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace sartor::configurator {

/// Exists during an operation that may take long. After a second a line on standard error says what it is. On
/// a terminal another line says at the end how long it took. SARTOR_VERBOSE=0: no lines.
class WaitNotice {
  public:
    explicit WaitNotice(std::string what);
    WaitNotice(const WaitNotice&) = delete;
    WaitNotice& operator=(const WaitNotice&) = delete;
    ~WaitNotice();

  private:
    void announce_late();

    std::string what_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::mutex mutex_;
    std::condition_variable ends_;
    bool ended_ = false;
    bool announced_ = false;
    std::thread timer_; // the last member: it uses the others
};

} // namespace sartor::configurator
