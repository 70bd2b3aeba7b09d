#include "emulation/noc/routers.hpp"

#include <bit>
#include <limits>

namespace sartor::machine::noc {

namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

bool is_single(std::uint32_t bits) {
    return (bits & (bits - 1)) == 0;
}

// Along x first in network 0, along y first in network 1.
Port output_of(int network, int columns, int node, int target) {
    const bool x = node % columns != target % columns;
    const bool y = node / columns != target / columns;
    if (network == 0) return x ? port_x : y ? port_y : port_interface;
    return y ? port_y : x ? port_x : port_interface;
}

} // namespace

Routers::Routers(const Description& description, int network, Receiver& receiver)
    : network_(network), columns_(description.columns), rows_(description.rows),
      capacity_(static_cast<int>(description.queue_flits)),
      shift_(static_cast<unsigned>(std::bit_width(static_cast<unsigned>(capacity_) - 1))),
      mask_((1U << shift_) - 1), responses_(static_cast<int>(description.response_channels)),
      channels_(2 + 2 * responses_), hop_(description.hop_cycles), interface_(description.interface_cycles),
      receiver_(receiver), queues_(at(description.nodes() * ports * channels_)),
      storage_(queues_.size() << shift_), holder_(queues_.size(), none), all_nodes_(at(description.nodes())),
      busy_(description.nodes()), outputs_(at(description.nodes() * description.nodes())) {
    const int nodes = description.nodes();
    for (unsigned port = 0; port < ports; ++port)
        request_inputs_ |= 3U << port * static_cast<unsigned>(channels_);
    const int step = network == 0 ? 1 : -1;
    for (int number = 0; number < nodes; ++number) {
        Node& node = this->node(number);
        const int x = number % columns_;
        const int y = number / columns_;
        const int next_x = (x + step + columns_) % columns_;
        const int next_y = (y + step + rows_) % rows_;
        node.queues = number * ports * channels_;
        node.next[port_x] = description.node(next_x, y);
        node.next[port_y] = description.node(x, next_y);
        this->node(node.next[port_x]).before[port_x] = number;
        this->node(node.next[port_y]).before[port_y] = number;
        node.wraps[port_x] = next_x - x != step;
        node.wraps[port_y] = next_y - y != step;
        for (int target = 0; target < nodes; ++target)
            outputs_[at(number * nodes + target)] = output_of(network, columns_, number, target);
        for (int input = 0; input < ports * channels_; ++input) {
            Queue& queue = this->queue(node.queues + input);
            const int channel = input % channels_;
            queue.packet = queue.way = queue.next = none;
            queue.taken_at = never;
            queue.node = static_cast<std::uint16_t>(number);
            queue.input = static_cast<std::uint8_t>(input);
            queue.port = static_cast<std::uint8_t>(input / channels_);
            queue.is_response = channel >= 2 ? 1 : 0;
            queue.turn = static_cast<std::uint8_t>(channel >= 2 ? channel - 2 : channel);
        }
    }
}

int Routers::add(const Packet& packet) noexcept {
    if (spare_.empty()) {
        packets_.push(packet);
        return static_cast<int>(packets_.size()) - 1;
    }
    const int number = spare_.front();
    spare_.pop();
    packets_[at(number)] = packet;
    return number;
}

int Routers::free_channel(int node) const {
    int best = none;
    for (int channel = 2; channel < 2 + responses_; ++channel)
        if (best < 0 || queue(index(node, port_interface, channel)).count <
                            queue(index(node, port_interface, best)).count)
            best = channel;
    return best;
}

void Routers::inject(int node, int channel, int packet, bool head, bool tail, Cycles now) {
    const Flit flit{0, static_cast<std::uint32_t>(packet), head ? 1U : 0U, tail ? 1U : 0U};
    push(index(node, port_interface, channel), flit, now + interface_);
    ++flits_;
    ++this->node(node).injected;
}

// Flits behind the front change nothing for their node.
inline void Routers::push(int index, Flit flit, Cycles ready) {
    Queue& queue = this->queue(index);
    flit.ready = static_cast<std::uint32_t>(ready);
    this->flit(index, queue.first + static_cast<unsigned>(queue.count)) = flit;
    if (queue.count++ > 0) return;
    see_front(queue, flit, ready);
    Node& node = this->node(queue.node);
    node.waiting |= 1U << queue.input;
    busy_.add(queue.node);
    if (ready < node.wake) node.wake = ready;
}

inline void Routers::see_front(Queue& queue, const Flit& flit, Cycles ready) {
    queue.ready = ready;
    if (flit.head == 0) return;
    queue.packet = static_cast<int>(flit.packet);
    queue.output = outputs_[at(queue.node * columns_ * rows_ + packet(queue.packet).target)];
}

// All routers decide by what was there when the cycle began: a flit that has arrived since is not ready yet,
// and of a queue that has lost one since, taken_at says so.
bool Routers::step(Cycles now) {
    if (flits_ == 0) return false;
    const std::int64_t moved = moved_;
    busy_.for_each([&](int number) {
        Node& node = this->node(number);
        if (node.wake > now) return;
        const std::int64_t before = moved_;
        retry_ = false;
        decide(node, now);
        if (moved_ == before && !retry_) sleep(node, now);
    });
    return moved_ > moved;
}

// None of its flits has moved. What changes that: a flit becomes ready, the next router's queue gets room, or
// the interface's.
void Routers::sleep(Node& node, Cycles now) noexcept {
    Cycles wake = std::numeric_limits<Cycles>::max();
    for (std::uint32_t left = node.waiting; left != 0; left &= left - 1) {
        const Cycles ready = queue(node.queues + std::countr_zero(left)).ready;
        if (ready > now && ready < wake) wake = ready;
    }
    node.wake = wake;
}

Cycles Routers::next_ready(Cycles now, Cycles latest) const noexcept {
    busy_.for_each([&](int number) {
        const Node& node = this->node(number);
        for (std::uint32_t left = node.waiting; left != 0; left &= left - 1) {
            const Cycles ready = queue(node.queues + std::countr_zero(left)).ready;
            if (ready > now && ready < latest) latest = ready;
        }
    });
    return latest;
}

inline void Routers::decide(Node& node, Cycles now) {
    std::uint32_t used = 0; // ports
    std::uint32_t left = node.waiting;
    if (is_single(left)) {
        const int queue = node.queues + std::countr_zero(left);
        if (this->queue(queue).ready <= now) try_move(node, queue, used, now);
        return;
    }
    std::uint32_t ready[ports] = {};
    for (; left != 0; left &= left - 1) {
        const Queue& queue = this->queue(node.queues + std::countr_zero(left));
        if (queue.ready <= now) ready[queue.output] |= left & ~(left - 1);
    }
    int output = static_cast<int>(now % ports);
    for (int count = 0; count < ports; ++count, output = output + 1 == ports ? 0 : output + 1)
        if (is_single(ready[output])) { // nobody to take turns with
            if (ready[output] != 0) try_move(node, node.queues + std::countr_zero(ready[output]), used, now);
        } else {
            decide_output(node, output, ready[output], used, now);
        }
}

void Routers::decide_output(Node& node, int output, std::uint32_t ready, std::uint32_t& used, Cycles now) {
    const std::uint32_t requests = ready & request_inputs_;
    if (requests != 0 && decide_class(node, output, false, requests, used, now)) return;
    const std::uint32_t responses = ready & ~request_inputs_;
    if (responses != 0) decide_class(node, output, true, responses, used, now);
}

// Round robin over the input ports, and over the channels of each.
bool Routers::decide_class(Node& node, int output, bool responses, std::uint32_t ready, std::uint32_t& used,
                           Cycles now) {
    const Turn& turn = node.turns[output];
    const int first = responses ? 2 : 0;
    const auto all = (1U << static_cast<unsigned>(responses ? channels_ - 2 : 2)) - 1;
    int port = turn.port[responses ? 1 : 0];
    for (int i = 0; i < ports; ++i) {
        port = port + 1 == ports ? 0 : port + 1;
        const int begin = port * channels_ + first;
        std::uint32_t left = ready >> static_cast<unsigned>(begin) & all;
        const std::uint8_t last = turn.channel[responses ? 1 : 0][port];
        while (left != 0) {
            const std::uint32_t later = left & (all << last << 1U); // than the last one; then those before
            const std::uint32_t part = later != 0 ? later : left;
            if (try_move(node, node.queues + begin + std::countr_zero(part), used, now)) return true;
            left &= ~(part & (~part + 1));
        }
    }
    return false;
}

// What a queue had when the cycle began.
inline int Routers::count_before(const Queue& queue, Cycles now) {
    return queue.count + (queue.taken_at == now ? 1 : 0);
}

// A port sends one flit in a cycle, except that a request to the core's own interface does not go through the
// network.
inline bool Routers::try_move(Node& node, int number, std::uint32_t& used, Cycles now) {
    Queue& queue = this->queue(number);
    const std::uint32_t bit = 1U << queue.port;
    if ((used & bit) != 0 && (queue.port != port_interface || queue.output != port_interface)) return false;
    if (queue.way == none) {
        if (!take_channel(node, queue, now)) return false;
    } else if (queue.next != none && !has_room(this->queue(queue.next), now)) {
        return false;
    }
    Turn& turn = node.turns[queue.output];
    turn.port[queue.is_response] = queue.port;
    turn.channel[queue.is_response][queue.port] = queue.turn;
    used |= bit;
    move(node, queue, number, now);
    return true;
}

// If one has left in this cycle there will be room in the next.
inline bool Routers::has_room(const Queue& queue, Cycles now) {
    if (count_before(queue, now) < capacity_) return true;
    retry_ |= queue.taken_at == now;
    return false;
}

// For a packet's head.
bool Routers::take_channel(const Node& node, Queue& queue, Cycles now) {
    const int channel = choose_channel(node, queue, now);
    if (channel < 0) return false;
    int next = none;
    if (queue.output != port_interface) {
        next = index(node.next[queue.output], queue.output, channel);
        if (!has_room(this->queue(next), now)) return false;
    } else if (packet(queue.packet).kind == PacketKind::request &&
               !receiver_.has_room_for_request(network_, queue.node)) {
        return false;
    }
    queue.way = index(queue.node, queue.output, channel);
    queue.next = next;
    holder_[at(queue.way)] = queue.packet;
    return true;
}

// A free channel of the link, the emptier one; none: other packets hold all.
int Routers::choose_channel(const Node& node, const Queue& queue, Cycles now) const {
    const int output = queue.output;
    int side = 0; // of the dateline
    if (output != port_interface) {
        if (node.wraps[output])
            side = 1;
        else if (queue.port == output)
            side = queue.is_response != 0 ? queue.turn / responses_ : queue.turn;
    }
    const int first = queue.is_response != 0 ? 2 + side * responses_ : side;
    const int end = first + (queue.is_response != 0 ? responses_ : 1);
    int best = none;
    int best_count = 0;
    for (int one = first; one < end; ++one) {
        if (holder_[at(index(queue.node, output, one))] >= 0) continue;
        if (output == port_interface) return one;
        const int count = count_before(this->queue(index(node.next[output], output, one)), now);
        if (best < 0 || count < best_count) {
            best = one;
            best_count = count;
        }
    }
    return best;
}

inline void Routers::move(Node& node, Queue& queue, int number, Cycles now) {
    const Flit flit = this->flit(number, queue.first);
    const int packet = queue.packet;
    const int next = queue.next;
    ++moved_;
    ++node.moved[queue.output];
    if (flit.tail != 0) {
        holder_[at(queue.way)] = none;
        queue.way = none;
    }
    queue.first = static_cast<std::uint16_t>((queue.first + 1U) & mask_);
    queue.taken_at = now;
    // The router before waits only for a queue that was full.
    if (queue.count == capacity_ && queue.port != port_interface)
        this->node(node.before[queue.port]).wake = 0;
    if (--queue.count == 0) {
        node.waiting &= ~(1U << queue.input);
        if (node.waiting == 0) busy_.remove(queue.node);
    } else {
        const Flit& front = this->flit(number, queue.first);
        const auto later = static_cast<std::int32_t>(front.ready - static_cast<std::uint32_t>(now));
        see_front(queue, front, now + later);
    }
    if (next != none) return push(next, flit, now + hop_);
    --flits_;
    if (flit.tail != 0) receiver_.packet_arrived(network_, queue.node, packet, now + interface_);
}

} // namespace sartor::machine::noc
