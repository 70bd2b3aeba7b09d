// Programs that are started in further processes of the run, by its launcher.
#pragma once

#include <unistd.h>

#include "mpi_api/processes/sides/meeting.hpp"
#include "mpi_api/processes/sides/spawn_text.hpp"
#include "mpi_api/processes/spawning/programs.hpp"
#include "runtime/peers.hpp"
#include "runtime/spawning.hpp"

namespace sartor::mpi::internal {

template <class Program>
void write_programs(Call<Program>& call, const ProgramsToSpawn& programs, SpawnText& text) noexcept {
    for (int program = 0; program < programs.count; ++program) {
        const MPI_Info info = programs.infos == nullptr ? MPI_INFO_NULL : programs.infos[program];
        text.add(programs.commands[program]);
        text.add(spawn_hint(call, info, "wdir"));
        text.add(spawn_hint(call, info, "path"));
        text.add(programs.ranks[program]);
        text.add_arguments(programs.arguments == nullptr ? nullptr : programs.arguments[program]);
    }
}

// Waits until the ranks take part in the run. MPI_ERR_SPAWN with the launcher's reason, MPI_ERR_NO_MEM.
template <class Program>
int query_launcher(Call<Program>& call, SpawnText& text) noexcept {
    if (!text.is_whole()) return call.template fail<MPI_ERR_NO_MEM>("no memory for the names of programs");
    process::SpawnRequest request{.text = text.text(), .bytes = text.bytes(), .requester = process::current};
    process::peers->spawn(request);
    call.state().communicator.wait_until([&] { return request.has_reply.load(); });
    if (request.is_done) return MPI_SUCCESS;
    return call.template fail<MPI_ERR_SPAWN>("%s", request.error);
}

// The port at which the root waits for the new ranks, and the context of their world.
struct SpawnMeeting {
    int port;
    int context;
};

template <class Program>
int start_programs(Call<Program>& call, const ProgramsToSpawn& programs, SpawnMeeting& meeting) noexcept {
    if (process::peers == nullptr || process::peers->spawn == nullptr)
        return call.template fail<MPI_ERR_SPAWN>(
            "%.100s: this run can't start further programs; start it with sartor run, without --machine, "
            "--provider and options for runs in one process, or with a launcher that speaks PMIx and with "
            "sartor-starter in PATH",
            programs.commands[0]);
    meeting = {new_port(call), reserve_own_contexts<Program>(1 + collective_context_offset)};
    if (meeting.port < 0) return call.error();
    char folder[4096];
    if (getcwd(folder, sizeof folder) == nullptr) std::strcpy(folder, "/");
    SpawnText text;
    for (const int number : {meeting.context, meeting.port, process::current->number}) text.add(number);
    text.add(folder);
    write_programs(call, programs, text);
    const int error = query_launcher(call, text);
    if (error != MPI_SUCCESS) (void)query_port(call, {process::PortAction::close, meeting.port});
    return error;
}

template <class Program, class FamilyOfRank>
int start_and_meet(Call<Program>& call, const FamilyOfRank&, const ProgramsToSpawn& programs,
                   const Group& own, SideSummary& theirs, int** members) noexcept {
    SpawnMeeting meeting{};
    int error = start_programs(call, programs, meeting);
    if (error != MPI_SUCCESS) return error;
    error = accept_side(call, own, meeting.port, theirs, members);
    (void)query_port(call, {process::PortAction::close, meeting.port});
    return error;
}

} // namespace sartor::mpi::internal
