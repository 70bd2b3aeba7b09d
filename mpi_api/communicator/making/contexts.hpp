// Contexts of new communicators: all ranks that make one together get the same numbers from the directory
// that the machine supplies.
#pragma once

#include "mpi_api/state/state.hpp"
#include "runtime/directory.hpp"

namespace sartor::mpi {

// Contexts below are those of predefined communicators (communicators.hpp).
inline constexpr int first_free_context = 8;

// The first of the reserved contexts; -1 when there is no memory.
template <class Program>
[[nodiscard]] int reserve_contexts(const process::Directory::Question& question) noexcept {
    const int number = Interface<Program>::types::Transport::reserve(question);
    return number < 0 ? number : first_free_context + number;
}

// For all ranks of a communicator that make its n-th child. No messages between ranks.
template <class Program>
[[nodiscard]] int reserve_contexts(const ContextsOfChild& child) noexcept {
    const int key[] = {child.parent, child.number};
    return reserve_contexts<Program>(
        {key, sizeof key, process::Directory::no_rank, child.requesters, child.span});
}

// For the calling rank alone, which passes them on.
template <class Program>
[[nodiscard]] int reserve_own_contexts(int span) noexcept {
    return reserve_contexts<Program>(
        process::Directory::Question{nullptr, 0, process::Directory::no_rank, 1, span});
}

} // namespace sartor::mpi
