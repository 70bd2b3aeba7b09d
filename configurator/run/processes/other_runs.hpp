// The runs that enter this one, in a universe, and what their processes leave behind.
#pragma once

#include "configurator/run/processes/entering_run.hpp"
#include "configurator/run/processes/leaving.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sartor::configurator {

class OtherRuns {
  public:
    explicit OtherRuns(GrowingRun& run) : run_(run) {}

    /// They may come. library: name_of_library() of this run.
    void let_enter(const std::string& library) { library_ = library; }
    /// The first message of one that has connected. False: none may come.
    bool take(int socket, const LauncherNote& first);
    /// To wait for.
    std::vector<int> descriptors() const;
    /// Messages of processes: process 0 holds the run, for the one with this number; all ranks of a process
    /// have ended (FinishedProcess); process 0 has found that nothing is in flight; a process has left.
    void note_held(std::uint64_t number);
    void take_finished(int process, const std::string& text);
    void take_stillness() { leaving_.begin(run_); }
    void note_left(int process) { leaving_.note_left(run_, process); }
    /// Gets on with those that come. Returns one whose launcher is gone although its ranks have not ended; or
    /// null.
    std::unique_ptr<EnteringRun> advance(bool run_has_begun);
    /// The run is over.
    void give_up();

  private:
    GrowingRun& run_;
    std::string library_;
    std::vector<std::unique_ptr<EnteringRun>> all_;
    std::uint64_t last_number_ = 0;
    Leaving leaving_;
};

} // namespace sartor::configurator
