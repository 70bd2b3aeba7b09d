// MPI_Publish_name, MPI_Lookup_name, MPI_Unpublish_name (MPI-5.0 section 11.9.4): names are good in the whole
// run. No info keys have a meaning here.
#pragma once

#include "mpi_api/processes/sides/ports.hpp"

namespace sartor::mpi {

namespace internal {

[[nodiscard]] inline process::PortQuestion about_name(process::PortAction action, const char* service,
                                                      int port) noexcept {
    return {action, port, service, std::strlen(service)};
}

} // namespace internal

// MPI_ERR_SERVICE when the name is published already, MPI_ERR_PORT, MPI_ERR_NO_MEM.
template <class Program>
int publish_name(Call<Program>& call, const char* service, MPI_Info, const char* port_name) noexcept {
    if (!call.result("service_name", service)) return call.error();
    const int port = internal::named_port(call, port_name);
    if (port < 0) return call.error();
    const int reply =
        internal::query_port(call, internal::about_name(process::PortAction::publish, service, port));
    if (reply == process::Ports::taken)
        return call.template fail<MPI_ERR_SERVICE>(
            "service_name = \"%.100s\": it is published already; MPI_Unpublish_name first", service);
    if (reply != 0) return call.template fail<MPI_ERR_NO_MEM>("no memory for a name");
    return MPI_SUCCESS;
}

// MPI_ERR_NAME when it is not published.
template <class Program>
int lookup_name(Call<Program>& call, const char* service, MPI_Info, char* port_name) noexcept {
    if (!call.result("service_name", service) || !call.result("port_name", port_name)) return call.error();
    const int port = internal::query_port(call, internal::about_name(process::PortAction::find, service, 0));
    if (port < 0)
        return call.template fail<MPI_ERR_NAME>(
            "service_name = \"%.100s\": no rank of this run has published "
            "it",
            service);
    std::snprintf(port_name, MPI_MAX_PORT_NAME, internal::port_format, port);
    return MPI_SUCCESS;
}

// MPI_ERR_SERVICE when it is not published for this port.
template <class Program>
int unpublish_name(Call<Program>& call, const char* service, MPI_Info, const char* port_name) noexcept {
    if (!call.result("service_name", service)) return call.error();
    if (internal::query_port(call, internal::about_name(process::PortAction::find, service, 0)) < 0)
        return call.template fail<MPI_ERR_SERVICE>("service_name = \"%.100s\": it is not published", service);
    const int port = internal::named_port(call, port_name);
    if (port < 0) return call.error();
    if (internal::query_port(call, internal::about_name(process::PortAction::withdraw, service, port)) == 0)
        return MPI_SUCCESS;
    return call.template fail<MPI_ERR_SERVICE>("service_name = \"%.100s\": it is not published for this port",
                                               service);
}

} // namespace sartor::mpi
