// Emulated chips whose cores read and write each other's memory, one rank for each core.
#pragma once

#include "emulation/noc/links.hpp"
#include "transports/manycore/machine.hpp"
#include "transports/tiles/pulling.hpp"

namespace sartor::machine {

// The base of an emulated machine. `Self` is the machine: it has a name, and descriptions of a manycore and
// of its networks.
template <class Self>
struct Tiled : Manycore<Self> {
    template <class Types>
    using rendezvous = channel::tiles::Pulling<Types>;
};

} // namespace sartor::machine
