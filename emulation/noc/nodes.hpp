// Sets of a chip's nodes.
#pragma once

#include <bit>
#include <cstdint>

#include "emulation/noc/description.hpp"
#include "emulation/noc/storage.hpp"

namespace sartor::machine::noc {

// Those for which there is something to do, by a bit for each.
class BusyNodes {
  public:
    explicit BusyNodes(int nodes) noexcept : words_(static_cast<std::size_t>(nodes + bits - 1) / bits) {}

    void add(int node) noexcept { word_of(node) |= bit_of(node); }
    void remove(int node) noexcept { word_of(node) &= ~bit_of(node); }

    // In the order of their numbers; visit(node) may remove its node, and add others that it does not need to
    // be called for.
    template <class Visit>
    void for_each(Visit visit) const noexcept {
        for (std::size_t word = 0; word < words_.size(); ++word)
            for (std::uint64_t left = words_[word]; left != 0; left &= left - 1)
                visit(static_cast<int>(word) * bits + std::countr_zero(left));
    }

  private:
    static constexpr int bits = 64;

    [[nodiscard]] std::uint64_t& word_of(int node) noexcept {
        return words_[static_cast<std::size_t>(node / bits)];
    }
    [[nodiscard]] static std::uint64_t bit_of(int node) noexcept { return std::uint64_t{1} << (node % bits); }

    Fixed<std::uint64_t> words_;
};

} // namespace sartor::machine::noc
