// MPI_Iallreduce, MPI_Allreduce_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/allreduce.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_allreduce = [](auto& call, const void* send_buffer, void* receive_buffer,
                                         MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                         auto...) {
    return allreduce(call, send_buffer, receive_buffer, count, type, op, comm);
};

template <class Program, class... Arguments>
int iallreduce(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_allreduce, arguments...);
}
template <class Program, class... Arguments>
int allreduce_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_allreduce, arguments...);
}

} // namespace sartor::mpi
