// Turns by time, for ranks that wait for each other by loads alone: a rank that polls memory which others
// write calls nothing in which it could give its worker to those others (MPI-5.0 section 12.4: in the unified
// model, stores become visible without further calls).
#pragma once

#include <csignal>

namespace sartor::process::time_slices {

// From now on a rank of the calling worker that stays in one place of its own code for slices of processor
// time, and not in a function of MPI or of the C library, lets other ranks run. Has no effect if no other
// rank has this worker, if ranks are no copies of an image, or if a schedule says who runs. Called by ranks;
// calls after a worker's first do nothing.
void begin() noexcept;

// The rank holds a lock of the process in code of its own, as parts of the image do, or gives it back: no
// slice ends meanwhile. This and the next one are linked where begin() is.
[[gnu::weak]] void hold(bool holds) noexcept;
// For a handler of the signal. False: it is no end of a slice, but concerns the program.
[[gnu::weak, nodiscard]] bool take_signal(const siginfo_t& information, const void* context) noexcept;

} // namespace sartor::process::time_slices
