// Signatures of collective calls as text, for reports of mismatches: what the messages show of a call.
#pragma once

#include <cstddef>

#include "mpi_api/collective/tags/tags.hpp"

namespace sartor::mpi::internal {

// The function or functions that have this signature.
[[nodiscard]] const char* function_name(int tag) noexcept;

// Whether the collective with this signature is a part of what a blocking function does: MPI_Comm_split
// gathers and broadcasts.
[[nodiscard, gnu::cold]] bool is_part_of(const char* function, int tag) noexcept;

// " with root 3", " with root 0 and MPI_SUM of integers of 4 bytes"; nothing where that is not known.
[[gnu::cold]] void describe_arguments(int tag, char* text, std::size_t bytes) noexcept;

// What differs between two calls, by their tags.
[[nodiscard, gnu::cold]] const char* difference_of(int one, int other) noexcept;

} // namespace sartor::mpi::internal
