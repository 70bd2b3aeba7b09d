// Runs on several computers to which processes are added while they go on (MPI_Comm_spawn): all of them on
// the computer of process 0, whose processes have them in the memory that they share. The others are told,
// along the tree of processes, before a rank can send anything to a new one, or get something from it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "transports/fabric/frame.hpp"
#include "transports/fabric/wire_up.hpp"

namespace sartor::channel::fabric {

// The card of any process of the run that this one knows, as WireUp::card.
[[nodiscard]] const void* card_of(int process) noexcept;

// The run grows: ends it where this process is not made to meet others.
void require_growth(const WireUp& made) noexcept;

// Where no memory has the roster, and the run may grow.
void keep_roster() noexcept;

// By process 0, for its launcher: all processes are told what `text` says of those that were added, from the
// first one on (LauncherKind::grown). Returns at once; once all know it, WireUp::known(number) is called. One
// call after the other.
void tell_of_growth(std::uint64_t number, const char* text, std::size_t bytes) noexcept;

// Frames of the kinds `added`, `told`, and `known`.
void take_growth_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept;

} // namespace sartor::channel::fabric
