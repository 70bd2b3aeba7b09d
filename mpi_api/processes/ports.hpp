// MPI_Open_port, MPI_Close_port (MPI-5.0 section 11.9.2).
#pragma once

#include "mpi_api/processes/sides/ports.hpp"

namespace sartor::mpi {

// MPI_Open_port: a port at which this rank accepts; the name is good in the whole run, of which runs in
// one universe (sartor run --universe) are parts. No info keys have a meaning here. MPI_ERR_NO_MEM.
template <class Program>
int open_port(Call<Program>& call, MPI_Info, char* name) noexcept {
    if (!call.result("port_name", name)) return call.error();
    const int port = internal::new_port(call);
    if (port < 0) return call.error();
    std::snprintf(name, MPI_MAX_PORT_NAME, internal::port_format, port);
    return MPI_SUCCESS;
}

// MPI_Close_port. MPI_ERR_PORT when this rank has not opened it, or has closed it.
template <class Program>
int close_port(Call<Program>& call, const char* name) noexcept {
    const int port = internal::named_port(call, name);
    if (port < 0) return call.error();
    if (internal::query_port(call, {process::PortAction::close, port}) == 0) return MPI_SUCCESS;
    return call.template fail<MPI_ERR_PORT>("port_name = \"%.100s\": this rank has no such port open", name);
}

} // namespace sartor::mpi
