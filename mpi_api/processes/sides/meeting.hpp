// The roots of two groups meet at a port: the one that accepts is the rank that has opened it, and the other
// one sends it its number there. Then they exchange what their groups need to know.
#pragma once

#include "mpi_api/communicator/inter.hpp"
#include "mpi_api/processes/sides/ports.hpp"
#include "runtime/retractable_wait.hpp"

namespace sartor::mpi::internal {

inline constexpr int meeting_tag = 0;
inline constexpr int asking_tag = 1; // of the number of a root that connects, which may have given up

template <class Program>
[[nodiscard]] MPI_Comm meeting_place(Call<Program>& call) noexcept {
    return call.state().family.meeting_place();
}

// From that communicator's context to that of a port.
template <class Program>
[[nodiscard]] int offset_of_port(Call<Program>& call, int port) noexcept {
    return port - call.view(meeting_place(call)).context();
}

// The number of a root that connects and has not given up.
template <class Program>
[[nodiscard]] int wait_for_partner(Call<Program>& call, int port) noexcept {
    auto& communicator = call.state().communicator;
    for (;;) {
        receiving<Program> arriving;
        int partner = -1;
        address(call, arriving, &partner, sizeof partner, MPI_BYTE, MPI_ANY_SOURCE, asking_tag,
                meeting_place(call), offset_of_port(call, port));
        {
            const process::WaitingAtPort waiting;
            communicator >> arriving;
            communicator.wait(arriving);
        }
        const auto* const name = reinterpret_cast<const char*>(&partner);
        if (query_port(call, {process::PortAction::take, port, name, sizeof partner}) == 0) return partner;
    }
}

// Waits for a root that connects, and tells it. As exchange_sides.
template <class Program>
int accept_side(Call<Program>& call, const Group& own, int port, SideSummary& theirs,
                int** members) noexcept {
    const int offset = offset_of_port(call, port);
    const int partner = wait_for_partner(call, port);
    sending<Program> accepted;
    address(call, accepted, &partner, sizeof partner, MPI_BYTE, partner, meeting_tag, meeting_place(call),
            offset);
    (call.state().communicator << accepted).wait(accepted);
    return exchange_sides(call, own, meeting_place(call), partner, meeting_tag, theirs, members, offset);
}

// Waits until the owner of the port has accepted. Where errors return: or until the run stands still, and
// then asks no more. False: it has not accepted.
template <class Program>
[[nodiscard]] bool wait_until_accepted(Call<Program>& call, receiving<Program>& accepted, int port) noexcept {
    auto& communicator = call.state().communicator;
    if (!call.errors_are_fatal()) {
        const process::RetractableWait wait;
        communicator.wait_until([&] { return accepted.is_complete() || wait.is_over(); });
    }
    if (!accepted.is_complete() && !call.errors_are_fatal() &&
        query_port(call, {process::PortAction::retract, port}) == 0) {
        communicator.withdraw(accepted);
        return false;
    }
    communicator.wait(accepted);
    return true;
}

// Waits until `owner`, the rank of the port, accepts. The same; MPI_ERR_PORT when it never does.
template <class Program>
int connect_side(Call<Program>& call, const Group& own, int port, int owner, SideSummary& theirs,
                 int** members) noexcept {
    const int offset = offset_of_port(call, port);
    const int self = process::current->number;
    if (query_port(call, {process::PortAction::ask, port}) != 0)
        return call.template fail<MPI_ERR_NO_MEM>("no memory to connect to a port");
    int answer = -1;
    receiving<Program> accepted;
    address(call, accepted, &answer, sizeof answer, MPI_BYTE, owner, meeting_tag, meeting_place(call),
            offset);
    call.state().communicator >> accepted;
    sending<Program> leaving;
    address(call, leaving, &self, sizeof self, MPI_BYTE, owner, asking_tag, meeting_place(call), offset);
    (call.state().communicator << leaving).wait(leaving);
    if (!wait_until_accepted(call, accepted, port))
        return call.template fail<MPI_ERR_PORT>("port_name: its rank, %d of MPI_COMM_WORLD, has not called "
                                                "MPI_Comm_accept, and no rank can continue",
                                                owner);
    return exchange_sides(call, own, meeting_place(call), owner, meeting_tag, theirs, members, offset);
}

} // namespace sartor::mpi::internal
