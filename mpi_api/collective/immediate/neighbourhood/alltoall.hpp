// MPI_Ineighbor_alltoall, alltoallv, alltoallw and their persistent forms (MPI-5.0 sections 8.7 and 8.8).
#pragma once

#include "mpi_api/collective/neighbourhood/alltoall.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_neighbor_alltoall =
    [](auto& call, const void* send_buffer, MPI_Count send_count, MPI_Datatype send_type,
       void* receive_buffer, MPI_Count receive_count, MPI_Datatype receive_type, MPI_Comm comm, auto...) {
        return neighbor_alltoall(call, send_buffer, send_count, send_type, receive_buffer, receive_count,
                                 receive_type, comm);
    };

template <class Program, class... Arguments>
int ineighbor_alltoall(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_neighbor_alltoall, arguments...);
}
template <class Program, class... Arguments>
int neighbor_alltoall_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_neighbor_alltoall, arguments...);
}

inline constexpr auto run_neighbor_alltoallv =
    [](auto& call, const void* send_buffer, const auto* send_counts, const auto* send_displacements,
       MPI_Datatype send_type, void* receive_buffer, const auto* receive_counts,
       const auto* receive_displacements, MPI_Datatype receive_type, MPI_Comm comm, auto...) {
        return neighbor_alltoallv(call, send_buffer, send_counts, send_displacements, send_type,
                                  receive_buffer, receive_counts, receive_displacements, receive_type, comm);
    };

template <class Program, class... Arguments>
int ineighbor_alltoallv(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_neighbor_alltoallv, arguments...);
}
template <class Program, class... Arguments>
int neighbor_alltoallv_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_neighbor_alltoallv, arguments...);
}

inline constexpr auto run_neighbor_alltoallw =
    [](auto& call, const void* send_buffer, const auto* send_counts, const auto* send_displacements,
       const MPI_Datatype* send_types, void* receive_buffer, const auto* receive_counts,
       const auto* receive_displacements, const MPI_Datatype* receive_types, MPI_Comm comm, auto...) {
        return neighbor_alltoallw(call, send_buffer, send_counts, send_displacements, send_types,
                                  receive_buffer, receive_counts, receive_displacements, receive_types, comm);
    };

template <class Program, class... Arguments>
int ineighbor_alltoallw(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_neighbor_alltoallw, arguments...);
}
template <class Program, class... Arguments>
int neighbor_alltoallw_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_neighbor_alltoallw, arguments...);
}

} // namespace sartor::mpi
