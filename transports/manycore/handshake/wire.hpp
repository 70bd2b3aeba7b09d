// A message's data in the network, while they are in the memory of neither rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "components/envelope/timed.hpp"
#include "emulation/array.hpp"
#include "emulation/chip/conversion.hpp"
#include "emulation/memory/memory.hpp"
#include "emulation/own_work.hpp"
#include "transports/manycore/handshake/clearance.hpp"

namespace sartor::channel::manycore {

// The cycles of a PE for gathering or scattering the first `bytes` bytes of data; 0 for one stretch of
// memory, which the network reads and writes as it is.
template <class Storage>
[[nodiscard]] machine::manycore::Cycles packing_at(int node, const Storage& storage,
                                                   std::size_t bytes) noexcept {
    const std::int64_t pieces = envelope::scattered_pieces(storage, bytes);
    if (pieces == 0) return 0;
    return machine::manycore::copy(node, static_cast<std::int64_t>(bytes)) +
           machine::manycore::packing(pieces);
}

// Data without a type go from memory to memory: nothing is kept, nothing is converted.
template <class Storage>
struct Wire {
    using Clearance = manycore::Clearance;
    using Cycles = machine::manycore::Cycles;

    // Returns the time of gathering the data, in a PE's cycles.
    static Cycles load(Clearance& clearance, const Storage& source) noexcept {
        return packing_at(machine::manycore::node_of(clearance.sender), source, source.bytes);
    }
    static void cross(const Storage& from, const Storage& to) noexcept {
        envelope::untimed(from).copy_to(envelope::untimed(to));
    }
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

    // Returns the time of gathering, and that of the conversion if the sender's server has to account it; a
    // rank that sends by itself has been charged for the latter.
    static Cycles load(manycore::Clearance& clearance, const Storage& source) noexcept {
        using namespace sartor::machine::manycore;
        auto& wire = static_cast<Clearance&>(clearance);
        wire.bytes = source.bytes;
        wire.data = allocate<char>(source.bytes + 1);
        envelope::untimed(source).gather_to(wire.data);
        wire.buffer = source.type.turns() ? static_cast<std::int64_t>(source.bytes) : 0;
        take_buffer(node_of(wire.sender), wire.buffer);
        return packing_at(node_of(wire.sender), source, source.bytes) +
               (in_event() ? conversion(source, node_of(wire.sender), source.bytes) : 0);
    }
    static void cross(const Storage&, const Storage&) noexcept {}
    static void unload(manycore::Clearance& clearance, const Storage& target) noexcept {
        auto& wire = static_cast<Clearance&>(clearance);
        envelope::untimed(Storage(wire.data, wire.bytes)).copy_to(envelope::untimed(target));
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
