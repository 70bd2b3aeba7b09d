// What files cost ranks of a chip: the computer to which it is attached has them.
#pragma once

#include <cstdint>

namespace sartor::machine::manycore {

// By the running rank: a request for so many bytes of a file, or for something about it (0). All ranks share
// the way to the files, first come, first served in virtual time; the rank waits until the answer is there.
// All accesses that are over before have been made when this returns.
void access_file(std::int64_t bytes) noexcept;

} // namespace sartor::machine::manycore
