// The roots of two groups meet at a port: the one that accepts is the rank that has opened it, and the other
// one sends it its number there. Then they exchange what their groups need to know.
#pragma once

#include "mpi_api/communicator/inter.hpp"
#include "mpi_api/processes/sides/ports.hpp"

namespace sartor::mpi::internal {

inline constexpr int meeting_tag = 0;

template <class Program>
[[nodiscard]] MPI_Comm meeting_place(Call<Program>& call) noexcept {
    return call.state().family.meeting_place();
}

// From that communicator's context to that of a port.
template <class Program>
[[nodiscard]] int offset_of_port(Call<Program>& call, int port) noexcept {
    return port - call.view(meeting_place(call)).context();
}

// Waits for a root that connects. As exchange_sides.
template <class Program>
int accept_side(Call<Program>& call, const Group& own, int port, SideSummary& theirs,
                int** members) noexcept {
    const int offset = offset_of_port(call, port);
    int partner = -1;
    receiving<Program> arriving;
    address(call, arriving, &partner, sizeof partner, MPI_BYTE, MPI_ANY_SOURCE, meeting_tag,
            meeting_place(call), offset);
    auto& communicator = call.state().communicator;
    {
        const process::WaitingAtPort waiting;
        communicator >> arriving;
        communicator.wait(arriving);
    }
    return exchange_sides(call, own, meeting_place(call), partner, meeting_tag, theirs, members, offset);
}

// Waits until `owner`, the rank of the port, accepts. The same.
template <class Program>
int connect_side(Call<Program>& call, const Group& own, int port, int owner, SideSummary& theirs,
                 int** members) noexcept {
    const int offset = offset_of_port(call, port);
    const int self = process::current->number;
    sending<Program> leaving;
    address(call, leaving, &self, sizeof self, MPI_BYTE, owner, meeting_tag, meeting_place(call), offset);
    (call.state().communicator << leaving).wait(leaving);
    return exchange_sides(call, own, meeting_place(call), owner, meeting_tag, theirs, members, offset);
}

} // namespace sartor::mpi::internal
