// Several programs at a time.
#pragma once

#include "configurator/support/process.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>

namespace sartor::configurator {

/// Programs under way, at most so many at a time. Their output is captured, their input empty.
class Children {
  public:
    /// What to do with what came of a program, in the order in which they were started; its time is in
    /// seconds.
    using Done = std::function<void(const Result& result, double seconds)>;

    explicit Children(std::size_t most) : most_(most > 0 ? most : 1) {}
    Children(const Children&) = delete;
    Children& operator=(const Children&) = delete;

    /// Waits for the first one if there are as many as may be.
    void start(const Command& command, Done done) {
        if (under_way_.size() == most_) finish_first();
        under_way_.push_back(
            {Child(command, {Output::capture, Output::capture, true}), std::move(done), Clock::now()});
    }
    void finish() {
        while (!under_way_.empty()) finish_first();
    }

  private:
    using Clock = std::chrono::steady_clock;
    struct One {
        Child child;
        Done done;
        Clock::time_point begun;
    };

    void finish_first() {
        One one = std::move(under_way_.front());
        under_way_.pop_front();
        const Result result = one.child.wait();
        one.done(result, std::chrono::duration<double>(Clock::now() - one.begun).count());
    }

    std::size_t most_;
    std::deque<One> under_way_;
};

/// The first line of what a program that failed has said.
inline std::string failure_of(const Result& result) {
    const std::string& said = result.standard_error.empty() ? result.standard_output : result.standard_error;
    return said.empty() ? "exit code " + std::to_string(result.exit_code) : said.substr(0, said.find('\n'));
}

} // namespace sartor::configurator
