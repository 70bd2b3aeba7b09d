// Bytes that the ranks of a communicator give each other when they make new objects together.
#pragma once

#include "mpi_api/call/array.hpp"
#include "mpi_api/collective/bcast.hpp"
#include "mpi_api/collective/gather.hpp"

namespace sartor::mpi {

// all[r] becomes rank r's `mine`, on every rank: a gather and a broadcast of bytes. `all` has room for each
// rank.
template <class Program, class Element>
[[nodiscard]] int share(Call<Program>& call, const Element& mine, Array<Element>& all,
                        MPI_Comm comm) noexcept {
    constexpr int root = 0;
    const int gathered =
        gather(call, &mine, sizeof(Element), MPI_BYTE, all.data(), sizeof(Element), MPI_BYTE, root, comm);
    if (gathered != MPI_SUCCESS && call.at(point::ErrorEnds())) return gathered;
    const MPI_Count bytes = static_cast<MPI_Count>(sizeof(Element)) * call.view(comm).size();
    const int given = bcast(call, all.data(), bytes, MPI_BYTE, root, comm);
    return gathered != MPI_SUCCESS ? gathered : given;
}

} // namespace sartor::mpi
