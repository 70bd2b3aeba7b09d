// Asked for by the environment of a rank (image/parts/environment.cpp).
#include <cstdio>
#include <cstdlib>

#include "runtime/peers.hpp"
#include "runtime/process.hpp"
#include "runtime/process_state.hpp"
#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/launch_variables.hpp"
#include "runtime/spares/spare_ranks.hpp"

namespace sartor::process {

namespace {

// Of a process that a launcher started as one of several on its computer.
int number_in(const char* variable, int otherwise) noexcept {
    const char* const text = std::getenv(variable);
    return text != nullptr ? std::atoi(text) : otherwise;
}

LaunchPlace place_of(const Rank& rank) noexcept {
    const Spawned* const started = &spares::origin_of != nullptr ? spares::origin_of(rank.number) : nullptr;
    const World world = started != nullptr ? World{started->first, started->size} : world_of(rank.number);
    const int number = rank.number - world.first;
    if (peers == nullptr || !peers->are_elsewhere) return {number, world.size, number, world.size};
    // Processes have the same number of ranks each, and their launcher has numbered them.
    const int process = number_in("OMPI_COMM_WORLD_LOCAL_RANK", 0);
    const int processes = number_in("OMPI_COMM_WORLD_LOCAL_SIZE", peers->processes);
    return {number, world.size, process * state.size + state.index_of(rank), processes * state.size};
}

} // namespace

} // namespace sartor::process

extern "C" std::size_t sartor_rank_launch_variables(char* text, std::size_t bytes) noexcept {
    using namespace sartor::process;
    if (current == nullptr || !state.launched || is_guest(current->number)) return 0;
    std::size_t used = 0;
    each_launch_variable(place_of(*current), [&](const char* name, int value) {
        const int length = std::snprintf(text + used, bytes - used, "%s=%d", name, value);
        if (used + static_cast<std::size_t>(length) < bytes) used += static_cast<std::size_t>(length) + 1;
    });
    return used;
}
