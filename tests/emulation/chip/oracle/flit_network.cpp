// One cycle after the other: flits come off the links, then each link takes one.
#include "tests/emulation/chip/oracle/flit_network.hpp"

#include <cstdlib>

namespace sartor::test {

FlitNetwork::FlitNetwork(const Shape& shape)
    : shape_(shape), directions_(2 * static_cast<int>(shape.sizes.size())), step_(shape.router + shape.link) {
    for (const int size : shape.sizes) {
        strides_.push_back(nodes_);
        nodes_ *= size;
    }
    first_into_ = nodes_ * directions_;
    first_out_ = first_into_ + nodes_;
    links_.resize(static_cast<std::size_t>(first_out_ + nodes_));
    for (Link& link : links_) {
        link.queues.resize(static_cast<std::size_t>(directions_) + 1);
        link.on_way.resize(static_cast<std::size_t>(step_));
    }
}

int FlitNetwork::coordinate(int node, int dimension) const {
    const auto index = static_cast<std::size_t>(dimension);
    return node / strides_[index] % shape_.sizes[index];
}

int FlitNetwork::direction(int link) const {
    return link < first_into_ ? link % directions_ : directions_;
}

std::vector<int> FlitNetwork::route(int from, int to) const {
    std::vector<int> links = {first_into_ + from};
    int at = from;
    for (int dimension = 0; dimension < directions_ / 2; ++dimension) {
        const int size = shape_.sizes[static_cast<std::size_t>(dimension)];
        const int stride = strides_[static_cast<std::size_t>(dimension)];
        int distance = coordinate(to, dimension) - coordinate(at, dimension);
        if (shape_.is_torus) {
            if (distance < 0) distance += size;
            if (2 * distance > size) distance -= size;
        }
        const int way = distance > 0 ? 1 : -1;
        for (int left = std::abs(distance); left > 0; --left) {
            links.push_back(at * directions_ + 2 * dimension + (way > 0 ? 0 : 1));
            const int next = (coordinate(at, dimension) + way + size) % size;
            at += (next - coordinate(at, dimension)) * stride;
        }
    }
    links.push_back(first_out_ + to);
    return links;
}

FlitNetwork::Queue& FlitNetwork::queue_behind(int packet, int hop) {
    const std::vector<int>& links = routes_[static_cast<std::size_t>(packet)];
    const int link = links[static_cast<std::size_t>(hop)];
    const int next = links[static_cast<std::size_t>(hop) + 1];
    return links_[static_cast<std::size_t>(next)].queues[static_cast<std::size_t>(direction(link))];
}

bool FlitNetwork::has_room(int packet, int hop) const {
    const std::vector<int>& links = routes_[static_cast<std::size_t>(packet)];
    const auto index = static_cast<std::size_t>(hop);
    if (index + 1 == links.size()) return true;
    const int link = links[index];
    const int next = links[index + 1];
    int needed = (*packets_)[static_cast<std::size_t>(packet)].flits;
    const bool goes_on = link < first_into_ && next < first_into_ && direction(link) == direction(next);
    const bool came_so = hop > 0 && direction(links[index - 1]) == direction(link);
    if (shape_.is_torus && goes_on && !came_so) needed += shape_.longest_packet;
    const Queue& queue =
        links_[static_cast<std::size_t>(next)].queues[static_cast<std::size_t>(direction(link))];
    return queue.taken + needed <= shape_.queue;
}

// What was sent a step ago comes to its next queue.
void FlitNetwork::deliver(int link) {
    OnWay& flit = links_[static_cast<std::size_t>(link)].on_way[static_cast<std::size_t>(now_ % step_)];
    if (flit.packet < 0) return;
    Queue& queue = queue_behind(flit.packet, flit.hop);
    if (queue.packets.empty() || queue.packets.back().packet != flit.packet)
        queue.packets.push_back({flit.packet, flit.hop + 1, 0, 0});
    ++queue.packets.back().in;
    flit.packet = -1;
}

void FlitNetwork::take_flit(int link, Under& under) {
    Packet& packet = (*packets_)[static_cast<std::size_t>(under.packet)];
    const bool is_last_link =
        static_cast<std::size_t>(under.hop) + 1 == routes_[static_cast<std::size_t>(under.packet)].size();
    if (under.out == 0 && !is_last_link) queue_behind(under.packet, under.hop).taken += packet.flits;
    ++under.out;
    if (!is_last_link) {
        links_[static_cast<std::size_t>(link)].on_way[static_cast<std::size_t>(now_ % step_)] = {under.packet,
                                                                                                 under.hop};
        return;
    }
    if (under.out < packet.flits) return;
    packet.arrived = now_ + 1;
    --left_;
}

void FlitNetwork::take(int link) {
    Link& own = links_[static_cast<std::size_t>(link)];
    const int ports = static_cast<int>(own.queues.size());
    for (int index = 0; own.taking < 0 && index < ports; ++index) {
        const int port = (own.turn + index) % ports;
        const Queue& queue = own.queues[static_cast<std::size_t>(port)];
        if (queue.packets.empty() || !has_room(queue.packets.front().packet, queue.packets.front().hop))
            continue;
        own.taking = port;
        own.turn = (port + 1) % ports;
    }
    if (own.taking < 0) return;
    Queue& queue = own.queues[static_cast<std::size_t>(own.taking)];
    Under& under = queue.packets.front();
    if (under.out == under.in) return; // the next flit has not come yet
    take_flit(link, under);
    --queue.taken;
    if (under.out < (*packets_)[static_cast<std::size_t>(under.packet)].flits) return;
    queue.packets.pop_front();
    own.taking = -1;
}

void FlitNetwork::take_at_source(int link, int node) {
    Link& own = links_[static_cast<std::size_t>(link)];
    std::deque<int>& waiting = waiting_[static_cast<std::size_t>(node)];
    std::vector<bool> blocked(static_cast<std::size_t>(directions_) + 1);
    for (std::size_t index = 0; !own.is_taking_from_source && index < waiting.size(); ++index) {
        const int packet = waiting[index];
        const auto way = static_cast<std::size_t>(direction(routes_[static_cast<std::size_t>(packet)][1]));
        if (blocked[way]) continue;
        blocked[way] = !has_room(packet, 0);
        if (blocked[way]) continue;
        own.at_source = {packet, 0, 0, 0};
        own.is_taking_from_source = true;
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(index));
    }
    if (!own.is_taking_from_source) return;
    take_flit(link, own.at_source);
    const Packet& packet = (*packets_)[static_cast<std::size_t>(own.at_source.packet)];
    own.is_taking_from_source = own.at_source.out < packet.flits;
}

void FlitNetwork::run(std::vector<Packet>& packets, std::int64_t end) {
    packets_ = &packets;
    left_ = packets.size();
    routes_.clear();
    for (const Packet& packet : packets) routes_.push_back(route(packet.from, packet.to));
    waiting_.assign(static_cast<std::size_t>(nodes_), {});
    std::size_t next = 0;
    for (now_ = 0; now_ < end && left_ > 0; ++now_) {
        for (; next < packets.size() && packets[next].ready + shape_.router <= now_; ++next)
            waiting_[static_cast<std::size_t>(packets[next].from)].push_back(static_cast<int>(next));
        for (int link = 0; link < first_out_; ++link) deliver(link);
        for (int node = 0; node < nodes_; ++node) take_at_source(first_into_ + node, node);
        for (int link = 0; link < first_into_; ++link) take(link);
        for (int node = 0; node < nodes_; ++node) take(first_out_ + node);
    }
}

} // namespace sartor::test
