// MPI_Iallgather, MPI_Iallgatherv, MPI_Allgather_init, MPI_Allgatherv_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/allgather.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_allgather =
    [](auto& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
       void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, MPI_Comm comm, auto...) {
        return allgather(call, send_buffer, send_count, send_type, receive_buffer, receive_count,
                         receive_type, comm);
    };

template <class Program, class... Arguments>
int iallgather(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_allgather, arguments...);
}
template <class Program, class... Arguments>
int allgather_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_allgather, arguments...);
}

inline constexpr auto run_allgatherv = [](auto& call, const void* send_buffer, MPI_Count send_count,
                                          MPI_Datatype send_type, void* receive_buffer, const auto* counts,
                                          const auto* displacements, MPI_Datatype receive_type, MPI_Comm comm,
                                          auto...) {
    return allgatherv(call, send_buffer, send_count, send_type, receive_buffer, counts, displacements,
                      receive_type, comm);
};

template <class Program, class... Arguments>
int iallgatherv(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_allgatherv, arguments...);
}
template <class Program, class... Arguments>
int allgatherv_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_allgatherv, arguments...);
}

} // namespace sartor::mpi
