// The handlers of a rank, where its program has any.
#pragma once

namespace sartor::process {

struct Rank;

// In a child of fork(): what the copied rank's signals do is what the child's do, and what programs inherit
// that it executes. Linked where programs set handlers.
[[gnu::weak]] void pass_signals_to_child(const Rank& rank) noexcept;

// The calling thread is in a handler that dispatch() has called: what was interrupted may hold locks, or be
// no rank. A handler that has jumped away is over.
[[gnu::weak, nodiscard]] bool is_handling_signal() noexcept;

// How many signals the rank's handlers have handled.
[[nodiscard]] unsigned handled_signals(const Rank& rank) noexcept;

} // namespace sartor::process
