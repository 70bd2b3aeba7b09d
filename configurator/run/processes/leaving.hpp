// Processes whose ranks have ended, and which leave a run that goes on.
#pragma once

#include "configurator/run/processes/newcomers.hpp"

#include <cstddef>
#include <vector>

namespace sartor::configurator {

/// They leave while nothing is in flight, which process 0 finds out. It holds the run until all that may
/// leave have done so: those that have no other process below them in the tree of processes.
class Leaving {
  public:
    /// All ranks of it have ended.
    void add(int process) { finished_.push_back(process); }
    /// Process 0 holds the run.
    void begin(GrowingRun& run);
    bool is_under_way() const { return missing_ > 0; }
    void note_left(GrowingRun& run, int process);

  private:
    std::vector<int> finished_;
    std::size_t missing_ = 0; // of those that are to leave now
};

} // namespace sartor::configurator
