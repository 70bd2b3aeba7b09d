// The shape of a network on chip: its links, the routes through it and how long they are.
#pragma once

#include "emulation/description.hpp"

namespace sartor::machine::manycore {

// The links of a route, in their order: into the network, from router to router, out of it.
struct Route {
    const int* links = nullptr;
    int length = 0;
    Cycles outside = 0; // of an I/O subsystem's interfaces: what they are further out than their routers
};

// A torus or mesh. Routes go through the dimensions in their order, in each the shorter way round; upwards
// when both are equal.
class Routes {
  public:
    explicit Routes(const Description& description) noexcept;
    Routes(const Routes&) = delete;
    Routes& operator=(const Routes&) = delete;
    ~Routes();

    // The routers that a packet passes, the local ones of both ends included (MPPA-MPI, section IV).
    [[nodiscard]] int hops(int from, int to) const noexcept;
    // The latency of that many hops in cycles (MPPA-MPI, section IV: 8 hops are 7 * 8 + 8 * (8 - 1) = 112
    // cycles).
    [[nodiscard]] Cycles distance(int hop_count) const noexcept {
        return description_.router_cycles * hop_count + description_.link_cycles * (hop_count - 1);
    }
    // The flits of so many bytes, packets with their headers.
    [[nodiscard]] Cycles flits(std::int64_t bytes) const noexcept;

    // Valid until the next call. O(hops).
    [[nodiscard]] Route find(int from, int to) noexcept;
    [[nodiscard]] int longest() const noexcept { return longest_; } // links of a route

    [[nodiscard]] int link_count() const noexcept;
    [[nodiscard]] int first_interface() const noexcept { return first_interface_; }
    // Of a node's interface: whether it leads into the network.
    [[nodiscard]] bool enters(int link) const noexcept {
        return link >= first_interface() && (link - first_interface()) % 2 == 0;
    }
    // Which of an I/O subsystem's interfaces, from 0; 0 for a cluster's.
    [[nodiscard]] int interface_number(int link) const noexcept {
        const int index = (link - first_interface()) / 2 - static_cast<int>(description_.clusters);
        return index < 0 ? 0 : index % static_cast<int>(description_.io_interfaces);
    }
    // The clusters, or the node, between which a link leads.
    [[nodiscard]] int source_of(int link) const noexcept;
    [[nodiscard]] int target_of(int link) const noexcept;

    // The ports of a router: one for each direction, one for its cluster, one for an I/O subsystem.
    [[nodiscard]] int ports() const noexcept { return directions() + 2; }
    // The port by which a link comes in, or goes out.
    [[nodiscard]] int port_of(int link) const noexcept {
        if (link < first_interface()) return link % directions();
        return directions() + ((link - first_interface()) / 2 < description_.clusters ? 0 : 1);
    }
    // Whether both links follow each other in a ring of the torus.
    [[nodiscard]] bool are_of_one_ring(int link, int next) const noexcept {
        return description_.network == NetworkKind::torus && link < first_interface() &&
               next < first_interface() && link % directions() == next % directions();
    }

  private:
    // An I/O subsystem has several interfaces: which one is used depends on the other end.
    [[nodiscard]] int interface_of(int io, int peer) const noexcept {
        return description_.is_io(peer) ? io : peer % static_cast<int>(description_.io_interfaces);
    }
    [[nodiscard]] int directions() const noexcept { return directions_; }
    [[nodiscard]] int router_of(int node, int peer) const noexcept;
    // Into the network; out of it is the next.
    [[nodiscard]] int local_link(int node, int peer) const noexcept;
    [[nodiscard]] int node_of_interface(int link) const noexcept;
    [[nodiscard]] int steps(int from, int to, int dimension) const noexcept;
    [[nodiscard]] int moved(int router, int dimension, int direction) const noexcept;
    [[nodiscard]] int follow(int& router, int dimension, int steps, int length) noexcept;

    const Description& description_;
    int directions_;
    int first_interface_;
    int strides_[most_dimensions] = {};
    int longest_ = 4;
    int* found_ = nullptr;
};

} // namespace sartor::machine::manycore
