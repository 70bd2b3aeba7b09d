// The programs that MPI_Comm_spawn and MPI_Comm_spawn_multiple start, as the root has named them.
#pragma once

#include <algorithm>

#include "mpi_api/call/call.hpp"

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

} // namespace internal

} // namespace sartor::mpi
