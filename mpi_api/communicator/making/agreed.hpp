// Whether all ranks make the same communicator together: compared in programs built with --checked, as
// collective calls are.
#pragma once

#include "mpi_api/call/call.hpp"
#include "mpi_api/collective/interface/agreement.hpp"

namespace sartor::mpi {

namespace internal {

// Compares the calls of all ranks of an intracommunicator; `arguments` makes a DigestOfArguments. False after
// an error was reported.
template <class Program, class MakeDigest>
[[nodiscard]] bool agree_to_make(Call<Program>& call, MPI_Comm comm, const MakeDigest& arguments) noexcept {
    return call.at(point::CommunicatorMade(), comm, arguments);
}
template <class Program>
[[nodiscard]] bool agree_to_make(Call<Program>& call, MPI_Comm comm) noexcept {
    return agree_to_make(call, comm, [] { return DigestOfArguments(); });
}

} // namespace internal

} // namespace sartor::mpi
