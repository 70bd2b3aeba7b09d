// What the processes on other computers are told when a run grows: by process 0, from process to process.
#pragma once

#include "configurator/run/processes/rank_process.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Those of one spawn after the other. Where all processes are on this computer, nobody has to be told.
class Notices {
  public:
    Notices(const RunSize& size, const SharedRings& rings,
            const std::vector<std::unique_ptr<RankProcess>>& processes)
        : size_(size), rings_(rings), processes_(processes) {}

    /// Whether all know what the roster says of the processes that were added, as it was when `step` of `who`
    /// came here first. Steps of one are numbered from 1. Until end(who) others wait.
    bool are_all_told(const void* who, int step);
    void end(const void* who);
    /// Process 0 says so.
    void note_known(std::uint64_t number) { is_known_ = is_known_ || number == number_; }

  private:
    std::string added() const;

    const RunSize& size_;
    const SharedRings& rings_;
    const std::vector<std::unique_ptr<RankProcess>>& processes_;
    const void* who_ = nullptr;
    int step_ = 0;
    std::uint64_t number_ = 0;
    bool is_known_ = false;
};

} // namespace sartor::configurator
