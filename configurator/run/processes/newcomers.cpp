#include "configurator/run/processes/newcomers.hpp"

#include "configurator/support/error.hpp"

#include <algorithm>

namespace sartor::configurator {

using channel::fabric::LauncherKind;
using channel::fabric::Roster;

std::string GrowingRun::cards() const {
    return size.here == size.processes && rings.roster.exists() ? "" : cards_of(processes);
}

void GrowingRun::require_room(std::size_t more_processes, int more_ranks) const {
    if (more_ranks > size.most_ranks - next_rank())
        fail("{} more ranks are too many: this run has started {} ranks, and may have {}", more_ranks,
             next_rank(), size.most_ranks);
    if (more_processes > static_cast<std::size_t>(size.most_processes - next_process()))
        fail("{} more processes are too many: this run has started {} processes, and may have {}",
             more_processes, next_process(), size.most_processes);
}

ProcessPlace GrowingRun::take_place(int ranks) {
    const ProcessPlace place{next_process(), next_rank(), ranks};
    rings.roster.add(ranks, Roster::Part::starting);
    return place;
}

RankProcess& GrowingRun::add(std::unique_ptr<RankProcess> process) {
    processes.push_back(std::move(process));
    return *processes.back();
}

bool Newcomers::have(int number) const {
    return std::ranges::any_of(all_, [&](const RankProcess* process) { return process->number() == number; });
}

const RankProcess* Newcomers::lost() const {
    const auto found =
        std::ranges::find_if(all_, [](const RankProcess* process) { return !process->is_running(); });
    return found == all_.end() ? nullptr : *found;
}

bool Newcomers::have_all_joined() const {
    return std::ranges::all_of(all_, [](const RankProcess* process) { return process->has_joined(); });
}

void Newcomers::release(GrowingRun& run) {
    const std::string cards = run.cards();
    for (RankProcess* process : all_) {
        run.rings.roster[process->number()].part.store(Roster::Part::whole);
        process->send(LauncherKind::cards, run.key, cards);
    }
    are_released_ = true;
}

void Newcomers::give_up(GrowingRun& run) {
    for (RankProcess* process : all_) {
        run.rings.roster[process->number()].part.store(Roster::Part::gone);
        process->is_adopted() ? process->leave() : process->signal(SIGKILL);
    }
}

} // namespace sartor::configurator
