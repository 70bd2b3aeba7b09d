// Which processes share memory with this one: those of its computer that the run began with, as far as their
// numbers are neighbours, and all that were started later, where they are started on this computer.
#pragma once

#include <climits>

namespace sartor::channel::fabric {

// In the memory they have positions, one after the other.
struct Sharers {
    int first = 0;       // process,
    int begun = 0;       // and so many from there on
    int later = INT_MAX; // this process, and all from there on

    [[nodiscard]] bool have_later() const noexcept { return later != INT_MAX; }
    [[nodiscard]] bool have(int process) const noexcept {
        return static_cast<unsigned>(process - first) < static_cast<unsigned>(begun) || process >= later;
    }
    // Requires have(process).
    [[nodiscard]] int position_of(int process) const noexcept {
        return process >= later ? begun + (process - later) : process - first;
    }
    [[nodiscard]] int process_at(int position) const noexcept {
        return position >= begun ? later + (position - begun) : first + position;
    }
    // Of a run that has so many processes now.
    [[nodiscard]] int count(int processes) const noexcept {
        return processes > later ? begun + (processes - later) : begun;
    }
};

} // namespace sartor::channel::fabric
