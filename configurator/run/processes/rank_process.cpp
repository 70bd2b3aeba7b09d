#include "configurator/run/processes/rank_process.hpp"

#include "configurator/run/environment.hpp"
#include "configurator/run/foreign.hpp"
#include "configurator/support/error.hpp"
#include "runtime/rank/launch_variables.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/ranges.h>
#include <sched.h>
#include <sstream>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sartor::configurator {

namespace {

using channel::fabric::LauncherKind;
using channel::fabric::LauncherMessage;

std::vector<std::string> members_of(const char* list) {
    std::vector<std::string> all;
    std::istringstream stream(list);
    for (std::string one; std::getline(stream, one, ',');) all.push_back(one);
    return all;
}

// The part of a list "0,2,3" that one of so many processes gets; where there are more processes than members,
// they share them.
std::string part_of_list(const char* variable, const ProcessPlace& place, const RunSize& run) {
    const char* const text = std::getenv(variable);
    if (text == nullptr) return "";
    if (place.number >= run.processes) return text; // started later, beside the others
    const std::vector<std::string> all = members_of(text);
    const auto number = static_cast<std::size_t>(place.number);
    const auto processes = static_cast<std::size_t>(run.processes);
    if (all.size() < processes) return all.empty() ? "" : all[number % all.size()];
    const auto first = [&](std::size_t process) {
        return all.begin() + static_cast<std::ptrdiff_t>(process * all.size() / processes);
    };
    return fmt::format("{}", fmt::join(first(number), first(number + 1), ","));
}

// Whether other processes get the same member of that list.
bool is_shared(const char* variable, const ProcessPlace& place, const RunSize& run) {
    const char* const text = std::getenv(variable);
    if (text == nullptr || *text == '\0') return false;
    return place.number >= run.processes || members_of(text).size() < static_cast<std::size_t>(run.here);
}

// The process runs on these processors only, from its start: libraries that are loaded with the program count
// them. GCC's OpenMP has as many threads, and polls for long where each has a processor to itself.
void use_only(const std::string& processors) {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::istringstream stream(processors);
    for (std::string one; std::getline(stream, one, ',');) CPU_SET(std::stoul(one), &set);
    if (CPU_COUNT(&set) > 0) sched_setaffinity(0, sizeof set, &set);
}

// Of a process whose parts of the lists have been set; empty with --bind none.
std::string own_processors() {
    for (const char* list : {"SARTOR_PROCESSORS", "SARTOR_CORES"})
        if (const char* const part = std::getenv(list)) return part;
    return "";
}

// Of the process's first rank; further ones have theirs once they run.
void set_launch_variables(const ProcessPlace& place, const RunSize& run) {
    const process::LaunchPlace own{place.first_rank, run.ranks, place.first_rank, run.ranks};
    process::each_launch_variable(
        own, [](const char* name, int value) { set_variable(name, fmt::format("{}", value)); });
}

[[noreturn]] void become_child(const ProcessPlace& place, const RunSize& run, const ProcessStart& start,
                               const sigset_t& signals, int socket, int memory) {
    if (!start.may_outlive) prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigprocmask(SIG_SETMASK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    set_variable(channel::fabric::process_variable,
                 fmt::format("{}:{}:{}:{}:{}:{}:{}", place.number, run.processes, run.here, socket, memory,
                             run.most_processes, run.most_ranks));
    if (place.number < run.processes) set_launch_variables(place, run);
    set_variable("SARTOR_SHARED_CORES", is_shared("SARTOR_CORES", place, run) ? "1" : "");
    for (const char* list : {"SARTOR_CORES", "SARTOR_PROCESSORS"})
        set_variable(list, part_of_list(list, place, run));
    if (!start.with_abi_library) use_only(own_processors());
    for (const auto& [variable, value] : start.variables) set_variable(variable.c_str(), value);
    if (start.with_abi_library) use_abi_library();
    if (!start.folder.empty() && chdir(start.folder.c_str()) != 0) {
        report("can't run {} in {}: {}", start.command.front(), start.folder, std::strerror(errno));
        _exit(127);
    }
    std::vector<char*> words;
    for (const std::string& word : start.command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execv(start.file.c_str(), words.data());
    report("can't start {}: {}", start.file, std::strerror(errno));
    _exit(127);
}

std::string tag_of(const ProcessPlace& place, bool is_tagged) {
    return is_tagged ? fmt::format("[{}] ", place.first_rank) : "";
}

// Of a process: what it writes, or what is to be read by it.
void take_place(int descriptor, int standard) {
    dup2(descriptor, standard);
}

} // namespace

RankProcess::RankProcess(const ProcessPlace& place, const RunSize& run, const ProcessStart& start,
                         const sigset_t& signals, const SharedRings& rings, int launcher)
    : place_(place), command_(start.command.front()), is_spawned_(place.number >= run.processes),
      rings_(rings), lines_of_output_(STDOUT_FILENO, tag_of(place, place.tags_output)),
      lines_of_error_(STDERR_FILENO, tag_of(place, place.tags_errors)) {
    int ends[2] = {-1, launcher}, output[2], error[2];
    if ((launcher < 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) ||
        pipe2(output, O_CLOEXEC) != 0 || pipe2(error, O_CLOEXEC) != 0)
        fail("process {}: {}", place.number, std::strerror(errno));
    process_ = fork();
    if (process_ < 0) fail("can't start process {}: {}", place.number, std::strerror(errno));
    if (process_ == 0) {
        take_place(output[1], STDOUT_FILENO);
        take_place(error[1], STDERR_FILENO);
        if (!place.reads_input) take_place(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
        for (const int inherited : {ends[1], rings.descriptor}) fcntl(inherited, F_SETFD, 0);
        become_child(place, run, start, signals, ends[1], rings.descriptor);
    }
    for (const int descriptor : {ends[1], output[1], error[1]}) close(descriptor);
    socket_ = ends[0];
    output_ = output[0];
    error_ = error[0];
    for (const int descriptor : {output_, error_}) fcntl(descriptor, F_SETFL, O_NONBLOCK);
}

RankProcess::RankProcess(const ProcessPlace& place, const RunSize& run, const SharedRings& rings)
    : place_(place), is_spawned_(place.number >= run.processes), rings_(rings),
      is_here_(is_spawned_ || place.number < run.here), is_running_(is_here_),
      lines_of_output_(STDOUT_FILENO, ""), lines_of_error_(STDERR_FILENO, "") {}

RankProcess::~RankProcess() {
    for (const int descriptor : descriptors())
        if (descriptor >= 0) close(descriptor);
}

std::string cards_of(const std::vector<std::unique_ptr<RankProcess>>& processes) {
    std::string all;
    for (const auto& process : processes) {
        const auto length = static_cast<std::uint32_t>(process->card.size());
        all.append(reinterpret_cast<const char*>(&length), sizeof length).append(process->card);
    }
    return all;
}

std::string RankProcess::name() const {
    const int first = place_.first_rank;
    const int last = first + place_.ranks - 1;
    return first == last ? fmt::format("process {} (rank {})", place_.number, first)
                         : fmt::format("process {} (ranks {} to {})", place_.number, first, last);
}

void RankProcess::signal(int number) const {
    if (is_running_ && !is_adopted()) kill(process_, number);
}

void RankProcess::leave() {
    is_running_ = false;
    if (socket_ >= 0) close(std::exchange(socket_, -1));
}

std::optional<int> RankProcess::take_end() {
    int status = 0;
    const bool has_ended = is_adopted() ? has_closed_ : waitpid(process_, &status, WNOHANG) == process_;
    if (!is_running_ || !has_ended) return std::nullopt;
    is_running_ = false;
    return status;
}

// False: the stream has no more now. A closed one becomes -1.
static bool pass_on(int& descriptor, Lines& lines) {
    char text[65536];
    if (descriptor < 0) return false;
    const ssize_t count = read(descriptor, text, sizeof text);
    if (count > 0) {
        lines.add({text, static_cast<std::size_t>(count)});
        return true;
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        close(descriptor);
        descriptor = -1;
    }
    return false;
}

void RankProcess::pass_on_output() {
    while (pass_on(output_, lines_of_output_)) {
    }
    while (pass_on(error_, lines_of_error_)) {
    }
}

void RankProcess::finish_output() {
    pass_on_output();
    lines_of_output_.finish();
    lines_of_error_.finish();
}

void RankProcess::send(LauncherKind kind, std::uint64_t value, const std::string& text) {
    if (socket_ < 0) return;
    const LauncherMessage message{kind, static_cast<std::uint32_t>(text.size()), value};
    std::string all(reinterpret_cast<const char*>(&message), sizeof message);
    all += text;
    if (::send(socket_, all.data(), all.size(), MSG_NOSIGNAL) < 0) return; // it has gone: waitpid() will say
    if (rings_.control.exists()) rings_.control.bell(rings_.sharers.position_of(place_.number)).notify_one();
}

static std::uint32_t longest_text(LauncherKind kind) {
    if (kind == LauncherKind::all) return std::uint32_t{1} << 30;
    return kind == LauncherKind::spawn ? channel::fabric::longest_spawn : channel::fabric::longest_card;
}

bool RankProcess::take(LauncherMessage& message, std::string& text) {
    char part[4096];
    while (socket_ >= 0) {
        const ssize_t count = recv(socket_, part, sizeof part, MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) break;
        if (count > 0) {
            received_.append(part, static_cast<std::size_t>(count));
            continue;
        }
        close(socket_);
        socket_ = -1;
        has_closed_ = true;
    }
    if (received_.size() < sizeof message) return false;
    std::memcpy(&message, received_.data(), sizeof message);
    if (message.bytes > longest_text(message.kind)) fail("{} sent an invalid message", name());
    if (received_.size() < sizeof message + message.bytes) return false;
    text = received_.substr(sizeof message, message.bytes);
    received_.erase(0, sizeof message + message.bytes);
    return true;
}

} // namespace sartor::configurator
