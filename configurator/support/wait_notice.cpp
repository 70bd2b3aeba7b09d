// A thread that waits for a second, or for the end.
#include "configurator/support/wait_notice.hpp"

#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"

#include <exception>
#include <unistd.h>
#include <utility>

namespace sartor::configurator {

WaitNotice::WaitNotice(std::string what) : what_(std::move(what)) {
    if (environment("SARTOR_VERBOSE") != "0") timer_ = std::thread(&WaitNotice::announce_late, this);
}

WaitNotice::~WaitNotice() {
    if (!timer_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    ends_.notify_one();
    timer_.join();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    if (announced_ && isatty(STDERR_FILENO) != 0 && std::uncaught_exceptions() == 0)
        report("{}: done in {:.1f} s", what_, elapsed.count());
}

void WaitNotice::announce_late() {
    std::unique_lock lock(mutex_);
    if (ends_.wait_for(lock, std::chrono::seconds(1), [this] { return ended_; })) return;
    announced_ = true;
    report("{}; this happens once, the result is kept in the cache", what_);
}

} // namespace sartor::configurator
