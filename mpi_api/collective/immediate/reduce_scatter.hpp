// MPI_Ireduce_scatter, Ireduce_scatter_block and their persistent forms (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/reduce_scatter.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_reduce_scatter = [](auto& call, const void* send_buffer, void* receive_buffer,
                                              const auto* counts, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                              auto...) {
    return reduce_scatter(call, send_buffer, receive_buffer, counts, type, op, comm);
};

template <class Program, class... Arguments>
int ireduce_scatter(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_reduce_scatter, arguments...);
}
template <class Program, class... Arguments>
int reduce_scatter_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_reduce_scatter, arguments...);
}

inline constexpr auto run_reduce_scatter_block = [](auto& call, const void* send_buffer, void* receive_buffer,
                                                    MPI_Count count, MPI_Datatype type, MPI_Op op,
                                                    MPI_Comm comm, auto...) {
    return reduce_scatter_block(call, send_buffer, receive_buffer, count, type, op, comm);
};

template <class Program, class... Arguments>
int ireduce_scatter_block(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_reduce_scatter_block, arguments...);
}
template <class Program, class... Arguments>
int reduce_scatter_block_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_reduce_scatter_block, arguments...);
}

} // namespace sartor::mpi
