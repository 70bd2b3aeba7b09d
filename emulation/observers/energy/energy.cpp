// Ranks and servers may be ahead of a time: the part that is ahead is left out.
#include "emulation/observers/energy/energy.hpp"

#include "emulation/threads/crew.hpp"

namespace sartor::machine::manycore {

namespace {

// How far a rank has worked beyond a time. It does so in one stretch, of communicating first if there was
// both.
Cycles ahead(const Pe& pe, Cycles now) noexcept {
    const Cycles begin = pe.asleep_until > now ? pe.asleep_until : now;
    return pe.clock > begin ? pe.clock - begin : 0;
}

// What a server has done by that time.
Cycles worked(const Server& server, Cycles now) noexcept {
    const Cycles booked = server.free > now ? server.free - now : 0;
    return server.busy > booked ? server.busy - booked : 0;
}

// On PEs that have no rank; all regions that have ended.
struct OtherThreads {
    Cycles computing = 0;
    Cycles communicating = 0;
};

OtherThreads other_threads(const Pe& pe) noexcept {
    if (pe.crew == nullptr) return {};
    return {pe.crew->computing, pe.crew->communicating};
}

void add_node(const Run& run, const Node& node, bool io, Cycles now, Energy& energy) noexcept {
    const Description& description = run.chip.description();
    const Cycles active = worked(node.server, now);
    // The daemon's PE counts as one without a rank.
    energy.managers += worked(node.daemon, now) * (description.pe_active - description.pe_idle);
    energy.managers += active * description.rm_active + (now - active) * description.rm_idle;
    if (io)
        energy.ddr += node.memory_bytes * description.ddr_energy;
    else
        energy.smem += node.memory_bytes * description.smem_energy;
}

} // namespace

RankEnergy energy_of_rank(const Run& run, int rank, Cycles now) noexcept {
    const Description& description = run.chip.description();
    const Pe& pe = run.pes[rank];
    const Cycles beyond = ahead(pe, now);
    const Cycles computing = pe.computing > beyond ? pe.computing - beyond : 0;
    const Cycles rest = beyond - (pe.computing - computing);
    const Cycles communicating = pe.communicating > rest ? pe.communicating - rest : 0;
    const OtherThreads others = other_threads(pe);
    return {(computing + others.computing) * description.pe_active,
            (communicating + others.communicating) * description.pe_active,
            (now - computing - communicating) * description.pe_idle};
}

Energy energy_until(const Run& run, Cycles now) noexcept {
    const Description& description = run.chip.description();
    Energy energy;
    std::int64_t ranks_of_clusters = 0;
    Cycles by_threads = 0;
    for (int rank = 0; rank < run.ranks; ++rank) {
        const RankEnergy one = energy_of_rank(run, rank, now);
        energy.ranks.computing += one.computing;
        energy.ranks.communicating += one.communicating;
        energy.ranks.waiting += one.waiting;
        const OtherThreads others = other_threads(run.pes[rank]);
        by_threads += others.computing + others.communicating;
        ranks_of_clusters += description.is_io(run.pes[rank].node) ? 0 : 1;
    }
    for (int node = 0; node < description.nodes(); ++node)
        add_node(run, run.chip.node(node), description.is_io(node), now, energy);
    energy.idle_pes = ((description.clusters * description.pes - ranks_of_clusters) * now - by_threads) *
                      description.pe_idle;
    energy.network = run.chip.networks().flit_hops() * description.flit_energy;
    energy.chip = now * description.chip_power;
    return energy;
}

} // namespace sartor::machine::manycore
