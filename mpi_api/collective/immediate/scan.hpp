// MPI_Iscan, MPI_Iexscan, MPI_Scan_init, MPI_Exscan_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/collective/scan.hpp"
#include "mpi_api/collective/tasks.hpp"

namespace sartor::mpi {

inline constexpr auto run_scan = [](auto& call, const void* send_buffer, void* receive_buffer,
                                    MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, auto...) {
    return scan(call, send_buffer, receive_buffer, count, type, op, comm);
};

template <class Program, class... Arguments>
int iscan(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_scan, arguments...);
}
template <class Program, class... Arguments>
int scan_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_scan, arguments...);
}

inline constexpr auto run_exscan = [](auto& call, const void* send_buffer, void* receive_buffer,
                                      MPI_Count count, MPI_Datatype type, MPI_Op op, MPI_Comm comm, auto...) {
    return exscan(call, send_buffer, receive_buffer, count, type, op, comm);
};

template <class Program, class... Arguments>
int iexscan(Call<Program>& call, Arguments... arguments) noexcept {
    return immediate(call, run_exscan, arguments...);
}
template <class Program, class... Arguments>
int exscan_init(Call<Program>& call, Arguments... arguments) noexcept {
    return persistent(call, run_exscan, arguments...);
}

} // namespace sartor::mpi
