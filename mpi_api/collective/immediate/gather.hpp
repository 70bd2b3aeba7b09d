// MPI_Igather, MPI_Gather_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/gather.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_gather = [](auto& call, const void* send_buffer, MPI_Count send_count,
                                      MPI_Datatype send_type, void* receive_buffer, MPI_Count receive_count,
                                      MPI_Datatype receive_type, int root, MPI_Comm comm, auto...) {
    return gather(call, send_buffer, send_count, send_type, receive_buffer, receive_count, receive_type, root,
                  comm);
};

template <class Program, class... Arguments>
int igather(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_gather, arguments...);
}
template <class Program, class... Arguments>
int gather_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_gather, arguments...);
}

} // namespace sartor::mpi
