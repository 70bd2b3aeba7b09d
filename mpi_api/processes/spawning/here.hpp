// The program of ranks that survive failures, started again in further ranks of its process.
#pragma once

#include "mpi_api/processes/sides/meeting.hpp"
#include "mpi_api/processes/spawning/programs.hpp"
#include "runtime/spares/spare_ranks.hpp"

namespace sartor::mpi::internal {

// False after reporting MPI_ERR_SPAWN.
template <class Program>
[[nodiscard]] bool can_start_here(Call<Program>& call, const ProgramsToSpawn& programs) noexcept {
    for (int program = 0; program < programs.count; ++program) {
        const MPI_Info info = programs.infos == nullptr ? MPI_INFO_NULL : programs.infos[program];
        const char* const folder = spawn_hint(call, info, "wdir");
        const char* const command = programs.commands[program];
        if (process::spares::is_own_program(command, folder) ||
            process::spares::is_own_program(command, spawn_hint(call, info, "path")))
            continue;
        call.template fail<MPI_ERR_SPAWN>(
            "%.100s: ranks that survive failures start their own program only (docs/failures.md)", command);
        return false;
    }
    if (programs.all_ranks() <= process::spares::left()) return true;
    call.template fail<MPI_ERR_SPAWN>(
        "%d ranks: this run can start %d more (none where ranks are OS threads: --ranks=fibers)",
        programs.all_ranks(), process::spares::left());
    return false;
}

// The first of the new ranks sends its side as soon as it is in MPI_Init; if it fails before, so does this.
template <class Program>
int start_and_meet(Call<Program>& call, const Family<StartedHere>&, const ProgramsToSpawn& programs,
                   const Group& own, SideSummary& theirs, int** members) noexcept {
    if (!can_start_here(call, programs)) return call.error();
    const int context = reserve_own_contexts<Program>(1 + collective_context_offset);
    const int port = reserve_own_contexts<Program>(1 + collective_context_offset);
    const int ranks = programs.all_ranks();
    const int first =
        context < 0 || port < 0
            ? -1
            : process::spares::start({programs.count, programs.commands, programs.arguments, programs.ranks},
                                     ranks, context, port);
    if (first < 0) return call.template fail<MPI_ERR_NO_MEM>("no memory for %d ranks", ranks);
    return exchange_sides(call, own, meeting_place(call), first, meeting_tag, theirs, members,
                          offset_of_port(call, port));
}

} // namespace sartor::mpi::internal
