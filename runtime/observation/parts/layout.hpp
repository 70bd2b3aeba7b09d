// What is where in the file that the processes of an observed run have in common, and which of its bytes they
// lock (fcntl(2): a lock is gone with its process). sartor run --processes makes it, without a name in a file
// system; under other launchers it has one until the end of the run.
#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/types.h>

namespace sartor::observation::parts {

// The environment variable of a process: the descriptor that it inherits.
inline constexpr const char* variable = "SARTOR_PARTS";

// When ranks enter collectives: memory for all processes of a computer.
inline constexpr off_t arrivals = 0;
inline constexpr std::size_t most_arrivals = std::size_t{1} << 20; // bytes

// Where the part of each process is, by its first rank; nothing but zeros: there is none yet.
struct Entry {
    std::int64_t offset;
    std::int64_t bytes;
};
inline constexpr off_t directory = off_t{1} << 20;
inline constexpr int most_ranks = 1 << 22;

// The parts, one behind the other. What was not written takes no room on the disk.
inline constexpr off_t first_part = directory + off_t{most_ranks} * sizeof(Entry);

// Locked by a process, behind the number of its first rank, until its part is in the file; all of them by the
// process that brings the parts together.
inline constexpr off_t locks = off_t{1} << 60;
// By the process that appends its part.
inline constexpr off_t lock_of_end = locks - 1;

} // namespace sartor::observation::parts
