// MPI_Ineighbor_allgather, Ineighbor_allgatherv and their persistent forms (MPI-5.0 sections 8.7 and 8.8).
#pragma once

#include "mpi_api/collective/neighbourhood/allgather.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_neighbor_allgather =
    [](auto& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
       void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, MPI_Comm comm, auto...) {
        return neighbor_allgather(call, send_buffer, send_count, send_type, receive_buffer, receive_count,
                                  receive_type, comm);
    };

template <class Program, class... Arguments>
int ineighbor_allgather(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_neighbor_allgather, arguments...);
}
template <class Program, class... Arguments>
int neighbor_allgather_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_neighbor_allgather, arguments...);
}

inline constexpr auto run_neighbor_allgatherv = [](auto& call, const void* send_buffer, MPI_Count send_count,
                                                   MPI_Datatype send_type, void* receive_buffer,
                                                   const auto* counts, const auto* displacements,
                                                   MPI_Datatype receive_type, MPI_Comm comm, auto...) {
    return neighbor_allgatherv(call, send_buffer, send_count, send_type, receive_buffer, counts,
                               displacements, receive_type, comm);
};

template <class Program, class... Arguments>
int ineighbor_allgatherv(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_neighbor_allgatherv, arguments...);
}
template <class Program, class... Arguments>
int neighbor_allgatherv_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_neighbor_allgatherv, arguments...);
}

} // namespace sartor::mpi
