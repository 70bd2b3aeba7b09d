// A grid of routers, except for bursts.
#include "emulation/chip/grid.hpp"

#include <cstdio>
#include <new>

#include "emulation/array.hpp"

namespace sartor::machine::manycore {

namespace {

constexpr std::int64_t signal_bytes = 8; // AOS, section 4.3.2: messages of 64 bits

} // namespace

Interconnect& make_grid(Chip& chip) noexcept {
    return *new (allocate<char>(sizeof(Grid))) Grid(chip); // NOLINT(clang-analyzer-cplusplus.PlacementNew)
}

Grid::Grid(Chip& chip) noexcept
    : chip_(chip), description_(chip.description()), data_(description_, chip.events),
      words_(description_, chip.events) {}

void Grid::release() noexcept {
    this->~Grid();
    std::free(this);
}

void Grid::send(int from, int to, std::int64_t bytes, Cycles now, Action arrived, void* object) noexcept {
    data_.send(now, from, to, data_.flits(bytes), arrived, object);
}

void Grid::signal(int from, int to, Cycles now, Action arrived, void* object) noexcept {
    words_.send(now, from, to, words_.flits(signal_bytes), arrived, object);
}

void Grid::name_link(int link, char* text, std::size_t bytes) const noexcept {
    const LinkUse use = data_.use_of(link);
    if (use.from == use.to)
        std::snprintf(text, bytes, "the interface of node %d", use.from);
    else
        std::snprintf(text, bytes, "from cluster %d to %d", use.from, use.to);
}

} // namespace sartor::machine::manycore
