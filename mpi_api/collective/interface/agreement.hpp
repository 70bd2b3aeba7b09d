// What the ranks of a collective call must agree on. Programs built with --checked compare it before anything
// is moved (aspects/call/checked/agreement.hpp).
#pragma once

#include "mpi_api/call/points.hpp"
#include "mpi_api/collective/interface/digest_of_arguments.hpp"
#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi {

// The arguments of one rank for its collective call. Values that may differ between ranks are `unknown`,
// which agrees with everything.
struct CommonArguments {
    static constexpr long long unknown = -1;

    long long root = unknown;
    long long bytes = unknown;             // of each rank's part
    MPI_Datatype type = MPI_DATATYPE_NULL; // of all data, or of what this rank sends
    MPI_Op op = MPI_OP_NULL;
    MPI_Datatype received = MPI_DATATYPE_NULL; // what this rank expects, where that is another argument
    long long arguments = unknown;             // a digest of others that all ranks give alike
    long long in_place = unknown;              // whether it is MPI_IN_PLACE that is sent
};

// Called between the checks of a call's arguments and its messages. False after an error was reported, or
// when only the checks were wanted (a persistent collective is being made).
template <class Program>
[[nodiscard]] bool agree(Call<Program>& call, MPI_Comm comm, const CommonArguments& common) noexcept {
    return !call.rehearses() && call.at(point::CollectiveCalled(), comm, common);
}

} // namespace sartor::mpi
