// One loop waits for all: the processes' output, their messages, their ends, and signals.
#include "configurator/run/processes.hpp"

#include "components/channel/fabric/launcher.hpp"
#include "configurator/run/environment.hpp"
#include "configurator/run/processes/rank_process.hpp"
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
    Launch(const RunOptions& options, const std::vector<std::string>& command, const std::string& file) {
        if (options.provider.empty()) make_rings(options.processes);
        const bool tags_output = options.foreign && options.tag_output;
        for (int number = 0; number < options.processes; ++number)
            children_.push_back(
                std::make_unique<RankProcess>(ProcessPlace{number, options.processes, options.ranks,
                                                           tags_output, tags_output || options.tag_errors},
                                              command, file, signals_.before(), rings_));
    }

    // The exit code.
    int run() {
        while (is_anyone_left()) {
            wait();
            take_signals();
            for (const auto& child : children_) child->pass_on_output();
            for (const auto& child : children_) take_messages(*child);
            take_ends();
            end_if_late();
        }
        for (const auto& child : children_) child->finish_output();
        return exit_code_;
    }

  private:
    void make_rings(int processes) {
        const std::size_t bytes = channel::fabric::RingMemory::bytes(processes); // twice: see frames.hpp
        rings_.descriptor = memfd_create("sartor-rings", MFD_CLOEXEC);
        if (rings_.descriptor < 0 || ftruncate(rings_.descriptor, static_cast<off_t>(2 * bytes)) != 0 ||
            !rings_.control.map(rings_.descriptor, bytes, processes))
            fail("--processes {}: no memory that they share: {}", processes, std::strerror(errno));
    }

    bool is_anyone_left() const {
        return std::ranges::any_of(children_, [](const auto& child) { return child->is_running(); });
    }

    void wait() {
        std::vector<pollfd> descriptors = {{signals_.descriptor(), POLLIN, 0}};
        for (const auto& child : children_)
            for (const int descriptor : child->descriptors())
                if (descriptor >= 0) descriptors.push_back({descriptor, POLLIN, 0});
        constexpr int look = 100; // milliseconds, while the run is being ended
        ::poll(descriptors.data(), descriptors.size(), is_ending_ ? look : -1);
    }

    // What a terminal sends comes to all processes, since they are of its group. What another process sends
    // comes to this one alone.
    void take_signals() {
        for (signalfd_siginfo signal{}; signals_.take(signal);) {
            if (signal.ssi_signo == SIGCHLD) continue;
            const int number = static_cast<int>(signal.ssi_signo);
            if (number != SIGUSR1) asked_to_end_by_ = number;
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
            else if (message.kind == LauncherKind::ending)
                end(static_cast<int>(message.value));
        }
    }

    void take_card(RankProcess& child, const std::string& text) {
        child.card = text;
        if (const auto* gone = gone_without_joining()) return end_without(*gone);
        if (++cards_ < children_.size()) return;
        std::string all;
        for (const auto& one : children_) {
            const auto length = static_cast<std::uint32_t>(one->card.size());
            all.append(reinterpret_cast<const char*>(&length), sizeof length).append(one->card);
        }
        const std::uint64_t key = random_key();
        for (const auto& one : children_) one->send(LauncherKind::cards, key, all);
    }

    // After the last one they end by themselves.
    void take_fence() {
        if (++fences_ < children_.size()) return;
        has_finished_ = true;
        for (const auto& one : children_) one->send(LauncherKind::fenced, 0);
    }

    void expect_ends(int exit_code) {
        is_ending_ = true;
        exit_code_ = exit_code;
        limit_ = Clock::now() + std::chrono::seconds(3);
    }

    void end(int exit_code) {
        if (is_ending_) return;
        expect_ends(exit_code);
        for (const auto& child : children_)
            child->send(LauncherKind::end, static_cast<std::uint64_t>(exit_code));
    }

    void take_ends() {
        for (const auto& child : children_) {
            int status = 0;
            if (!child->is_running() || waitpid(child->process(), &status, WNOHANG) != child->process())
                continue;
            child->has_ended();
            take_messages(*child); // its last words
            if (is_ending_) continue;
            const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
            const bool takes_no_part = status == 0 && !child->has_joined() && cards_ == 0;
            if (takes_no_part || (has_finished_ && WIFEXITED(status)))
                exit_code_ = std::max(exit_code_, code);
            else
                take_death(*child, status, code);
        }
    }

    // A program that calls no MPI may end as it likes. If others call MPI, they would wait for it.
    const RankProcess* gone_without_joining() const {
        const auto found = std::ranges::find_if(
            children_, [](const auto& child) { return !child->is_running() && !child->has_joined(); });
        return found == children_.end() ? nullptr : found->get();
    }

    void end_without(const RankProcess& gone) {
        report("{} ended without a call of MPI, which others call: the run ends", gone.name());
        end(1);
    }

    void take_death(RankProcess& child, int status, int code) {
        child.finish_output();
        if (status == 0 && !child.has_joined()) return end_without(child);
        if (WIFSIGNALED(status) && WTERMSIG(status) == asked_to_end_by_)
            return expect_ends(code); // the others have got that signal, too, and say where they stand
        if (WIFSIGNALED(status))
            report("{} was ended by {}: the run ends", child.name(), signal_text(WTERMSIG(status)));
        else if (WIFEXITED(status))
            report("{} ended with exit code {} before its ranks had: the run ends", child.name(), code);
        end(code == 0 ? 1 : code);
    }

    // They have had time to write what was written so far.
    void end_if_late() {
        if (!is_ending_ || Clock::now() < limit_) return;
        for (const auto& child : children_) child->signal(SIGKILL);
    }

    Signals signals_;
    SharedRings rings_;
    std::vector<std::unique_ptr<RankProcess>> children_;
    std::size_t cards_ = 0;
    std::size_t fences_ = 0;
    bool has_finished_ = false;
    bool is_ending_ = false;
    int exit_code_ = 0;
    int asked_to_end_by_ = 0;
    Clock::time_point limit_;
};

} // namespace

void run_in_processes(const RunOptions& options, const std::vector<std::string>& command,
                      const std::string& file) {
    set_variable("SARTOR_OUTPUT_AT_ONCE", isatty(STDOUT_FILENO) == 1 ? "1" : "");
    std::exit(Launch(options, command, file).run());
}

} // namespace sartor::configurator
