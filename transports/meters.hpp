// What an emulated machine can tell a running rank about itself: the performance variables of the tool
// interface that hosts do not have (MPI-5.0 section 15.3.7).
#pragma once

#include <cstdint>

namespace sartor::machine {

// Up to the rank's time, from the beginning of the run on.
enum class Meter : std::uint8_t {
    chip_energy,       // joules
    rank_energy,       // joules of the PE of the rank
    link_load,         // 0 to 1: the share of the time in which the rank's cluster has sent to the network
    hottest_link_load, // the same of the link that was used most
    memory             // bytes in use in the rank's cluster
};

} // namespace sartor::machine
