// Routes go through the dimensions in their order, in each the shorter way round; upwards when both are
// equal.
#include "components/machine/manycore/chip/network.hpp"

#include "components/machine/manycore/array.hpp"

namespace sartor::machine::manycore {

// Links: of each router two for each dimension (up, down), then of each node one into the network and one
// out.
Network::Network(const Description& description) noexcept : description_(description) {
    int stride = 1;
    for (int dimension = 0; dimension < description.dimension_count; ++dimension) {
        strides_[dimension] = stride;
        stride *= description.dimensions[dimension];
    }
    links_ = allocate<Server>(static_cast<std::size_t>(link_count()));
    int longest = 4;
    for (int dimension = 0; dimension < description.dimension_count; ++dimension)
        longest += description.dimensions[dimension];
    path_ = allocate<int>(static_cast<std::size_t>(longest));
}

Network::~Network() {
    std::free(links_);
    std::free(path_);
}

int Network::link_count() const noexcept {
    return first_local_link() + 2 * static_cast<int>(description_.clusters +
                                                     description_.io_subsystems * description_.io_interfaces);
}

int Network::local_link(int node, int peer) const noexcept {
    const auto clusters = static_cast<int>(description_.clusters);
    if (!description_.is_io(node)) return first_local_link() + 2 * node;
    const int io = node - clusters;
    const int interface = io * static_cast<int>(description_.io_interfaces) +
                          interface_of(io, peer) % static_cast<int>(description_.io_interfaces);
    return first_local_link() + 2 * (clusters + interface);
}

int Network::router_of(int node, int peer) const noexcept {
    if (!description_.is_io(node)) return node;
    const int io = node - static_cast<int>(description_.clusters);
    return moved(description_.io_at[io], 0, interface_of(io, peer) % description_.dimensions[0]);
}

// How many routers further in a dimension; negative downwards.
int Network::steps(int from, int to, int dimension) const noexcept {
    const int size = description_.dimensions[dimension];
    const int distance = to / strides_[dimension] % size - from / strides_[dimension] % size;
    if (description_.network == NetworkKind::mesh) return distance;
    const int up = (distance + size) % size;
    return 2 * up <= size ? up : up - size;
}

int Network::moved(int router, int dimension, int direction) const noexcept {
    const int size = description_.dimensions[dimension];
    const int stride = strides_[dimension];
    const int coordinate = router / stride % size;
    return router + ((coordinate + direction + size) % size - coordinate) * stride;
}

int Network::hops(int from, int to) const noexcept {
    int count = 2 + (description_.is_io(from) ? 1 : 0) + (description_.is_io(to) ? 1 : 0);
    if (from == to) return 2;
    for (int dimension = 0; dimension < description_.dimension_count; ++dimension) {
        const int distance = steps(router_of(from, to), router_of(to, from), dimension);
        count += distance < 0 ? -distance : distance;
    }
    return count;
}

Cycles Network::flits(std::int64_t bytes) const noexcept {
    const std::int64_t data = (bytes + description_.flit_bytes - 1) / description_.flit_bytes;
    const std::int64_t packets =
        data == 0 ? 1 : (data + description_.packet_payload - 1) / description_.packet_payload;
    return data + packets * description_.packet_header;
}

int Network::find_path(int from, int to) noexcept {
    int length = 0;
    path_[length++] = local_link(from, to);
    int router = router_of(from, to);
    const int last = router_of(to, from);
    for (int dimension = 0; from != to && dimension < description_.dimension_count; ++dimension) {
        int left = steps(router, last, dimension);
        const int direction = left < 0 ? -1 : 1;
        for (; left != 0; left -= direction) {
            path_[length++] =
                (router * description_.dimension_count + dimension) * 2 + (direction > 0 ? 0 : 1);
            router = moved(router, dimension, direction);
        }
    }
    path_[length++] = local_link(to, from) + 1;
    return length;
}

Passage Network::pass(Cycles now, int from, int to, Cycles flit_count, Server* sink,
                      Cycles sink_work) noexcept {
    const int length = find_path(from, to);
    flit_hops_ += length * flit_count;
    const Cycles entry = description_.router_cycles;
    const Cycles step = description_.router_cycles + description_.link_cycles;
    // An I/O subsystem's interface is one hop further out than the router that it hangs at.
    const Cycles outside = distance(hops(from, to)) - (entry + step * (length - 1));
    Cycles head = now + entry;
    for (int hop = 0; hop < length; ++hop) {
        const Server& link = links_[path_[hop]];
        if (hop > 0) head += step;
        if (link.free > head) head = link.free;
    }
    if (sink != nullptr && sink->free > head) head = sink->free;
    const Cycles last = head + (sink_work > flit_count ? sink_work : flit_count);
    if (sink != nullptr) sink->serve(head, sink_work);
    for (int hop = 0; hop < length; ++hop) {
        Server& link = links_[path_[hop]];
        link.free = last - step * (length - 1 - hop);
        link.busy += flit_count;
    }
    return {links_[path_[0]].free - entry, last + outside};
}

LinkUse Network::use_of(int link) const noexcept {
    if (link >= first_local_link()) {
        const auto clusters = static_cast<int>(description_.clusters);
        int node = (link - first_local_link()) / 2;
        if (node >= clusters)
            node = clusters + (node - clusters) / static_cast<int>(description_.io_interfaces);
        return {node, node, links_[link].busy};
    }
    const int router = link / 2 / description_.dimension_count;
    const int dimension = link / 2 % description_.dimension_count;
    return {router, moved(router, dimension, link % 2 == 0 ? 1 : -1), links_[link].busy};
}

LinkUse Network::hottest() const noexcept {
    LinkUse hottest;
    for_each_link([&](const LinkUse& use) {
        if (use.busy > hottest.busy) hottest = use;
    });
    return hottest;
}

} // namespace sartor::machine::manycore
