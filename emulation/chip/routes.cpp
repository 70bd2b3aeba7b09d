// Links: of each router two for each dimension (up, down), then of each node one into the network and one
// out.
#include "emulation/chip/routes.hpp"

#include "emulation/array.hpp"

namespace sartor::machine::manycore {

Routes::Routes(const Description& description) noexcept
    : description_(description), directions_(2 * description.dimension_count),
      first_interface_(static_cast<int>(description.clusters) * directions_) {
    int stride = 1;
    for (int dimension = 0; dimension < description.dimension_count; ++dimension) {
        strides_[dimension] = stride;
        stride *= description.dimensions[dimension];
        longest_ += description.dimensions[dimension];
    }
    found_ = allocate<int>(static_cast<std::size_t>(longest_));
}

Routes::~Routes() {
    std::free(found_);
}

int Routes::link_count() const noexcept {
    return first_interface() + 2 * static_cast<int>(description_.clusters +
                                                    description_.io_subsystems * description_.io_interfaces);
}

int Routes::local_link(int node, int peer) const noexcept {
    const auto clusters = static_cast<int>(description_.clusters);
    if (!description_.is_io(node)) return first_interface() + 2 * node;
    const int io = node - clusters;
    const int interface = io * static_cast<int>(description_.io_interfaces) +
                          interface_of(io, peer) % static_cast<int>(description_.io_interfaces);
    return first_interface() + 2 * (clusters + interface);
}

int Routes::router_of(int node, int peer) const noexcept {
    if (!description_.is_io(node)) return node;
    const int io = node - static_cast<int>(description_.clusters);
    return moved(description_.io_at[io], 0, interface_of(io, peer) % description_.dimensions[0]);
}

// How many routers further in a dimension; negative downwards.
int Routes::steps(int from, int to, int dimension) const noexcept {
    const int size = description_.dimensions[dimension];
    const int distance = to / strides_[dimension] % size - from / strides_[dimension] % size;
    if (description_.network == NetworkKind::mesh) return distance;
    const int up = (distance + size) % size;
    return 2 * up <= size ? up : up - size;
}

int Routes::moved(int router, int dimension, int direction) const noexcept {
    const int size = description_.dimensions[dimension];
    const int stride = strides_[dimension];
    const int coordinate = router / stride % size;
    return router + ((coordinate + direction + size) % size - coordinate) * stride;
}

int Routes::hops(int from, int to) const noexcept {
    int count = 2 + (description_.is_io(from) ? 1 : 0) + (description_.is_io(to) ? 1 : 0);
    if (from == to) return 2;
    for (int dimension = 0; dimension < description_.dimension_count; ++dimension) {
        const int distance = steps(router_of(from, to), router_of(to, from), dimension);
        count += distance < 0 ? -distance : distance;
    }
    return count;
}

Cycles Routes::flits(std::int64_t bytes) const noexcept {
    const std::int64_t data = (bytes + description_.flit_bytes - 1) / description_.flit_bytes;
    const std::int64_t packets =
        data == 0 ? 1 : (data + description_.packet_payload - 1) / description_.packet_payload;
    return data + packets * description_.packet_header;
}

Route Routes::find(int from, int to) noexcept {
    int length = 0;
    found_[length++] = local_link(from, to);
    int router = router_of(from, to);
    const int last = router_of(to, from);
    for (int dimension = 0; from != to && dimension < description_.dimension_count; ++dimension) {
        const int left = steps(router, last, dimension);
        if (left != 0) length = follow(router, dimension, left, length);
    }
    found_[length++] = local_link(to, from) + 1;
    // One hop further out at each end that is an I/O subsystem's, except from one to itself.
    const int outer = from == to ? 0 : (description_.is_io(from) ? 1 : 0) + (description_.is_io(to) ? 1 : 0);
    return {found_, length, outer * (description_.router_cycles + description_.link_cycles)};
}

// Adds the links of so many steps in a dimension, downwards if they are negative; the router becomes that at
// their end.
int Routes::follow(int& router, int dimension, int steps, int length) noexcept {
    const int size = description_.dimensions[dimension];
    const int round = size * strides_[dimension];
    const bool up = steps > 0;
    const int stride = up ? strides_[dimension] : -strides_[dimension];
    const int edge = up ? size - 1 : 0;
    int link = router * directions() + 2 * dimension + (up ? 0 : 1);
    int coordinate = router / strides_[dimension] % size;
    for (int left = up ? steps : -steps; left > 0; --left) {
        found_[length++] = link;
        const bool wraps = coordinate == edge;
        const int moved = wraps ? stride - (up ? round : -round) : stride;
        coordinate = wraps ? size - 1 - edge : coordinate + (up ? 1 : -1);
        router += moved;
        link += moved * directions();
    }
    return length;
}

int Routes::node_of_interface(int link) const noexcept {
    const auto clusters = static_cast<int>(description_.clusters);
    const int node = (link - first_interface()) / 2;
    return node < clusters ? node
                           : clusters + (node - clusters) / static_cast<int>(description_.io_interfaces);
}

int Routes::source_of(int link) const noexcept {
    return link >= first_interface() ? node_of_interface(link) : link / directions();
}

int Routes::target_of(int link) const noexcept {
    if (link >= first_interface()) return node_of_interface(link);
    const int dimension = link / 2 % description_.dimension_count;
    return moved(link / directions(), dimension, link % 2 == 0 ? 1 : -1);
}

} // namespace sartor::machine::manycore
