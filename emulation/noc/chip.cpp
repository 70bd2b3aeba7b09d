#include "emulation/noc/chip.hpp"

#include <algorithm>

namespace sartor::machine::noc {

Chip::Chip(const Description& description)
    : description_(description),
      nodes_(description.nodes()), routers_{Routers(description, 0, *this), Routers(description, 1, *this)},
      interfaces_(static_cast<std::size_t>(networks * nodes_)), work_(interfaces_.size(), 0) {}

int Chip::packets_of(std::int64_t bytes) const {
    const std::int64_t most = description_.packet_bytes;
    return static_cast<int>(std::max<std::int64_t>(1, (bytes + most - 1) / most));
}

void Chip::read(int network, int node, int target, int bytes, int core) {
    const int most = static_cast<int>(description_.packet_bytes);
    Interface& one = interface(network, node);
    for (int left = bytes; left > 0 || left == bytes; left -= most) {
        one.requests.push_back(routers_[static_cast<unsigned>(network)].add(
            {node, target, 1, std::min(left, most), core, false}));
        ++work(network, node);
        ++busy_;
        if (left <= most) break;
    }
}

void Chip::step(Cycles now) {
    arrivals_.clear();
    if (busy_ == 0) return;
    // The networks come first in turns.
    for (int count = 0; count < networks; ++count) {
        const int network = static_cast<int>((count + now) & 1);
        for (int node = 0; node < nodes_; ++node) {
            if (work_[static_cast<unsigned>(network * nodes_ + node)] == 0) continue;
            send_request(network, node, now);
            take_requests(node, interface(network, node), now);
            start_response(network, node, now);
            send_data(network, node, now);
        }
        routers_[static_cast<unsigned>(network)].step(now);
    }
}

void Chip::send_request(int network, int node, Cycles now) {
    Interface& one = interface(network, node);
    Routers& routers = routers_[static_cast<unsigned>(network)];
    if (one.requests.empty() || !routers.has_room(node, Routers::request_channel)) return;
    routers.inject(node, Routers::request_channel, one.requests.front(), true, true, now);
    one.requests.pop_front();
    --work(network, node);
}

void Chip::take_requests(int node, Interface& one, Cycles now) {
    const bool is_memory = description_.memories[static_cast<unsigned>(node)];
    const auto depth =
        static_cast<std::size_t>(is_memory ? description_.memory_depth : description_.core_depth);
    const Cycles latency = is_memory ? description_.memory_latency : description_.core_latency;
    while (!one.received.empty() && one.received.front().ready <= now &&
           one.taken.size() + (one.sending >= 0 ? 1 : 0) < depth) {
        one.taken.push_back({now + latency, one.received.front().packet});
        one.received.pop_front();
    }
}

void Chip::start_response(int network, int node, Cycles now) {
    Interface& one = interface(network, node);
    if (one.sending >= 0 || one.taken.empty() || one.taken.front().ready > now || one.free_from > now) return;
    Routers& routers = routers_[static_cast<unsigned>(network)];
    Packet response = routers.packet(one.taken.front().packet);
    one.taken.pop_front();
    response.target = response.source;
    response.source = node;
    response.is_response = true;
    response.flits =
        1 + static_cast<int>((response.bytes + description_.flit_bytes - 1) / description_.flit_bytes);
    one.sending = routers.add(response);
    one.sent = 0;
    one.channel = routers.free_channel(node);
}

void Chip::send_data(int network, int node, Cycles now) {
    Interface& one = interface(network, node);
    if (one.sending < 0 || one.free_from > now) return;
    Routers& routers = routers_[static_cast<unsigned>(network)];
    one.waits = !routers.has_room(node, one.channel);
    if (one.waits || loses_to(interface(1 - network, node), one)) return;
    const Packet& packet = routers.packet(one.sending);
    ++one.sent;
    const bool tail = one.sent == packet.flits;
    routers.inject(node, one.channel, one.sending, one.sent == 1, tail, now);
    if (!tail) return;
    one.free_from = now + 1 + pause(node, packet);
    one.sending = -1;
    --work(network, node);
}

// Both interfaces of a core read the same memory; one that has to wait for its router still takes a share.
bool Chip::loses_to(const Interface& other, Interface& one) {
    if (other.sending < 0 || !other.waits) return false;
    one.lost += description_.stall_share.numerator;
    if (one.lost < description_.stall_share.denominator) return false;
    one.lost -= description_.stall_share.denominator;
    return true;
}

// Between two responses: a core's interface rests, a memory gives data at its own rate.
Cycles Chip::pause(int node, const Packet& packet) const {
    if (!description_.memories[static_cast<unsigned>(node)]) return description_.core_gap;
    const Rate& rate = description_.memory_rate;
    const Cycles needed = (packet.bytes * rate.denominator + rate.numerator - 1) / rate.numerator;
    return std::max<Cycles>(0, needed - packet.flits);
}

bool Chip::has_room_for_request(int network, int node) {
    return static_cast<std::int64_t>(interface(network, node).received.size()) < description_.request_queue;
}

void Chip::request_arrived(int network, int node, int packet, Cycles now) {
    Interface& one = interface(network, node);
    one.received.push_back({now, packet});
    ++work(network, node);
}

void Chip::response_arrived(int, const Packet& packet, Cycles now) {
    arrivals_.push_back({packet.core, now});
    --busy_;
}

} // namespace sartor::machine::noc
