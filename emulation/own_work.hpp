// What the library does for a rank in the memory of its cluster takes time of its PE: copies, packing, the
// operations of reductions, tables of communicators.
#pragma once

#include <cstddef>
#include <cstdint>

#include "emulation/ranks.hpp"

namespace sartor::machine::manycore {

// Cycles of a PE for the gathering or scattering of pieces of memory, besides the copy of their bytes.
[[nodiscard]] Cycles packing(std::int64_t pieces) noexcept;

// Each is charged to the PE of the running rank. In an event it is charged to the server of the node whose
// message is handled (Serving); in other events the planner of what follows counts it.
void copied(std::size_t bytes, std::int64_t pieces) noexcept;
// Operands of so many bytes were joined with as many others.
void combined(std::size_t bytes) noexcept;
void made_communicator(int ranks) noexcept;

// When what has been charged is done: now for the running rank.
[[nodiscard]] Cycles done_at() noexcept;

// While it exists, events do software of this node.
class Serving {
  public:
    explicit Serving(int node) noexcept;
    Serving(const Serving&) = delete;
    Serving& operator=(const Serving&) = delete;
    ~Serving();

  private:
    int before_;
};

} // namespace sartor::machine::manycore
