// Programs that a rank has asked for, until their ranks take part in the run.
#pragma once

#include "configurator/run/processes/notices.hpp"
#include "configurator/run/processes/preparation.hpp"
#include "configurator/run/processes/rank_process.hpp"
#include "configurator/run/processes/spawn_orders.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sartor::configurator {

/// A run to which processes can be added.
struct GrowingRun {
    const RunSize& size;
    SharedRings& rings;
    std::vector<std::unique_ptr<RankProcess>>& processes;
    Notices& notices;
    const MpiOfRun& mpi;
    ReadyPrograms& ready;
    const sigset_t& signals;
    const std::uint64_t& key; // that its processes get
    bool tags_output;

    /// Of ranks that were added so far.
    int next_rank() const { return rings.roster.ranks(); }
    /// Those of all processes, as they are told; empty where the roster has what they need.
    std::string cards() const;
};

/// Made ready, started, and waited for until all have found their way into the run; then the process that
/// has asked gets its answer. When one of them can't be started, none is.
class PendingSpawn {
  public:
    PendingSpawn(RankProcess& requester, std::uint64_t token, const std::string& text, const GrowingRun& run);

    /// To wait for; -1: for the processes.
    int descriptor() const { return preparation_ == nullptr ? -1 : preparation_->descriptor(); }
    /// True: it has been answered.
    bool advance(GrowingRun& run);

  private:
    void prepare(const GrowingRun& run);
    /// Of each program. Requires that they are ready.
    std::vector<ReadyProgram> programs(const GrowingRun& run) const;
    bool reply(GrowingRun& run, const std::string& error);
    void start(GrowingRun& run);
    void start_process(GrowingRun& run, std::size_t program, const ReadyProgram& ready, int ranks);
    bool give_up(GrowingRun& run, const std::string& error);
    /// The new processes take part in the run from now on.
    void release(GrowingRun& run);

    RankProcess& requester_;
    std::uint64_t token_;
    SpawnOrders orders_;
    std::vector<std::string> paths_;           // of the programs
    std::string error_;                        // before any was started
    std::unique_ptr<Preparation> preparation_; // null when all were ready
    std::vector<RankProcess*> started_;
    bool are_released_ = false;
    int first_rank_ = 0;
};

} // namespace sartor::configurator
