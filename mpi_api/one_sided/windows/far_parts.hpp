// What each rank of a new window knows of the parts in other address spaces.
#pragma once

#include <cstring>

#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/collective/bcast.hpp"
#include "mpi_api/collective/gather.hpp"
#include "mpi_api/one_sided/windows/hints.hpp"

namespace sartor::mpi::internal {

// Whether a program promises that all parts are alike, or they have no memory of their own.
template <class Program>
[[nodiscard]] bool has_equal_parts(Call<Program>& call, const WindowObject& window) noexcept {
    return window.part.is_dynamic ||
           (promises(call, window, "same_size") && promises(call, window, "same_disp_unit"));
}

// By all ranks of the window; returns when all have called it. Equal parts are kept once.
template <class Program>
int share_parts(Call<Program>& call, WindowObject& window) noexcept {
    constexpr int root = 0;
    FarParts& parts = window.far_parts;
    parts.all = {window.part.bytes, window.part.unit};
    if (has_equal_parts(call, window)) return barrier(call, window.comm);
    const bool gathers = window.part.rank == root;
    Array<FarPart> each(gathers ? window.part.size : 0);
    if (!each.valid()) return call.template fail<MPI_ERR_NO_MEM>("no memory for a window");
    int error = gather(call, &parts.all, sizeof(FarPart), MPI_BYTE, each.data(), sizeof(FarPart), MPI_BYTE,
                       root, window.comm);
    struct {
        FarPart first;
        std::int64_t differ;
    } said{parts.all, 0};
    for (int rank = 0; gathers && rank < window.part.size; ++rank)
        if (!(each[rank] == said.first)) said.differ = 1;
    if (error == MPI_SUCCESS) error = bcast(call, &said, sizeof said, MPI_BYTE, root, window.comm);
    parts.all = said.first;
    if (error != MPI_SUCCESS || said.differ == 0) return error;
    Array<FarPart> copy(gathers ? 0 : window.part.size);
    if (!copy.valid()) return call.template fail<MPI_ERR_NO_MEM>("no memory for a window");
    parts.each = gathers ? each.release() : copy.release();
    const auto bytes = static_cast<MPI_Count>(sizeof(FarPart)) * window.part.size;
    return bcast(call, parts.each, bytes, MPI_BYTE, root, window.comm);
}

} // namespace sartor::mpi::internal
