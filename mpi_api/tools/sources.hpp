// Sources of events: MPI_T_source_... (MPI-5.0 section 15.3.8). There is one, the rank itself.
#pragma once

#include <array>
#include <limits>

#include "mpi_api/tools/events.hpp"

namespace sartor::mpi {

inline constexpr std::array<std::string_view, 1> tool_sources = {"rank"};

template <class Program>
int t_source_get_num(Call<Program>& call, int* number) noexcept {
    return internal::give_number(call, number, tool_sources);
}

// The hints are empty and are the caller's to free.
template <class Program>
int t_source_get_info(Call<Program>& call, int index, char* name, int* name_length, char* description,
                      int* description_length, MPI_T_source_order* order, MPI_Count* ticks_per_second,
                      MPI_Count* most_ticks, MPI_Info* info) noexcept {
    if (const int error = internal::check_index(call, index, tool_sources); error != MPI_SUCCESS)
        return error;
    internal::give_text(tool_sources[0], name, name_length);
    internal::give_text("The rank that calls, by the clock of MPI_Wtime", description, description_length);
    internal::give(order, MPI_T_SOURCE_ORDERED);
    internal::give(ticks_per_second, static_cast<MPI_Count>(tool_ticks_per_second));
    internal::give(most_ticks, std::numeric_limits<MPI_Count>::max());
    return info == nullptr ? MPI_SUCCESS : info_create(call, info);
}

template <class Program>
int t_source_get_timestamp(Call<Program>& call, int index, MPI_Count* timestamp) noexcept {
    if (const int error = internal::check_index(call, index, tool_sources); error != MPI_SUCCESS)
        return error;
    if (timestamp == nullptr) return MPI_T_ERR_INVALID;
    *timestamp = internal::ticks_of(call.state().communicator.observer().counters().seconds());
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
