// The tree of schedules of a program: which of them are still to be run.
#pragma once

#include "configurator/run/recorded_schedule.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_set>

namespace sartor::configurator {

/// A schedule is the choices of a run in their order. Each run that has made its choices adds those that
/// differ from it by one other candidate, and are free from there on. No two runs make the same choices.
///
/// Schedules that differ from the first in fewer choices come first (as in iterative context bounding:
/// Musuvathi, Qadeer, "Iterative Context Bounding for Systematic Testing of Multithreaded Programs", PLDI
/// 2007). Memory: the choices of all runs so far.
class Exploration {
  public:
    using Run = std::shared_ptr<const RecordedSchedule>;

    /// The choices that a run was given are the first of those that it has made.
    void add(const Run& run);

    [[nodiscard]] bool is_over() const noexcept { return waiting_.empty(); }
    [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }
    /// The text of the next one. Requires that there is one.
    std::string take_next();

  private:
    struct Branch {
        Run run;
        std::size_t position; // of the choice that differs
        int value;
        bool late;
    };
    void add_branch(std::uint64_t before, const Run& run, std::size_t position, int value, bool late);

    std::deque<Branch> waiting_;
    std::unordered_set<std::uint64_t> known_; // digests of choices: of runs, and of those that wait
};

} // namespace sartor::configurator
