// A network on chip: routers in a torus or mesh, static routes, wormhole switching, shared links.
#pragma once

#include "components/machine/manycore/chip/resources.hpp"
#include "components/machine/manycore/description.hpp"

namespace sartor::machine::manycore {

// The times of one worm's passage. A worm whose head is blocked occupies all links behind it.
struct Passage {
    Cycles injected; // the sender may inject the next
    Cycles arrived;  // its tail is there
};

// The use of one link so far.
struct LinkUse {
    int from = -1; // clusters; the same for a cluster's interface
    int to = -1;
    Cycles busy = 0;
};

// A worm occupies the links of its route one after the other, each by first come, first served. O(hops) for
// each.
class Network {
  public:
    explicit Network(const Description& description) noexcept;
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;
    ~Network();

    // The routers that a packet passes, the local ones of both ends included (MPPA-MPI, section IV).
    [[nodiscard]] int hops(int from, int to) const noexcept;
    // The latency of that many hops in cycles (MPPA-MPI, section IV: 8 hops are 7 * 8 + 8 * (8 - 1) = 112
    // cycles).
    [[nodiscard]] Cycles distance(int hop_count) const noexcept {
        return description_.router_cycles * hop_count + description_.link_cycles * (hop_count - 1);
    }
    // The flits of so many bytes, packets with their headers.
    [[nodiscard]] Cycles flits(std::int64_t bytes) const noexcept;

    // Sends a worm of so many flits that is ready at `now`. The receiving memory accepts it at its own rate:
    // `sink` is null for one that is as fast as the link, otherwise it works `sink_work` cycles for the worm.
    Passage pass(Cycles now, int from, int to, Cycles flit_count, Server* sink = nullptr,
                 Cycles sink_work = 0) noexcept;

    [[nodiscard]] LinkUse hottest() const noexcept;
    [[nodiscard]] int link_count() const noexcept;
    [[nodiscard]] LinkUse use_of(int link) const noexcept;
    [[nodiscard]] Cycles busy(int link) const noexcept { return links_[link].busy; }
    [[nodiscard]] int first_interface() const noexcept { return first_local_link(); }
    // Of a node's interface: whether it leads into the network.
    [[nodiscard]] bool enters(int link) const noexcept {
        return link >= first_local_link() && (link - first_local_link()) % 2 == 0;
    }
    // Which of an I/O subsystem's interfaces, from 0; 0 for a cluster's.
    [[nodiscard]] int interface_number(int link) const noexcept {
        const int index = (link - first_local_link()) / 2 - static_cast<int>(description_.clusters);
        return index < 0 ? 0 : index % static_cast<int>(description_.io_interfaces);
    }
    // The flits that went over links, each counted at each link.
    [[nodiscard]] std::int64_t flit_hops() const noexcept { return flit_hops_; }
    template <class Visit>
    void for_each_link(Visit visit) const {
        for (int link = 0; link < link_count(); ++link)
            if (links_[link].busy > 0) visit(use_of(link));
    }

  private:
    // An I/O subsystem has several interfaces: which one is used depends on the other end.
    [[nodiscard]] int interface_of(int io, int peer) const noexcept {
        return description_.is_io(peer) ? io : peer % static_cast<int>(description_.io_interfaces);
    }
    [[nodiscard]] int router_of(int node, int peer) const noexcept;
    [[nodiscard]] int first_local_link() const noexcept {
        return static_cast<int>(description_.clusters) * 2 * description_.dimension_count;
    }
    // Into the network; out of it is the next.
    [[nodiscard]] int local_link(int node, int peer) const noexcept;
    [[nodiscard]] int steps(int from, int to, int dimension) const noexcept;
    [[nodiscard]] int moved(int router, int dimension, int direction) const noexcept;
    int find_path(int from, int to) noexcept;

    const Description& description_;
    Server* links_ = nullptr;
    int strides_[most_dimensions] = {};
    int* path_ = nullptr; // of the worm under way
    std::int64_t flit_hops_ = 0;
};

} // namespace sartor::machine::manycore
