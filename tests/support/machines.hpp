// Machine files as descriptions, in tests and benchmarks.
#pragma once

#include <algorithm>

#include "configurator/machines/noc_machine.hpp"
#include "emulation/description.hpp"

namespace sartor::test {

// A description, and what its name points to.
struct DescribedMachine {
    explicit DescribedMachine(const std::string& path) : file(configurator::load_manycore(path)) {
        description.name = file.name.c_str();
        description.network = file.network == "mesh" ? machine::manycore::NetworkKind::mesh
                                                     : machine::manycore::NetworkKind::torus;
        description.dimension_count = static_cast<int>(file.dimensions.size());
        std::ranges::copy(file.dimensions, description.dimensions);
        std::ranges::copy(file.io_at, description.io_at);
        std::ranges::copy(file.big_endian, description.big_endian);
        description.big_endian_count = static_cast<int>(file.big_endian.size());
#define FIELD(name, unit, least, most, meaning) description.name = file.whole(#name);
#define RATE(name, unit, meaning)                                                                            \
    description.name = {file.constants.at(#name).numerator, file.constants.at(#name).denominator};
#include "emulation/fields.inc"
#undef FIELD
#undef RATE
        if (!file.is_noc()) return;
        networks = configurator::networks_of(file);
        description.make_interconnect = &machine::manycore::make_tiles;
        description.tiles = &networks;
        if (file.grid.chips.empty()) return;
        links = configurator::links_of(file);
        description.make_interconnect = &machine::manycore::make_linked_tiles;
        description.links = &links;
    }
    DescribedMachine(const DescribedMachine&) = delete;
    DescribedMachine& operator=(const DescribedMachine&) = delete;

    configurator::Manycore file;
    machine::noc::Description networks; // of the family noc
    machine::noc::Links links;          // of several chips
    machine::manycore::Description description;
};

} // namespace sartor::test
