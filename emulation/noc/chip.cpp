#include "emulation/noc/chip.hpp"

#include <algorithm>
#include <new>

namespace sartor::machine::noc {

Chip::Interfaces::Interfaces(int count)
    : count_(count),
      all_(static_cast<Interface*>(std::calloc(static_cast<std::size_t>(count), sizeof(Interface)))) {
    if (all_ == nullptr) end_without_memory(static_cast<std::size_t>(count) * sizeof(Interface));
    for (int index = 0; index < count; ++index) new (&all_[index]) Interface;
}

Chip::Interfaces::~Interfaces() {
    for (int index = 0; index < count_; ++index) all_[index].~Interface();
    std::free(all_);
}

Chip::Chip(const Description& description)
    : description_(description),
      nodes_(description.nodes()), routers_{{description, 0, *this}, {description, 1, *this}},
      interfaces_(networks * nodes_),
      work_(static_cast<std::size_t>(networks * nodes_)), busy_nodes_{BusyNodes(nodes_), BusyNodes(nodes_)} {}

int Chip::packets_of(std::int64_t bytes) const {
    const std::int64_t most = description_.packet_bytes;
    return static_cast<int>(std::max<std::int64_t>(1, (bytes + most - 1) / most));
}

void Chip::add_work(int network, int node) {
    if (work_of(network, node)++ == 0) busy_nodes_[network].add(node);
}

void Chip::end_work(int network, int node) {
    if (--work_of(network, node) == 0) busy_nodes_[network].remove(node);
}

void Chip::read(int network, int node, int target, std::int64_t bytes, int owner) {
    add_requests(network, {node, target, 1, 0, owner, PacketKind::request}, bytes, 0);
}

// The interface has to read the data first.
void Chip::write(int network, int node, int target, std::int64_t bytes, int owner, Cycles now) {
    add_requests(network, {node, target, 1, 0, owner, PacketKind::write}, bytes,
                 now + description_.core_latency);
}

void Chip::add_requests(int network, Packet request, std::int64_t bytes, Cycles ready) {
    const auto flit = static_cast<int>(description_.flit_bytes);
    Interface& one = interface(network, request.source);
    std::int64_t left = bytes;
    for (int packet = packets_of(bytes); packet > 0; --packet, left -= request.bytes) {
        request.bytes = static_cast<int>(std::min(left, description_.packet_bytes));
        if (request.kind == PacketKind::write) request.flits = 1 + (request.bytes + flit - 1) / flit;
        one.requests.push({ready, routers_[network].add(request)});
        add_work(network, request.source);
        ++busy_;
    }
}

Cycles Chip::step(Cycles now) {
    arrivals_.clear();
    if (busy_ == 0) return now + 1;
    bool changed = false;
    // The networks come first in turns.
    for (int count = 0; count < networks; ++count) {
        const int network = static_cast<int>((count + now) & 1);
        busy_nodes_[network].for_each([&](int node) { changed |= serve(network, node, now); });
        changed |= routers_[network].step(now);
    }
    return changed ? now + 1 : next(now);
}

bool Chip::serve(int network, int node, Cycles now) {
    bool changed = send_request(network, node, now);
    changed |= take_requests(network, node, now);
    changed |= start_response(network, node, now);
    changed |= send_data(network, node, now);
    return changed;
}

// Nothing happens before one of the times for which something waits now.
Cycles Chip::next(Cycles now) {
    constexpr Cycles far = 1'000'000'000'000'000'000;
    Cycles first = far;
    for (int network = 0; network < networks; ++network) {
        first = routers_[network].next_ready(now, first);
        busy_nodes_[network].for_each([&](int node) { first = next_ready(network, node, now, first); });
    }
    return first == far ? now + 1 : first;
}

Cycles Chip::next_ready(int network, int node, Cycles now, Cycles latest) {
    const Interface& one = interface(network, node);
    const auto see = [&](Cycles time) {
        if (time > now && time < latest) latest = time;
    };
    see(one.free_from);
    if (!one.requests.empty()) see(one.requests.front().ready);
    if (!one.received.empty()) see(one.received.front().ready);
    if (!one.taken.empty()) see(one.taken.front().ready);
    return latest;
}

bool Chip::send_request(int network, int node, Cycles now) {
    Interface& one = interface(network, node);
    Routers& routers = routers_[network];
    if (one.requests.empty() || one.requests.front().ready > now ||
        !routers.has_room(node, Routers::request_channel))
        return false;
    const int number = one.requests.front().packet;
    const Packet packet = routers.packet(number);
    const bool tail = ++one.requested == packet.flits;
    routers.inject(node, Routers::request_channel, number, one.requested == 1, tail, now);
    if (!tail) return true;
    one.requests.pop();
    one.requested = 0;
    end_work(network, node);
    if (packet.kind == PacketKind::write) arrivals_.push({packet.owner, now, Seen::left});
    return true;
}

bool Chip::take_requests(int network, int node, Cycles now) {
    Interface& one = interface(network, node);
    Routers& routers = routers_[network];
    const bool is_memory = description_.memories[static_cast<unsigned>(node)];
    const auto depth =
        static_cast<std::size_t>(is_memory ? description_.memory_depth : description_.core_depth);
    const Cycles latency = is_memory ? description_.memory_latency : description_.core_latency;
    bool any = false;
    while (!one.received.empty() && one.received.front().ready <= now &&
           one.taken.size() + (one.sending >= 0 ? 1 : 0) < depth) {
        one.taken.push({now + latency, one.received.front().packet});
        one.received.pop();
        routers.took_request(node);
        any = true;
    }
    return any;
}

bool Chip::start_response(int network, int node, Cycles now) {
    Interface& one = interface(network, node);
    if (one.sending >= 0 || one.taken.empty() || one.taken.front().ready > now || one.free_from > now)
        return false;
    Routers& routers = routers_[network];
    const int request = one.taken.front().packet;
    one.taken.pop();
    Packet response = routers.packet(request);
    routers.remove(request);
    response.target = response.source;
    response.source = node;
    response.kind = PacketKind::response;
    response.flits =
        1 + static_cast<int>((response.bytes + description_.flit_bytes - 1) / description_.flit_bytes);
    one.sending = routers.add(response);
    one.sent = 0;
    one.channel = routers.free_channel(node);
    return true;
}

bool Chip::send_data(int network, int node, Cycles now) {
    Interface& one = interface(network, node);
    if (one.sending < 0 || one.free_from > now) return false;
    Routers& routers = routers_[network];
    const bool waited = one.waits;
    one.waits = !routers.has_room(node, one.channel);
    if (one.waits) return !waited;
    if (loses_to(interface(1 - network, node), one)) return true;
    const Packet& packet = routers.packet(one.sending);
    ++one.sent;
    const bool tail = one.sent == packet.flits;
    routers.inject(node, one.channel, one.sending, one.sent == 1, tail, now);
    if (!tail) return true;
    one.free_from = now + 1 + pause(node, packet);
    one.sending = -1;
    end_work(network, node);
    return true;
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

bool Chip::has_room_for_request(int network, int node) noexcept {
    return static_cast<std::int64_t>(interface(network, node).received.size()) < description_.request_queue;
}

void Chip::packet_arrived(int network, int node, int number, Cycles now) noexcept {
    const Packet packet = routers_[network].packet(number);
    if (packet.kind == PacketKind::request) {
        interface(network, node).received.push({now, number});
        return add_work(network, node);
    }
    routers_[network].remove(number);
    --busy_;
    arrivals_.push({packet.owner, now, packet.kind == PacketKind::write ? Seen::written : Seen::read});
}

} // namespace sartor::machine::noc
