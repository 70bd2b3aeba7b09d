// Processes of a run that end: with it, before it, or while the others go on.
#include "configurator/run/processes/launch.hpp"

#include "configurator/support/error.hpp"
#include "transports/fabric/carriers/libfabric/provider_file.hpp"
#include "transports/fabric/launcher.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <sys/wait.h>

namespace sartor::configurator {

namespace {

using channel::fabric::Roster;

std::string signal_text(int signal) {
    return fmt::format("signal {} ({})", signal, strsignal(signal));
}

} // namespace

void Launch::take_ends() {
    for (const auto& child : children_) {
        const std::optional<int> end = child->take_end();
        if (!end) continue;
        const int status = *end;
        take_messages(*child); // its last words
        channel::fabric::remove_file_of(child->card);
        if (is_ending_ || takes_no_part(*child)) continue;
        const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        const bool calls_no_mpi = status == 0 && !child->has_joined() && cards_ == 0;
        if (calls_no_mpi || (has_finished_ && WIFEXITED(status)))
            exit_code_ = std::max(exit_code_, code);
        else
            take_death(*child, status, code);
    }
}

// It was asked for, and who has asked is told why it is not there; or it has left.
bool Launch::takes_no_part(const RankProcess& child) const {
    if (!child.is_spawned()) return false; // without a roster all do
    const Roster::Part part = rings_.roster[child.number()].part.load();
    return part == Roster::Part::starting || part == Roster::Part::gone || part == Roster::Part::left;
}

// A program that calls no MPI may end as it likes. If others call MPI, they would wait for it.
const RankProcess* Launch::gone_without_joining() const {
    const auto found = std::ranges::find_if(children_, [](const auto& child) {
        return child->is_here() && !child->is_spawned() && !child->is_running() && !child->has_joined();
    });
    return found == children_.end() ? nullptr : found->get();
}

void Launch::end_without(const RankProcess& gone) {
    report("{} ended without a call of MPI, but other processes call MPI: the run ends", gone.name());
    end(1);
}

void Launch::take_death(RankProcess& child, int status, int code) {
    child.finish_output();
    if (child.is_adopted() && requested_end_by_ != 0) return expect_ends(128 + requested_end_by_);
    if (status == 0 && !child.has_joined()) return end_without(child);
    if (WIFSIGNALED(status) && WTERMSIG(status) == requested_end_by_)
        return expect_ends(code); // the others have got that signal, too, and say where they stand
    if (is_survived(child)) return go_on_without(child, status, code);
    if (WIFSIGNALED(status))
        report("{} was ended by {}: the run ends", child.name(), signal_text(WTERMSIG(status)));
    else if (child.is_adopted())
        report("{} has ended before its ranks had: the run ends", child.name());
    else
        report("{} ended with exit code {} before its ranks had: the run ends", child.name(), code);
    const channel::fabric::LostProcess lost{child.place().first_rank, child.place().ranks};
    end(code == 0 ? 1 : code, std::string(reinterpret_cast<const char*>(&lost), sizeof lost));
}

// Others are there, and know how to go on.
bool Launch::is_survived(const RankProcess& child) const {
    return size_.survives_failures && has_begun() && !has_finished_ &&
           std::ranges::any_of(children_, [&](const auto& other) {
               return other.get() != &child && other->is_running() && rings_.roster.is_whole(other->number());
           });
}

// The listeners of the others find it in the roster (transports/fabric/failed_processes.cpp).
void Launch::go_on_without(const RankProcess& child, int status, int code) {
    const std::string how = WIFSIGNALED(status) ? "was ended by " + signal_text(WTERMSIG(status))
                                                : fmt::format("ended with exit code {}", code);
    report("{} {}: its rank{} failed, the others go on", child.name(), how,
           child.place().ranks == 1 ? " has" : "s have");
    rings_.roster[child.number()].part.store(Roster::Part::failed);
    for (const auto& other : children_)
        if (rings_.roster.is_whole(other->number()))
            rings_.control.bell(rings_.sharers.position_of(other->number())).advance();
    if (fences_ > 0) end_fence_of_all();
}

} // namespace sartor::configurator
