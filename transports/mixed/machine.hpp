// Emulated manycores whose clusters differ in byte order: what crosses the network is in network order.
#pragma once

#include <cstddef>

#include "components/datatype/typed.hpp"
#include "emulation/array.hpp"
#include "emulation/chip/conversion.hpp"
#include "transports/manycore/machine.hpp"

namespace sartor::machine {

// Programs run on this computer's processor, so that the memory of all ranks is in its byte order: numbers
// are converted at both ends, wherever their ranks are. The accounted time follows the cluster: none on one
// whose PEs would store numbers in network order.
template <class Self>
struct Mixed : Manycore<Self> {
    using typing = envelope::NetworkOrder;
    template <class Level>
    using level = datatype::Timed<datatype::typed_on<Level, Mixed>, Self>;

    // For envelopes.
    static void convert(std::size_t bytes) noexcept {
        machine::manycore::convert(static_cast<std::int64_t>(bytes));
    }
    [[nodiscard]] static void* allocate(std::size_t bytes) noexcept {
        return machine::manycore::allocate<char>(bytes);
    }
};

} // namespace sartor::machine
