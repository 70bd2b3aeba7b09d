// Buffers of operations that are not complete yet, of programs built with --checked (MPI-5.0 section 12.3).
#pragma once

#include "mpi_api/call/operation_text.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi::internal {

// Whether an operation may use a buffer of this rank; false after reporting MPI_ERR_BUFFER. Those of several
// pieces are not looked at, nor those of operations with requests, which end with these.
template <class Program>
[[nodiscard]] bool may_use_origin([[maybe_unused]] Call<Program>& call, [[maybe_unused]] WindowObject& window,
                                  [[maybe_unused]] const plain_storage<Program>& data,
                                  [[maybe_unused]] int target, [[maybe_unused]] bool is_written) noexcept {
    if constexpr (one_sided_types<Program>::detects_conflicts) {
        if (!data.is_one_piece() || data.bytes == 0 || window.part.log->own.has_request) return true;
        one_sided::OriginBuffer other;
        if (window.part.log->own.origins.begin({.data = data.data,
                                                .bytes = data.bytes,
                                                .function = call.function(),
                                                .site = call.site(),
                                                .target = target,
                                                .is_written = is_written},
                                               other))
            return true;
        call.template fail<MPI_ERR_BUFFER>("the buffer has memory in common with the one that %s %s, which "
                                           "is not complete",
                                           OperationText(other.function, other.site).text,
                                           other.is_written ? "writes" : "reads");
        return false;
    }
    return true;
}

// The operations at one rank of the window, or at all of them, are complete. MPI_ERR_BUFFER.
template <class Program>
[[nodiscard]] int end_origins([[maybe_unused]] Call<Program>& call, [[maybe_unused]] WindowObject& window,
                              [[maybe_unused]] int target) noexcept {
    if constexpr (one_sided_types<Program>::detects_conflicts) {
        one_sided::OriginBuffer changed;
        if (!window.part.log->own.origins.end(target, changed))
            return call.template fail<MPI_ERR_BUFFER>(
                "the buffer of %s has changed before the operation was complete",
                OperationText(changed.function, changed.site).text);
    }
    return MPI_SUCCESS;
}

} // namespace sartor::mpi::internal
