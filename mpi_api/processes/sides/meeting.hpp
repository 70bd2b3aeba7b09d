// The roots of two groups meet at a port: the one that accepts is the rank that has opened it, and the other
// one sends it its number there. Then they exchange what their groups need to know.
#pragma once

#include "mpi_api/communicator/inter.hpp"
#include "mpi_api/processes/sides/ports.hpp"

namespace sartor::mpi::internal {

inline constexpr int meeting_tag = 0;

// From MPI_COMM_WORLD's context to that of a port.
template <class Program>
[[nodiscard]] int offset_of_port(Call<Program>& call, int port) noexcept {
    return port - call.view(MPI_COMM_WORLD).context();
}

// Waits for a root that connects. As exchange_sides.
template <class Program>
int accept_side(Call<Program>& call, const Group& own, int port, SideSummary& theirs,
                int** members) noexcept {
    const int offset = offset_of_port(call, port);
    int partner = -1;
    receiving<Program> arriving;
    address(call, arriving, &partner, sizeof partner, MPI_BYTE, MPI_ANY_SOURCE, meeting_tag, MPI_COMM_WORLD,
            offset);
    auto& communicator = call.state().communicator;
    communicator >> arriving;
    communicator.wait(arriving);
    return exchange_sides(call, own, MPI_COMM_WORLD, partner, meeting_tag, theirs, members, offset);
}

// Waits until `owner`, the rank of the port, accepts. The same.
template <class Program>
int connect_side(Call<Program>& call, const Group& own, int port, int owner, SideSummary& theirs,
                 int** members) noexcept {
    const int offset = offset_of_port(call, port);
    const int self = call.view(MPI_COMM_WORLD).rank();
    sending<Program> leaving;
    address(call, leaving, &self, sizeof self, MPI_BYTE, owner, meeting_tag, MPI_COMM_WORLD, offset);
    (call.state().communicator << leaving).wait(leaving);
    return exchange_sides(call, own, MPI_COMM_WORLD, owner, meeting_tag, theirs, members, offset);
}

} // namespace sartor::mpi::internal
