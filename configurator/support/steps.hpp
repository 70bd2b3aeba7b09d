// Durations of steps, reported on standard error when SARTOR_VERBOSE is 1.
#pragma once

#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"

#include <chrono>
#include <string>
#include <utility>

namespace sartor::configurator {

/// One step, from its construction to its destruction.
class Step {
  public:
    explicit Step(std::string name) : name_(std::move(name)) {}
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    ~Step() {
        static const bool verbose = environment_flag("SARTOR_VERBOSE");
        if (!verbose) return;
        const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start_;
        report("{}: {:.1f} ms", name_, elapsed.count());
    }

  private:
    std::string name_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace sartor::configurator
