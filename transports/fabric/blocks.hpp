// Which process a rank is in.
#pragma once

#include <climits>
#include <cstdint>

namespace sartor::channel::fabric {

// Neighbouring ranks are together.
struct Blocks {
    int number = 0;      // of this process
    int processes = 1;   // that the run began with,
    int ranks = INT_MAX; // and their ranks
    int first = 0;       // rank of this process,
    int here = INT_MAX;  // which has so many: all, unless there are others

    [[nodiscard]] bool has(int rank) const noexcept {
        return static_cast<unsigned>(rank - first) < static_cast<unsigned>(here);
    }
    // Short divisions are faster.
    [[nodiscard]] int of(int rank) const noexcept {
        if (rank >= ranks) [[unlikely]]
            return of_later(rank);
        const auto all = static_cast<std::uint64_t>(rank) * static_cast<std::uint64_t>(processes);
        const auto size = static_cast<std::uint32_t>(ranks);
        return static_cast<int>(all <= UINT32_MAX ? static_cast<std::uint32_t>(all) / size : all / size);
    }
    [[nodiscard]] static int first_of(int process, int processes, int ranks) noexcept {
        return static_cast<int>((static_cast<long>(process) * ranks + processes - 1) / processes);
    }

    // Of any process, or of the end of the last one: with the next one begin the ranks that come later.
    [[nodiscard]] int first_rank(int process) const noexcept {
        return process <= processes ? first_of(process, processes, ranks) : first_of_later(process);
    }

  private:
    // Of one that was started later. Ends the run when there is none.
    [[nodiscard]] static int of_later(int rank) noexcept;
    [[nodiscard]] static int first_of_later(int process) noexcept;
};
extern Blocks blocks;

} // namespace sartor::channel::fabric
