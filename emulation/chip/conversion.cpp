// Conversions between a cluster's byte order and the network's.
#include "emulation/chip/conversion.hpp"

namespace sartor::machine::manycore {

namespace {

bool is_big_endian(const Description& machine, int node) noexcept {
    const int cluster = machine.is_io(node) ? machine.io_at[node - machine.clusters] : node;
    for (int index = 0; index < machine.big_endian_count; ++index)
        if (machine.big_endian[index] == cluster) return true;
    return false;
}

} // namespace

Cycles conversion(int node, std::int64_t bytes) noexcept {
    const Description& machine = chip().description();
    return is_big_endian(machine, node) ? 0 : cycles_for(bytes, machine.convert_rate);
}

void convert(std::int64_t bytes) noexcept {
    if (!in_event()) charge(conversion(node_of(process::current->number), bytes));
}

} // namespace sartor::machine::manycore
