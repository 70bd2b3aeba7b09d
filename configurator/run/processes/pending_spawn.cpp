#include "configurator/run/processes/pending_spawn.hpp"

#include "configurator/support/error.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

using channel::fabric::LauncherKind;

constexpr std::size_t longest_error = 500;

// A foreign program has a rank in each process.
std::size_t processes_for(const SpawnOrders& orders, const std::vector<ReadyProgram>& programs) {
    std::size_t all = 0;
    for (std::size_t program = 0; program < programs.size(); ++program)
        all += programs[program].foreign ? static_cast<std::size_t>(orders.programs[program].ranks) : 1;
    return all;
}

} // namespace

PendingSpawn::PendingSpawn(RankProcess& requester, std::uint64_t token, const std::string& text,
                           const GrowingRun& run)
    : requester_(requester), token_(token) {
    try {
        if (!run.mpi.refusal.empty()) fail("{}", run.mpi.refusal);
        orders_ = read_spawn_orders(text);
        run.require_room(1, orders_.ranks());
        prepare(run);
    } catch (const Error& error) {
        error_ = error.what();
    }
}

void PendingSpawn::prepare(const GrowingRun& run) {
    std::vector<std::string> unknown;
    for (const SpawnedProgram& program : orders_.programs) {
        paths_.push_back(path_of_spawned(program, orders_.folder));
        if (run.ready.find(paths_.back()) == nullptr) unknown.push_back(paths_.back());
    }
    if (!unknown.empty()) preparation_ = std::make_unique<Preparation>(unknown, run.mpi, run.signals);
}

std::vector<ReadyProgram> PendingSpawn::programs(const GrowingRun& run) const {
    std::vector<ReadyProgram> all;
    for (const std::string& path : paths_) {
        const ReadyProgram* const program = run.ready.find(path);
        if (program == nullptr) fail("{}: the program's file changed while the run prepared it", path);
        all.push_back(*program);
    }
    return all;
}

bool PendingSpawn::reply(GrowingRun& run, const std::string& error) {
    run.notices.end(this);
    requester_.send(LauncherKind::spawned, token_, error.substr(0, longest_error));
    return true;
}

void PendingSpawn::start_process(GrowingRun& run, std::size_t program, const ReadyProgram& ready, int ranks) {
    const SpawnedProgram& order = orders_.programs[program];
    ProcessStart start;
    start.command = order.arguments;
    start.command.insert(start.command.begin(), order.command);
    start.file = ready.file;
    start.folder = folder_of_spawned(order, orders_.folder);
    start.with_abi_library = ready.foreign;
    start.variables = {{"SARTOR_SPAWNED", fmt::format("{}:{}:{}:{}:{}:{}", first_rank_, orders_.ranks(),
                                                      program, orders_.context, orders_.port, orders_.root)},
                       {"SARTOR_ORIGIN", std::filesystem::path(paths_[program]).parent_path().string()},
                       {"SARTOR_PROGRAMS", ""}};
    ProcessPlace place = run.take_place(ranks);
    place.tags_output = place.tags_errors = ready.foreign && run.tags_output;
    started_.add(run.add(std::make_unique<RankProcess>(place, run.size, start, run.signals, run.rings)));
}

void PendingSpawn::start(GrowingRun& run) {
    const std::vector<ReadyProgram> ready = programs(run);
    run.require_room(processes_for(orders_, ready), orders_.ranks());
    first_rank_ = run.next_rank();
    for (std::size_t program = 0; program < ready.size(); ++program) {
        const int ranks = orders_.programs[program].ranks;
        if (!ready[program].foreign) {
            start_process(run, program, ready[program], ranks);
            continue;
        }
        for (int rank = 0; rank < ranks; ++rank) start_process(run, program, ready[program], 1);
    }
}

bool PendingSpawn::give_up(GrowingRun& run, const std::string& error) {
    started_.give_up(run);
    return reply(run, error);
}

bool PendingSpawn::advance(GrowingRun& run) {
    if (!error_.empty()) return reply(run, error_);
    if (preparation_ != nullptr && !preparation_->advance(run.ready)) return false;
    if (preparation_ != nullptr && !preparation_->error().empty()) return reply(run, preparation_->error());
    try {
        if (!started_.are_any()) start(run);
    } catch (const Error& error) {
        return give_up(run, error.what());
    }
    if (!started_.are_released()) {
        if (const RankProcess* const lost = started_.lost())
            return give_up(run, fmt::format("{}: {} ended before it was part of the run", lost->command(),
                                            lost->name()));
        if (!started_.have_all_joined() || !run.notices.are_all_told(this, 1)) return false;
        started_.release(run);
    }
    return run.notices.are_all_told(this, 2) && reply(run, "");
}

} // namespace sartor::configurator
