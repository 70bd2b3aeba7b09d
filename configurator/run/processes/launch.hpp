// A run in several processes, and what its launcher does for it until its end. One loop waits for all: the
// processes' output, their messages, their ends, and signals.
#pragma once

#include "configurator/run/processes/other_runs.hpp"
#include "configurator/run/processes/parts_file.hpp"
#include "configurator/run/processes/pending_spawn.hpp"
#include "configurator/run/signals.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

class Launch {
  public:
    /// rings: for size.most_processes, whose roster has those that the run begins with; none where libfabric
    /// moves the messages. mpi: of the programs that its ranks start. parts: of an observed run; or null.
    Launch(const RunSize& size, const SharedRings& rings, const MpiOfRun& mpi, const PartsFile* parts);
    Launch(const Launch&) = delete;
    Launch& operator=(const Launch&) = delete;

    /// Starts the processes. Errors: throws Error when one can't be started.
    void start(const ProcessStart& start, bool tags_output, bool tags_errors);
    /// The tags of foreign programs that ranks start.
    void tag_spawned() { run_.tags_output = true; }
    /// Other runs may enter this one: they connect to this descriptor. library: name_of_library(). Requires
    /// that all processes are on this computer and share memory.
    void let_enter(int listening, const std::string& library);
    /// Another launcher starts them, and they connect to this descriptor.
    void adopt(int listening);

    /// Until all have ended: the exit code.
    int run();

  private:
    ProcessPlace place_of(int number) const;
    bool is_anyone_left() const;
    void wait();
    void take_signals();
    void take_connections();
    bool take_connection(int socket);
    void take_messages(RankProcess& child);
    void take_card(RankProcess& child, const std::string& text);
    void take_all_cards(std::uint64_t key, std::string_view text);
    void take_fence();
    void end_fence_of_all();
    void advance_others();
    /// All processes that the run begins with call MPI.
    bool has_begun() const { return cards_ >= size_.here; }
    void expect_ends(int exit_code);
    void end(int exit_code, const std::string& lost = "");
    void take_ends();
    bool takes_no_part(const RankProcess& child) const;
    const RankProcess* gone_without_joining() const;
    void end_without(const RankProcess& gone);
    void take_death(RankProcess& child, int status, int code);
    bool is_survived(const RankProcess& child) const;
    void go_on_without(const RankProcess& child, int status, int code);
    void end_if_late();

    using Clock = std::chrono::steady_clock;

    ReadSignals signals_;
    RunSize size_;
    SharedRings rings_;
    MpiOfRun mpi_;
    const PartsFile* parts_;
    std::uint64_t key_;
    std::vector<std::unique_ptr<RankProcess>> children_;
    ReadyPrograms ready_;
    Notices notices_{size_, rings_, children_};
    GrowingRun run_{size_, rings_, children_, notices_, mpi_, ready_, signals_.before(), key_, false};
    std::vector<std::unique_ptr<PendingSpawn>> spawns_;
    OtherRuns others_{run_};
    int listening_ = -1;
    int cards_ = 0;
    int fences_ = 0;
    bool has_finished_ = false;
    bool is_ending_ = false;
    int exit_code_ = 0;
    int requested_end_by_ = 0;
    Clock::time_point limit_;
};

} // namespace sartor::configurator
