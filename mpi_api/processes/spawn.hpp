// MPI_Comm_spawn, MPI_Comm_spawn_multiple (MPI-5.0 sections 11.8.2 and 11.8.3): the launcher starts the
// programs in further processes of the run.
#pragma once

#include <algorithm>
#include <unistd.h>

#include "components/process/peers.hpp"
#include "components/process/spawning.hpp"
#include "mpi_api/processes/sides/meeting.hpp"
#include "mpi_api/processes/sides/parent.hpp" // what can start others can be started
#include "mpi_api/processes/sides/spawn_text.hpp"

namespace sartor::mpi {

namespace internal {

// The programs that one call starts, significant at the root. Null arrays: of no arguments, or no info.
struct ProgramsToSpawn {
    int count;
    char* const* commands;
    char*** arguments;
    const int* ranks;
    const MPI_Info* infos;

    [[nodiscard]] int all_ranks() const noexcept {
        int all = 0;
        for (int program = 0; ranks != nullptr && program < count; ++program)
            all += std::max(ranks[program], 0);
        return all;
    }
};

// False after reporting MPI_ERR_ARG.
template <class Program>
[[nodiscard]] bool can_be_spawned(Call<Program>& call, const ProgramsToSpawn& programs) noexcept {
    const bool are_named = programs.commands != nullptr && programs.ranks != nullptr;
    if (!are_named)
        return call.template fail<MPI_ERR_ARG>("a null pointer: expected the names of programs, and ranks") ==
               MPI_SUCCESS;
    if (programs.count < 1)
        return call.template fail<MPI_ERR_ARG>("count = %d: expected at least one program", programs.count) ==
               MPI_SUCCESS;
    for (int program = 0; program < programs.count; ++program) {
        if (programs.commands[program] == nullptr || programs.commands[program][0] == '\0')
            return call.template fail<MPI_ERR_ARG>("program %d has no name", program) == MPI_SUCCESS;
        if (programs.ranks[program] < 1)
            return call.template fail<MPI_ERR_ARG>("%.100s: %d ranks: expected at least one rank",
                                                   programs.commands[program],
                                                   programs.ranks[program]) == MPI_SUCCESS;
    }
    return true;
}

// The value of a key that the standard reserves (section 11.8.4): wdir, path. Others have no meaning here.
template <class Program>
[[nodiscard]] const char* spawn_hint(Call<Program>& call, MPI_Info info, const char* key) noexcept {
    const char* const value = call.state().infos.hint(info, key);
    return value == nullptr ? "" : value;
}

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
    if (!can_be_spawned(call, programs)) return call.error();
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
    if (error != MPI_SUCCESS) (void)query_port(call, {process::PortDeed::close, meeting.port});
    return error;
}

template <class Program>
int spawn_at_root(Call<Program>& call, const ProgramsToSpawn& programs, const Group& own, SideSummary& theirs,
                  int** members) noexcept {
    SpawnMeeting meeting{};
    int error = start_programs(call, programs, meeting);
    if (error != MPI_SUCCESS) return error;
    error = accept_side(call, own, meeting.port, theirs, members);
    (void)query_port(call, {process::PortDeed::close, meeting.port});
    return error;
}

// All programs are started or none. The error is returned by all ranks of the communicator.
template <class Program>
int spawn_programs(Call<Program>& call, const ProgramsToSpawn& programs, int root, MPI_Comm comm,
                   MPI_Comm* handle, int* codes) noexcept {
    *handle = MPI_COMM_NULL;
    if (!call.intracommunicator(comm)) return call.error();
    const CommunicatorObject& local = *call.state().communicators.find(comm);
    SideSummary theirs{};
    int* members = nullptr;
    int ranks = local.rank == root ? programs.all_ranks() : 0;
    if (local.rank == root) theirs.error = spawn_at_root(call, programs, *local.group, theirs, &members);
    (void)bcast(call, &ranks, sizeof ranks, MPI_BYTE, root, comm); // after an error, too
    const int error = make_across(call, comm, root, theirs, members, handle);
    for (int rank = 0; codes != MPI_ERRCODES_IGNORE && rank < ranks; ++rank) codes[rank] = error;
    return error;
}

} // namespace internal

// MPI_Comm_spawn: maxprocs ranks of one program, which find this group by MPI_Comm_get_parent. MPI_ERR_SPAWN
// with the reason; the codes are then that error. Three broadcasts in each group.
template <class Program>
int comm_spawn(Call<Program>& call, const char* command, char** arguments, int ranks, MPI_Info info, int root,
               MPI_Comm comm, MPI_Comm* handle, int* codes) noexcept {
    char* commands[] = {const_cast<char*>(command)};
    char** all_arguments[] = {arguments};
    return internal::spawn_programs(call, {1, commands, all_arguments, &ranks, &info}, root, comm, handle,
                                    codes);
}

// MPI_Comm_spawn_multiple: several programs in one MPI_COMM_WORLD; MPI_APPNUM says which.
template <class Program>
int comm_spawn_multiple(Call<Program>& call, int count, char** commands, char*** arguments, const int* ranks,
                        const MPI_Info* infos, int root, MPI_Comm comm, MPI_Comm* handle,
                        int* codes) noexcept {
    return internal::spawn_programs(call, {count, commands, arguments, ranks, infos}, root, comm, handle,
                                    codes);
}

} // namespace sartor::mpi
