// Programs that a rank has asked for, until their ranks take part in the run.
#pragma once

#include "configurator/run/processes/newcomers.hpp"
#include "configurator/run/processes/preparation.hpp"
#include "configurator/run/processes/rank_process.hpp"
#include "configurator/run/processes/spawn_orders.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sartor::configurator {

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

    RankProcess& requester_;
    std::uint64_t token_;
    SpawnOrders orders_;
    std::vector<std::string> paths_;           // of the programs
    std::string error_;                        // before any was started
    std::unique_ptr<Preparation> preparation_; // null when all were ready
    Newcomers started_;
    int first_rank_ = 0;
};

} // namespace sartor::configurator
