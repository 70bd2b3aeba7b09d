// A sequence that is computed beforehand, where size, node and root are known: the iterator is "replaced by
// a single pointer" (EPOS-MPI 3.3).
#pragma once

#include <array>
#include <string_view>

#include "topologies/topology.hpp"

namespace sartor::topologies {

// A copy of the communications of one node, of any application topology with at most `Size` elements; more
// is not checked, except by the compiler in constant expressions. Takes Size + 2 integers.
template <int Size>
class Stored {
  public:
    static constexpr std::string_view name = "stored sequence";
    using iterator = const int*;

    template <ApplicationTopology Topology>
    explicit constexpr Stored(const Topology& topology) : above_(topology.above()) {
        for (const int node : topology) elements_[static_cast<std::size_t>(count_++)] = node;
    }

    [[nodiscard]] constexpr int above() const { return above_; }
    [[nodiscard]] constexpr iterator begin() const { return elements_.data(); }
    [[nodiscard]] constexpr iterator end() const { return elements_.data() + count_; }

    [[nodiscard]] constexpr int count() const { return count_; }

  private:
    std::array<int, Size> elements_{};
    int count_ = 0;
    int above_;
};

static_assert(ApplicationTopology<Stored<8>>);

} // namespace sartor::topologies
