// Turns by time, for ranks that wait for each other by loads alone: a rank that polls memory which others
// write calls nothing in which it could give its worker to those others (MPI-5.0 section 12.4: in the unified
// model, stores become visible without further calls).
#pragma once

namespace sartor::process::time_slices {

// From now on a rank of the calling worker that is in code of its own at the end of a slice of processor
// time, and not in a function of MPI or of the C library, lets other ranks run. Has no effect if each rank
// has a thread of its own, or if a schedule says who runs. Called by ranks; calls after a worker's first do
// nothing.
void begin() noexcept;

// The rank holds a lock of the process in code of its own, as parts of the image do, or gives it back: no
// slice ends meanwhile. This and the next one are linked where begin() is.
[[gnu::weak]] void hold(bool holds) noexcept;
// Whether a signal of a timer with this value is the end of a slice, and so no concern of the program's
// handlers.
[[gnu::weak, nodiscard]] bool is_end_of_slice(const void* value) noexcept;

} // namespace sartor::process::time_slices
