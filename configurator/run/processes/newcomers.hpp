// Processes that are being added to a run which goes on.
#pragma once

#include "configurator/run/processes/notices.hpp"
#include "configurator/run/processes/preparation.hpp"
#include "configurator/run/processes/rank_process.hpp"

#include <csignal>
#include <cstddef>
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

    /// The numbers that the next process and the next rank will have.
    int next_process() const { return static_cast<int>(processes.size()); }
    int next_rank() const { return rings.roster.ranks(); }
    /// Those of all processes, as they are told; empty where the roster has what they need.
    std::string cards() const;
    /// Errors: throws Error where the run may not have so many more.
    void require_room(std::size_t more_processes, int more_ranks) const;
    /// The next process, for add(): the roster has it from now on, since it reads that when it starts.
    ProcessPlace take_place(int ranks);
    RankProcess& add(std::unique_ptr<RankProcess> process);
};

/// Some that come together: all of them become part of the run, or none.
class Newcomers {
  public:
    void add(RankProcess& process) { all_.push_back(&process); }
    bool are_any() const { return !all_.empty(); }
    std::size_t count() const { return all_.size(); }
    /// Requires are_any().
    const RankProcess& first() const { return *all_.front(); }
    bool have(int number) const;
    /// One that has ended before it was part of the run; null: there is none.
    const RankProcess* lost() const;
    /// They wait in MPI_Init until they get the cards of the others.
    bool have_all_joined() const;
    /// They take part in the run from now on.
    void release(GrowingRun& run);
    bool are_released() const { return are_released_; }
    /// None of them will.
    void give_up(GrowingRun& run);

  private:
    std::vector<RankProcess*> all_;
    bool are_released_ = false;
};

} // namespace sartor::configurator
