// A run that enters another one, as its own launcher sees it.
#pragma once

#include "configurator/run/processes/rank_process.hpp"
#include "configurator/run/processes/universe.hpp"
#include "configurator/run/signals.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Starts its processes, which the launcher of the other run serves, and passes on their output and signals.
class EnteredRun {
  public:
    /// socket: to the launcher of the run that has this name.
    EnteredRun(const std::string& universe, int socket);
    EnteredRun(const EnteredRun&) = delete;
    EnteredRun& operator=(const EnteredRun&) = delete;
    ~EnteredRun();

    /// Waits until there is a place for the processes. False: the other run has ended.
    /// Errors: throws Error with the reason when that one refuses them.
    [[nodiscard]] bool request_place(int processes, int ranks, const MpiOfRun& mpi);
    /// False: the other run has ended. Errors: throws Error when one can't be started.
    [[nodiscard]] bool start(const ProcessStart& start, bool tags_output, bool tags_errors);
    /// Until all ranks have ended: the exit code. Nothing: the other run ended before these were part of it.
    std::optional<int> run();

  private:
    bool is_finished(const RankProcess& process) const;
    bool is_anyone_left() const;
    bool is_any_running() const;
    void wait() const;
    void take_signals();
    void take_notes();
    void take_refusal(const std::string& reason);
    void take_ends();
    void kill_all();

    std::string universe_;
    int socket_;
    ReadSignals signals_;
    RunSize own_;  // of this run by itself
    RunSize size_; // of the other one
    SharedRings rings_;
    channel::fabric::PlaceInRun place_{};
    std::vector<std::unique_ptr<RankProcess>> processes_;
    std::vector<channel::fabric::FinishedProcess> finished_;
    bool has_entered_ = false;
    bool is_killed_ = false;
    int requested_end_by_ = 0;
    int exit_code_ = 0;
};

} // namespace sartor::configurator
