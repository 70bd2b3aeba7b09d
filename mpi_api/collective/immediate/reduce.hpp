// MPI_Ireduce, MPI_Reduce_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/reduce.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_reduce = [](auto& call, const void* send_buffer, void* receive_buffer,
                                      MPI_Count count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                                      auto...) {
    return reduce(call, send_buffer, receive_buffer, count, type, op, root, comm);
};

template <class Program, class... Arguments>
int ireduce(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_reduce, arguments...);
}
template <class Program, class... Arguments>
int reduce_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_reduce, arguments...);
}

} // namespace sartor::mpi
