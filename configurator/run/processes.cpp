// One loop waits for all: the processes' output, their messages, their ends, and signals.
#include "configurator/run/processes.hpp"

#include "components/channel/fabric/launcher.hpp"
#include "components/channel/fabric/provider_file.hpp"
#include "components/channel/fabric/shared_memory.hpp"
#include "configurator/run/environment.hpp"
#include "configurator/run/processes/parts_file.hpp"
#include "configurator/run/processes/pending_spawn.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <poll.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sartor::configurator {

namespace {

using channel::fabric::LauncherKind;
using channel::fabric::LauncherMessage;
using channel::fabric::Roster;
using Clock = std::chrono::steady_clock;

// Signals are read from a descriptor.
class Signals {
  public:
    Signals() {
        sigemptyset(&set_);
        for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1})
            sigaddset(&set_, signal);
        std::signal(SIGCHLD, SIG_DFL); // if it were ignored, no exit code would be kept
        std::signal(SIGPIPE, SIG_IGN);
        sigprocmask(SIG_BLOCK, &set_, &before_);
        descriptor_ = signalfd(-1, &set_, SFD_CLOEXEC | SFD_NONBLOCK);
        if (descriptor_ < 0) fail("--processes: can't wait for signals: {}", std::strerror(errno));
    }
    int descriptor() const { return descriptor_; }
    const sigset_t& before() const { return before_; }
    bool take(signalfd_siginfo& signal) const {
        return read(descriptor_, &signal, sizeof signal) == sizeof signal;
    }

  private:
    sigset_t set_{};
    sigset_t before_{};
    int descriptor_ = -1;
};

std::uint64_t random_key() {
    std::uint64_t key = 0;
    if (getrandom(&key, sizeof key, 0) != sizeof key)
        fail("--processes: no random key: {}", std::strerror(errno));
    return key;
}

std::string signal_text(int signal) {
    return fmt::format("signal {} ({})", signal, strsignal(signal));
}

class Launch {
  public:
    Launch(const RunOptions& options, const ProcessStart& start, const MpiOfRun* spawning)
        : size_(size_of(options, spawning != nullptr)), key_(random_key()), parts_(options) {
        if (options.provider.empty()) make_rings();
        if (spawning != nullptr) mpi_ = *spawning;
        const bool tags_output = options.foreign && options.tag_output;
        for (int number = 0; number < options.processes; ++number) {
            const int first = size_.first_rank_of(number);
            const ProcessPlace place{number, first, size_.first_rank_of(number + 1) - first, tags_output,
                                     tags_output || options.tag_errors};
            children_.push_back(
                std::make_unique<RankProcess>(place, size_, start, signals_.before(), rings_));
        }
        run_.tags_output = options.tag_output;
    }

    // The exit code.
    int run() {
        while (is_anyone_left()) {
            wait();
            take_signals();
            for (const auto& child : children_) child->pass_on_output();
            for (std::size_t child = 0; child < children_.size(); ++child) take_messages(*children_[child]);
            take_ends();
            std::erase_if(spawns_, [&](const auto& spawn) { return spawn->advance(run_); });
            end_if_late();
        }
        for (const auto& child : children_) child->finish_output();
        return exit_code_;
    }

  private:
    // Rings take memory when something is in them.
    static RunSize size_of(const RunOptions& options, bool grows) {
        constexpr int more_processes = 512;
        constexpr int more_ranks = 4096;
        RunSize size{options.processes, options.ranks, options.processes, options.ranks};
        if (grows && options.provider.empty()) {
            size.most_processes += more_processes;
            size.most_ranks += more_ranks;
        }
        return size;
    }

    void make_rings() {
        const int most = size_.most_processes;
        const channel::fabric::MemoryLayout layout(most);
        rings_.descriptor = memfd_create("sartor-rings", MFD_CLOEXEC);
        if (rings_.descriptor < 0 || ftruncate(rings_.descriptor, static_cast<off_t>(layout.all)) != 0 ||
            !rings_.control.map(rings_.descriptor, layout.control, most) ||
            !rings_.roster.map(rings_.descriptor, layout.roster, most))
            fail("--processes {}: no memory that they share: {}", size_.processes, std::strerror(errno));
        for (int number = 0; number < size_.processes; ++number)
            rings_.roster.add(size_.first_rank_of(number + 1) - size_.first_rank_of(number),
                              channel::fabric::Roster::Part::whole);
    }

    bool is_anyone_left() const {
        return std::ranges::any_of(children_, [](const auto& child) { return child->is_running(); });
    }

    void wait() {
        std::vector<pollfd> descriptors = {{signals_.descriptor(), POLLIN, 0}};
        for (const auto& child : children_)
            for (const int descriptor : child->descriptors())
                if (descriptor >= 0) descriptors.push_back({descriptor, POLLIN, 0});
        for (const auto& spawn : spawns_) descriptors.push_back({spawn->descriptor(), POLLIN, 0});
        constexpr int look = 100; // milliseconds, while the run is being ended
        ::poll(descriptors.data(), descriptors.size(), is_ending_ ? look : -1);
    }

    // What a terminal sends comes to all processes, since they are of its group. What another process sends
    // comes to this one alone.
    void take_signals() {
        for (signalfd_siginfo signal{}; signals_.take(signal);) {
            if (signal.ssi_signo == SIGCHLD) continue;
            const int number = static_cast<int>(signal.ssi_signo);
            if (number != SIGUSR1) requested_end_by_ = number;
            if (signal.ssi_code > 0) continue;
            for (const auto& child : children_) child->signal(number);
        }
    }

    void take_messages(RankProcess& child) {
        LauncherMessage message{};
        std::string text;
        while (child.take(message, text)) {
            if (message.kind == LauncherKind::card)
                take_card(child, text);
            else if (message.kind == LauncherKind::fence)
                take_fence();
            else if (message.kind == LauncherKind::spawn)
                spawns_.push_back(std::make_unique<PendingSpawn>(child, message.value, text, run_));
            else if (message.kind == LauncherKind::ending)
                end(static_cast<int>(message.value));
        }
    }

    void take_card(RankProcess& child, const std::string& text) {
        child.card = text;
        if (child.is_spawned()) return child.send(LauncherKind::cards, key_);
        if (const auto* gone = gone_without_joining()) return end_without(*gone);
        if (++cards_ < size_.processes) return;
        const std::string all = rings_.roster.exists() ? "" : all_cards();
        for (const auto& one : children_) one->send(LauncherKind::cards, key_, all);
    }

    std::string all_cards() const {
        std::string all;
        for (const auto& one : children_) {
            const auto length = static_cast<std::uint32_t>(one->card.size());
            all.append(reinterpret_cast<const char*>(&length), sizeof length).append(one->card);
        }
        return all;
    }

    // After the last one they end by themselves.
    void take_fence() {
        if (++fences_ < (rings_.roster.exists() ? rings_.roster.count_whole() : size_.processes)) return;
        has_finished_ = true;
        for (const auto& one : children_) one->send(LauncherKind::fenced, 0);
    }

    void expect_ends(int exit_code) {
        is_ending_ = true;
        exit_code_ = exit_code;
        limit_ = Clock::now() + std::chrono::seconds(3);
    }

    void end(int exit_code, const std::string& lost = "") {
        if (is_ending_) return;
        expect_ends(exit_code);
        for (const auto& child : children_)
            child->send(LauncherKind::end, static_cast<std::uint64_t>(exit_code), lost);
    }

    void take_ends() {
        for (const auto& child : children_) {
            int status = 0;
            if (!child->is_running() || waitpid(child->process(), &status, WNOHANG) != child->process())
                continue;
            child->has_ended();
            take_messages(*child); // its last words
            channel::fabric::remove_file_of(child->card);
            if (is_ending_ || is_starting(*child)) continue;
            const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
            const bool takes_no_part = status == 0 && !child->has_joined() && cards_ == 0;
            if (takes_no_part || (has_finished_ && WIFEXITED(status)))
                exit_code_ = std::max(exit_code_, code);
            else
                take_death(*child, status, code);
        }
    }

    // It was asked for, and who has asked is told why it is not there.
    bool is_starting(const RankProcess& child) const {
        return child.is_spawned() && rings_.roster[child.number()].part.load() != Roster::Part::whole;
    }

    // A program that calls no MPI may end as it likes. If others call MPI, they would wait for it.
    const RankProcess* gone_without_joining() const {
        const auto found = std::ranges::find_if(children_, [](const auto& child) {
            return !child->is_spawned() && !child->is_running() && !child->has_joined();
        });
        return found == children_.end() ? nullptr : found->get();
    }

    void end_without(const RankProcess& gone) {
        report("{} ended without a call of MPI, which others call: the run ends", gone.name());
        end(1);
    }

    void take_death(RankProcess& child, int status, int code) {
        child.finish_output();
        if (status == 0 && !child.has_joined()) return end_without(child);
        if (WIFSIGNALED(status) && WTERMSIG(status) == requested_end_by_)
            return expect_ends(code); // the others have got that signal, too, and say where they stand
        if (WIFSIGNALED(status))
            report("{} was ended by {}: the run ends", child.name(), signal_text(WTERMSIG(status)));
        else if (WIFEXITED(status))
            report("{} ended with exit code {} before its ranks had: the run ends", child.name(), code);
        const channel::fabric::LostProcess lost{child.place().first_rank, child.place().ranks};
        end(code == 0 ? 1 : code, std::string(reinterpret_cast<const char*>(&lost), sizeof lost));
    }

    // They have had time to write what was written so far. A large trace takes as long as it does.
    void end_if_late() {
        if (!is_ending_ || Clock::now() < limit_ || parts_.is_being_joined()) return;
        for (const auto& child : children_) child->signal(SIGKILL);
    }

    Signals signals_;
    RunSize size_;
    std::uint64_t key_;
    PartsFile parts_;
    SharedRings rings_;
    std::vector<std::unique_ptr<RankProcess>> children_;
    MpiOfRun mpi_;
    ReadyPrograms ready_;
    GrowingRun run_{size_, rings_, children_, mpi_, ready_, signals_.before(), false};
    std::vector<std::unique_ptr<PendingSpawn>> spawns_;
    int cards_ = 0;
    int fences_ = 0;
    bool has_finished_ = false;
    bool is_ending_ = false;
    int exit_code_ = 0;
    int requested_end_by_ = 0;
    Clock::time_point limit_;
};

} // namespace

void run_in_processes(const RunOptions& options, const std::vector<std::string>& command,
                      const std::string& file, const MpiOfRun* spawning) {
    set_variable("SARTOR_OUTPUT_AT_ONCE", isatty(STDOUT_FILENO) == 1 ? "1" : "");
    std::exit(Launch(options, {command, file, "", {}, false}, spawning).run());
}

} // namespace sartor::configurator
