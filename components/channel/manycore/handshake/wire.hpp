// A message's data in the network, while they are in the memory of neither rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "components/channel/manycore/handshake/clearance.hpp"
#include "components/machine/manycore/array.hpp"
#include "components/machine/manycore/chip/conversion.hpp"
#include "components/machine/manycore/memory/memory.hpp"

namespace sartor::channel::manycore {

// Data without a type go from memory to memory: nothing is kept, nothing is converted.
template <class Storage>
struct Wire {
    using Clearance = manycore::Clearance;
    using Cycles = machine::manycore::Cycles;

    static Cycles load(Clearance&, const Storage&) noexcept { return 0; }
    static void cross(const Storage& from, const Storage& to) noexcept { from.copy_to(to); }
    static void unload(Clearance&, const Storage&) noexcept {}
    static Cycles conversion(const Storage&, int, std::size_t) noexcept { return 0; }
};

// Those with one are turned into network order before they leave, in a buffer of the library, and turned back
// when they have arrived.
template <class Storage>
requires requires(const Storage& storage) {
    storage.type;
}
struct Wire<Storage> {
    struct Clearance : manycore::Clearance {
        char* data = nullptr; // in network order
        std::size_t bytes = 0;
        std::int64_t buffer = 0; // of that, in the memory of the sender's cluster
    };
    using Cycles = machine::manycore::Cycles;

    // Returns the time of the conversion if the sender's server has to account it; a rank that sends by
    // itself has been charged.
    static Cycles load(manycore::Clearance& clearance, const Storage& source) noexcept {
        using namespace sartor::machine::manycore;
        auto& wire = static_cast<Clearance&>(clearance);
        wire.bytes = source.bytes;
        wire.data = allocate<char>(source.bytes + 1);
        source.gather_to(wire.data);
        wire.buffer = source.type.turns() ? static_cast<std::int64_t>(source.bytes) : 0;
        take_buffer(node_of(wire.sender), wire.buffer);
        return in_event() ? conversion(source, node_of(wire.sender), source.bytes) : 0;
    }
    static void cross(const Storage&, const Storage&) noexcept {}
    static void unload(manycore::Clearance& clearance, const Storage& target) noexcept {
        auto& wire = static_cast<Clearance&>(clearance);
        Storage(wire.data, wire.bytes).copy_to(target);
        std::free(wire.data);
        wire.data = nullptr;
        machine::manycore::put_back_buffer(machine::manycore::node_of(wire.sender), wire.buffer);
    }

    [[nodiscard]] static Cycles conversion(const Storage& storage, int node, std::size_t bytes) noexcept {
        return storage.type.turns() ? machine::manycore::conversion(node, static_cast<std::int64_t>(bytes))
                                    : 0;
    }
};

} // namespace sartor::channel::manycore
