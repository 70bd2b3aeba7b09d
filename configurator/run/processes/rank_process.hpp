// One process of a run, as its launcher sees it.
#pragma once

#include "configurator/run/processes/lines.hpp"
#include "transports/fabric/launcher.hpp"
#include "transports/fabric/shared_memory.hpp"
#include "transports/fabric/sharers.hpp"

#include <array>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace sartor::configurator {

/// How large a run is when it begins, and how large it may become.
struct RunSize {
    int processes = 1;
    int ranks = 1;
    int most_processes = 1;
    int most_ranks = 1;
    int here = 1; // so many of the processes that it begins with, the first ones, are on this computer
    bool survives_failures = false; // processes may fail while others go on

    channel::fabric::MemoryLayout layout() const {
        return {here + (most_processes - processes), most_processes, survives_failures ? most_ranks : 0};
    }
    /// Of a process that the run begins with: neighbouring ranks.
    int first_rank_of(int process) const {
        return static_cast<int>((static_cast<long>(process) * ranks + processes - 1) / processes);
    }
};

/// Which process it is, and which ranks it has.
struct ProcessPlace {
    int number;
    int first_rank;
    int ranks;
    bool reads_input = false;
    bool tags_output = false; // lines get the rank in front here, since the process knows nothing of that
    bool tags_errors = false;
};

/// What a process is to run.
struct ProcessStart {
    std::vector<std::string> command; // the program's name and its arguments
    std::string file;
    std::string folder; // in which it runs; empty: that of this command
    std::vector<std::pair<std::string, std::string>>
        variables;                 // of its environment; an empty one is left out
    bool with_abi_library = false; // see foreign.hpp
    bool may_outlive = false;      // this command, when that is done or killed
};

/// Memory for messages between the processes, which they inherit; none where libfabric moves the messages.
struct SharedRings {
    int descriptor = -1;
    channel::fabric::Sharers sharers;
    channel::fabric::RingMemory control; // those of the listeners, who wait for the launcher, too
    channel::fabric::Roster roster;

    /// What the descriptor has. False: the system does not map it.
    [[nodiscard]] bool map(const RunSize& run) {
        const channel::fabric::MemoryLayout layout = run.layout();
        sharers = {0, run.here, run.processes};
        return control.map(descriptor, layout.control(), layout.most_sharers) &&
               roster.map(descriptor, layout.roster(), layout.most_processes);
    }
};

class RankProcess;
/// As processes get them: each with its length before it.
std::string cards_of(const std::vector<std::unique_ptr<RankProcess>>& processes);

class RankProcess {
  public:
    /// Starts it. Errors: throws Error when it can't be started. It ends with this command. launcher: the
    /// socket of another one, which it is to have instead of this; -1: there is none.
    RankProcess(const ProcessPlace& place, const RunSize& run, const ProcessStart& start,
                const sigset_t& signals, const SharedRings& rings, int launcher = -1);
    /// One that another launcher starts. It takes part in the run from the start, or is on its way into it,
    /// and will connect if it is on this computer.
    RankProcess(const ProcessPlace& place, const RunSize& run, const SharedRings& rings);
    RankProcess(const RankProcess&) = delete;
    RankProcess& operator=(const RankProcess&) = delete;
    ~RankProcess();

    /// Whether it takes part in the run: others may wait for it.
    bool has_joined() const { return !card.empty(); }

    int number() const { return place_.number; }
    const ProcessPlace& place() const { return place_; }
    bool is_here() const { return is_here_; }
    /// Of one that is here.
    bool is_running() const { return is_running_; }
    /// What waitpid(2) says once it has ended, or 0 once one of another launcher has gone; once.
    std::optional<int> take_end();
    /// Of another launcher.
    bool is_adopted() const { return process_ < 0; }
    /// False: it has connected before.
    [[nodiscard]] bool connect(int socket) {
        if (socket_ >= 0 || has_closed_) return false;
        socket_ = socket;
        return true;
    }
    /// Nobody waits for it any more: one of another launcher, which sees to its end.
    void leave();
    /// While the run went on.
    bool is_spawned() const { return is_spawned_; }
    /// "process 1 (ranks 2 to 3)"
    std::string name() const;

    const std::string& command() const { return command_; }

    /// To wait for: its standard output, its standard error, its socket; -1: closed.
    std::array<int, 3> descriptors() const { return {output_, error_, socket_}; }

    void signal(int number) const;
    /// The output that has come so far, what it has written to standard output first.
    void pass_on_output();
    /// All that is there.
    void finish_output();

    void send(channel::fabric::LauncherKind kind, std::uint64_t value, const std::string& text = "");
    /// The next message, if it has come as a whole.
    bool take(channel::fabric::LauncherMessage& message, std::string& text);

    std::string card; // its address

  private:
    ProcessPlace place_;
    std::string command_;
    bool is_spawned_;
    const SharedRings& rings_;
    pid_t process_ = -1;
    bool is_here_ = true;
    bool is_running_ = true;
    bool has_closed_ = false; // its socket
    int socket_ = -1;
    int output_ = -1;
    int error_ = -1;
    Lines lines_of_output_;
    Lines lines_of_error_;
    std::string received_;
};

} // namespace sartor::configurator
