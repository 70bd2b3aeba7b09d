#include "configurator/run/processes/entering_run.hpp"

#include "configurator/support/error.hpp"

#include <cerrno>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

namespace sartor::configurator {

using channel::fabric::EntryRequest;
using channel::fabric::LauncherKind;
using channel::fabric::PlaceInRun;

namespace {

// Communicators get their numbers from the lowest on; worlds of runs that enter, each of which takes two,
// from the highest on.
int context_of_world(int first_process) {
    return std::numeric_limits<int>::max() - 2 * first_process - 1;
}

void check(const EntryRequest& request, const std::string& library, const GrowingRun& run) {
    if (request.processes < 1 || request.ranks < request.processes) fail("no such run");
    if (std::string_view(request.library, strnlen(request.library, sizeof request.library)) != library)
        fail(
            "the run that has this name was made by another version of sartor, or with other options: "
            "--checked and the choice of algorithms (--topology, --reproducible, --tuning) must be the same");
    run.require_room(static_cast<std::size_t>(request.processes), request.ranks);
}

} // namespace

EnteringRun::EnteringRun(int socket, std::uint64_t number, const std::string& request,
                         const std::string& library, GrowingRun& run)
    : socket_(socket), number_(number) {
    try {
        const auto wanted = struct_of<EntryRequest>(request);
        if (!wanted) fail("the run that has this name was made by another version of sartor");
        check(*wanted, library, run);
        give_place(*wanted, run);
    } catch (const Error& error) {
        refuse(error.what());
    }
}

EnteringRun::~EnteringRun() {
    close(socket_);
}

void EnteringRun::give_place(const EntryRequest& request, GrowingRun& run) {
    const RunSize& size = run.size;
    const PlaceInRun place{run.next_process(), run.next_rank(), context_of_world(run.next_process()),
                           size.processes,     size.ranks,      size.most_processes,
                           size.most_ranks};
    const RunSize its{.processes = request.processes, .ranks = request.ranks};
    for (int process = 0; process < request.processes; ++process) {
        const int ranks = its.first_rank_of(process + 1) - its.first_rank_of(process);
        newcomers_.add(run.add(std::make_unique<RankProcess>(run.take_place(ranks), size, run.rings)));
    }
    send_note(socket_, {LauncherKind::place, bytes_of(place), run.rings.descriptor});
}

bool EnteringRun::refuse(const std::string& reason) {
    send_note(socket_, {LauncherKind::refused, reason, -1});
    return is_refused_ = true;
}

bool EnteringRun::is_closed() const {
    char byte = 0;
    const ssize_t count = recv(socket_, &byte, 1, MSG_DONTWAIT);
    return count >= 0 || (errno != EAGAIN && errno != EINTR);
}

void EnteringRun::enter(GrowingRun& run) {
    newcomers_.release(run);
    run.processes.front()->send(LauncherKind::go_on, 0);
    send_note(socket_, {LauncherKind::entered, "", -1});
}

bool EnteringRun::advance(GrowingRun& run, bool run_has_begun) {
    if (is_refused_ || newcomers_.are_released()) return is_closed();
    if (const RankProcess* const lost = newcomers_.lost()) {
        give_up(run);
        return refuse(fmt::format("{} ended before it was part of the run", lost->name()));
    }
    if (is_closed()) {
        give_up(run);
        return true;
    }
    if (!run_has_begun || !newcomers_.have_all_joined()) return false;
    if (!asked_for_hold_) run.processes.front()->send(LauncherKind::hold, number_);
    asked_for_hold_ = true;
    if (is_held_) enter(run);
    return false;
}

std::string EnteringRun::name() const {
    return newcomers_.count() == 1
               ? newcomers_.first().name()
               : fmt::format("{} and {} more", newcomers_.first().name(), newcomers_.count() - 1);
}

void EnteringRun::take_finished(const std::string& text) {
    ++finished_;
    send_note(socket_, {LauncherKind::finished, text, -1});
}

void EnteringRun::give_up(GrowingRun& run) {
    if (newcomers_.are_released()) return;
    newcomers_.give_up(run);
    if (asked_for_hold_) run.processes.front()->send(LauncherKind::go_on, 0);
}

} // namespace sartor::configurator
