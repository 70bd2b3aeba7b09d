#include "configurator/run/processes/entered_run.hpp"

#include "configurator/support/error.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace sartor::configurator {

using channel::fabric::EntryRequest;
using channel::fabric::FinishedProcess;
using channel::fabric::LauncherKind;
using channel::fabric::LauncherMessage;
using channel::fabric::PlaceInRun;

EnteredRun::EnteredRun(const std::string& universe, int socket) : universe_(universe), socket_(socket) {}

EnteredRun::~EnteredRun() {
    for (const int descriptor : {socket_, rings_.descriptor})
        if (descriptor >= 0) close(descriptor);
}

bool EnteredRun::request_place(int processes, int ranks, const MpiOfRun& mpi) {
    own_ = {.processes = processes, .ranks = ranks};
    EntryRequest request{processes, ranks, {}};
    name_of_library(mpi).copy(request.library, sizeof request.library - 1);
    send_note(socket_, {LauncherKind::enters, bytes_of(request), -1});
    const auto reply = take_note(socket_);
    if (!reply) return false;
    if (reply->kind == LauncherKind::refused)
        configurator::refuse("--universe {}: {}", universe_, reply->text);
    const auto place = struct_of<PlaceInRun>(reply->text);
    if (reply->kind != LauncherKind::place || !place || reply->descriptor < 0)
        fail("--universe {}: the run that has this name was made by another version of sartor", universe_);
    place_ = *place;
    rings_.descriptor = reply->descriptor;
    size_ = {place_.processes, place_.ranks, place_.most_processes, place_.most_ranks, place_.processes};
    return true;
}

bool EnteredRun::start(const ProcessStart& start, bool tags_output, bool tags_errors) {
    ProcessStart entering = start;
    entering.may_outlive = true; // the other run sees to its end
    entering.variables = {
        {"SARTOR_RANKS", fmt::format("{}", place_.ranks)},
        {"SARTOR_SPAWNED", fmt::format("{}:{}:0:{}:-1:-1", place_.first_rank, own_.ranks, place_.context)}};
    for (int process = 0; process < own_.processes; ++process) {
        const auto launcher = connect_to_universe(universe_);
        const int number = place_.first_process + process;
        const LauncherMessage joins{LauncherKind::joins, 0, static_cast<std::uint64_t>(number)};
        if (!launcher || ::send(*launcher, &joins, sizeof joins, MSG_NOSIGNAL) != sizeof joins) {
            kill_all();
            return false;
        }
        const int first = own_.first_rank_of(process);
        const ProcessPlace place{number,
                                 place_.first_rank + first,
                                 own_.first_rank_of(process + 1) - first,
                                 process == 0,
                                 tags_output,
                                 tags_errors};
        processes_.push_back(
            std::make_unique<RankProcess>(place, size_, entering, signals_.before(), rings_, *launcher));
    }
    return true;
}

std::optional<int> EnteredRun::run() {
    // Without the other run they end by themselves, if they were part of it.
    while (is_anyone_left() && (socket_ >= 0 || has_entered_)) {
        wait();
        take_signals();
        take_notes();
        for (const auto& process : processes_) process->pass_on_output();
        take_ends();
    }
    if (is_anyone_left()) return kill_all(), std::nullopt;
    for (const auto& process : processes_) process->finish_output();
    return exit_code_;
}

void EnteredRun::take_signals() {
    signals_.take_all([this](int number, bool came_to_all) {
        if (number != SIGUSR1) requested_end_by_ = number;
        if (came_to_all) return;
        for (const auto& process : processes_) process->signal(number);
    });
}

bool EnteredRun::is_finished(const RankProcess& process) const {
    return std::ranges::find(finished_, process.number(), &FinishedProcess::number) != finished_.end();
}

bool EnteredRun::is_any_running() const {
    return std::ranges::any_of(processes_, [](const auto& process) { return process->is_running(); });
}

bool EnteredRun::is_anyone_left() const {
    return std::ranges::any_of(
        processes_, [&](const auto& process) { return process->is_running() && !is_finished(*process); });
}

void EnteredRun::wait() const {
    std::vector<pollfd> descriptors = {{signals_.descriptor(), POLLIN, 0}, {socket_, POLLIN, 0}};
    for (const auto& process : processes_)
        for (const int descriptor : process->descriptors())
            if (descriptor >= 0) descriptors.push_back({descriptor, POLLIN, 0});
    ::poll(descriptors.data(), descriptors.size(), -1);
}

void EnteredRun::take_notes() {
    for (pollfd waiting{socket_, POLLIN, 0}; socket_ >= 0 && ::poll(&waiting, 1, 0) > 0;) {
        const auto note = take_note(socket_);
        if (!note) {
            close(std::exchange(socket_, -1));
        } else if (note->kind == LauncherKind::entered) {
            has_entered_ = true;
        } else if (note->kind == LauncherKind::refused) {
            take_refusal(note->text);
        } else if (const auto finished = struct_of<FinishedProcess>(note->text);
                   note->kind == LauncherKind::finished && finished) {
            if (finished->exit_code == FinishedProcess::code_comes_later) continue;
            finished_.push_back(*finished);
            exit_code_ = std::max(exit_code_, static_cast<int>(finished->exit_code));
        }
    }
}

// One has ended without MPI. If others call MPI, they would wait for it.
void EnteredRun::take_refusal(const std::string& reason) {
    take_ends();
    if (!is_any_running()) return;
    report("{}: the run ends", reason);
    kill_all();
    exit_code_ = std::max(exit_code_, 1);
}

void EnteredRun::take_ends() {
    for (const auto& process : processes_) {
        const std::optional<int> end = process->take_end();
        if (!end) continue;
        const int status = *end;
        if (WIFSIGNALED(status) && WTERMSIG(status) != requested_end_by_ && !is_killed_)
            report("{} was ended by signal {} ({})", process->name(), WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
        const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        if (!is_killed_) exit_code_ = std::max(exit_code_, code);
    }
}

void EnteredRun::kill_all() {
    is_killed_ = true;
    for (const auto& process : processes_) process->signal(SIGKILL);
}

} // namespace sartor::configurator
