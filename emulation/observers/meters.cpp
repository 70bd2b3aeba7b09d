#include "emulation/meters.hpp"

#include <algorithm>

#include "emulation/observers/energy/energy.hpp"
#include "emulation/run.hpp"

namespace sartor::machine::manycore {

namespace {

double joules(Picojoules energy) noexcept {
    return static_cast<double>(energy) * 1e-12;
}

double share(Cycles busy, Cycles time) noexcept {
    // What is booked already may lie ahead.
    return time == 0 ? 0 : static_cast<double>(std::min(busy, time)) / static_cast<double>(time);
}

// Of the links from a node to the network; an I/O subsystem has several.
Cycles busiest_interface(const Interconnect& network, int node) noexcept {
    Cycles busy = 0;
    for (int link = 0; link < network.link_count(); ++link)
        if (network.use_of(link).from == node && network.use_of(link).to == node && network.enters(link))
            busy = std::max(busy, network.busy(link));
    return busy;
}

} // namespace

double read_meter(Meter meter) noexcept {
    synchronize();
    const Run& run = *the_run;
    const int rank = process::current->number;
    const Interconnect& network = run.chip.networks();
    switch (meter) {
    case Meter::chip_energy:
        return joules(energy_until(run, now()).total());
    case Meter::rank_energy:
        return joules(energy_of_rank(run, rank, now()).total());
    case Meter::link_load:
        return share(busiest_interface(network, node_of(rank)), now());
    case Meter::hottest_link_load:
        return network.hottest() < 0 ? 0 : share(network.busy(network.hottest()), now());
    case Meter::memory:
        break;
    }
    return static_cast<double>(run.memories[node_of(rank)].total);
}

} // namespace sartor::machine::manycore
