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
      responses_(static_cast<int>(description.response_channels)), channels_(2 + 2 * responses_),
      hop_(description.hop_cycles), interface_(description.interface_cycles), receiver_(receiver),
      queues_(at(description.nodes() * ports * channels_), Queue{}), storage_(queues_.size() * at(capacity_)),
      holder_(queues_.size(), -1), waiting_(at(description.nodes())), busy_(description.nodes()),
      turns_(at(description.nodes() * ports)), outputs_(at(description.nodes() * description.nodes())),
      next_(at(description.nodes() * 2)), before_(next_.size()), wake_(at(description.nodes())),
      wraps_(at(description.nodes() * 2)), moved_by_(at(description.nodes() * ports)),
      injected_by_(at(description.nodes())) {
    const int nodes = description.nodes();
    for (unsigned port = 0; port < ports; ++port)
        request_inputs_ |= 3U << port * static_cast<unsigned>(channels_);
    const int step = network == 0 ? 1 : -1;
    for (int node = 0; node < nodes; ++node) {
        const int x = node % columns_;
        const int y = node / columns_;
        const int next_x = (x + step + columns_) % columns_;
        const int next_y = (y + step + rows_) % rows_;
        next_[at(node * 2 + port_x)] = description.node(next_x, y);
        next_[at(node * 2 + port_y)] = description.node(x, next_y);
        before_[at(next_[at(node * 2 + port_x)] * 2 + port_x)] = node;
        before_[at(next_[at(node * 2 + port_y)] * 2 + port_y)] = node;
        wraps_[at(node * 2 + port_x)] = next_x - x != step;
        wraps_[at(node * 2 + port_y)] = next_y - y != step;
        for (int target = 0; target < nodes; ++target)
            outputs_[at(node * nodes + target)] = output_of(network, columns_, node, target);
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
    int best = -1;
    for (int channel = 2; channel < 2 + responses_; ++channel)
        if (best < 0 || queue(node, port_interface, channel).count < queue(node, port_interface, best).count)
            best = channel;
    return best;
}

void Routers::inject(int node, int channel, int packet, bool head, bool tail, Cycles now) {
    push(node, port_interface * channels_ + channel, {packet, head, tail, now + interface_});
    ++flits_;
    ++injected_by_[at(node)];
}

void Routers::push(int node, int input, const Flit& flit) {
    const int index = node * ports * channels_ + input;
    Queue& queue = queues_[at(index)];
    if (queue.count == 0) see_front(node, queue, flit);
    int last = queue.first + queue.count++;
    if (last >= capacity_) last -= capacity_;
    storage_[at(index * capacity_ + last)] = flit;
    waiting_[at(node)] |= 1U << static_cast<unsigned>(input);
    busy_.add(node);
    if (flit.ready < wake_[at(node)]) wake_[at(node)] = flit.ready;
}

void Routers::see_front(int node, Queue& queue, const Flit& flit) {
    queue.ready = flit.ready;
    queue.packet = flit.packet;
    if (flit.head)
        queue.output =
            static_cast<std::int8_t>(outputs_[at(node * columns_ * rows_ + packet(flit.packet).target)]);
}

// All routers decide by what was there when the cycle began.
bool Routers::step(Cycles now) {
    if (flits_ == 0) return false;
    moves_.clear();
    busy_.for_each([&](int node) {
        if (wake_[at(node)] > now) return;
        const std::size_t decided = moves_.size();
        decide(node, now);
        if (moves_.size() == decided) sleep(node, now);
    });
    for (std::size_t index = 0; index < moves_.size(); ++index) apply(moves_[index], now);
    return !moves_.empty();
}

// None of its flits has moved. What changes that: a flit becomes ready, the next router's queue gets room, or
// the interface's.
void Routers::sleep(int node, Cycles now) noexcept {
    Cycles wake = std::numeric_limits<Cycles>::max();
    for (std::uint32_t left = waiting_[at(node)]; left != 0; left &= left - 1) {
        const Cycles ready = queues_[at(node * ports * channels_ + std::countr_zero(left))].ready;
        if (ready > now && ready < wake) wake = ready;
    }
    wake_[at(node)] = wake;
}

Cycles Routers::next_ready(Cycles now, Cycles latest) const noexcept {
    busy_.for_each([&](int node) {
        for (std::uint32_t left = waiting_[at(node)]; left != 0; left &= left - 1) {
            const Cycles ready = queues_[at(node * ports * channels_ + std::countr_zero(left))].ready;
            if (ready > now && ready < latest) latest = ready;
        }
    });
    return latest;
}

void Routers::decide(int node, Cycles now) {
    std::uint32_t ready[ports] = {};
    std::uint32_t used = 0; // ports
    const Queue* const queues = &queues_[at(node * ports * channels_)];
    const std::uint32_t waiting = waiting_[at(node)];
    if (is_single(waiting)) {
        const Queue& queue = queues[std::countr_zero(waiting)];
        if (queue.ready <= now)
            decide_output(node, queue.output, (waiting & request_inputs_) == 0, waiting, used);
        return;
    }
    for (std::uint32_t left = waiting; left != 0; left &= left - 1) {
        const Queue& queue = queues[std::countr_zero(left)];
        if (queue.ready <= now) ready[queue.output] |= left & ~(left - 1);
    }
    int output = static_cast<int>(now % ports);
    for (int count = 0; count < ports; ++count, output = output + 1 == ports ? 0 : output + 1) {
        const std::uint32_t requests = ready[output] & request_inputs_;
        if (requests != 0 && decide_output(node, output, false, requests, used)) continue;
        const std::uint32_t responses = ready[output] & ~request_inputs_;
        if (responses != 0) decide_output(node, output, true, responses, used);
    }
}

// Round robin over the input ports, and over the channels of each. A port sends one flit in a cycle, except
// that a request to the core's own interface does not go through the network.
bool Routers::decide_output(int node, int output, bool responses, std::uint32_t ready, std::uint32_t& used) {
    Turn& turn = turns_[at(node * ports + output)];
    const int first = responses ? 2 : 0;
    const auto try_one = [&](int from, int offset) {
        const std::uint32_t bit = 1U << static_cast<unsigned>(from);
        const bool is_own = from == port_interface && output == port_interface;
        if ((used & bit) != 0 && !is_own) return false;
        if (!try_move(node, from * channels_ + first + offset, output, responses)) return false;
        turn.port[responses ? 1 : 0] = static_cast<std::uint8_t>(from);
        turn.channel[responses ? 1 : 0][from] = static_cast<std::uint8_t>(offset);
        used |= bit;
        return true;
    };
    if (is_single(ready)) { // nobody to take turns with
        const int input = std::countr_zero(ready);
        const int from = input >= 2 * channels_ ? 2 : input >= channels_ ? 1 : 0;
        return try_one(from, input - from * channels_ - first);
    }
    const auto all = (1U << static_cast<unsigned>(responses ? channels_ - 2 : 2)) - 1;
    int port = turn.port[responses ? 1 : 0];
    for (int i = 0; i < ports; ++i) {
        port = port + 1 == ports ? 0 : port + 1;
        const std::uint32_t channels = ready >> static_cast<unsigned>(port * channels_ + first) & all;
        if (channels == 0) continue;
        const std::uint8_t last = turn.channel[responses ? 1 : 0][port];
        const std::uint32_t later = channels & (all << last << 1U);
        for (std::uint32_t part : {later, channels & ~later})
            for (; part != 0; part &= part - 1)
                if (try_one(port, std::countr_zero(part))) return true;
    }
    return false;
}

bool Routers::try_move(int node, int input, int output, bool is_response) {
    Queue& queue = queues_[at(node * ports * channels_ + input)];
    int channel = queue.out_channel; // NOLINT(bugprone-signed-char-misuse): -1 is none
    if (channel < 0) channel = choose_channel(node, input, output, is_response);
    if (channel < 0) return false;
    if (output != port_interface) {
        const int next = next_[at(node * 2 + output)];
        if (this->queue(next, output, channel).count >= capacity_) return false;
    } else if (packet(queue.packet).kind == PacketKind::request &&
               !receiver_.has_room_for_request(network_, node)) {
        return false;
    }
    queue.out_channel = static_cast<std::int8_t>(channel);
    holder_[at(index(node, output, channel))] = queue.packet;
    moves_.push({node, input, output, channel});
    return true;
}

// A free channel of the link, the emptier one; -1: other packets hold all.
int Routers::choose_channel(int node, int input, int output, bool is_response) const {
    const int port = input / channels_;
    const int channel = input % channels_;
    int side = 0; // of the dateline
    if (port == output && port != port_interface) side = is_response ? (channel - 2) / responses_ : channel;
    if (output == port_interface)
        side = 0;
    else if (wraps_[at(node * 2 + output)])
        side = 1;
    const int first = is_response ? 2 + side * responses_ : side;
    int best = -1;
    int best_count = 0;
    for (int one = first; one < first + (is_response ? responses_ : 1); ++one) {
        if (holder_[at(index(node, output, one))] >= 0) continue;
        if (output == port_interface) return one;
        const int count = queue(next_[at(node * 2 + output)], output, one).count;
        if (best < 0 || count < best_count) {
            best = one;
            best_count = count;
        }
    }
    return best;
}

void Routers::apply(const Move& move, Cycles now) {
    const int from = move.node * ports * channels_ + move.input;
    Queue& queue = queues_[at(from)];
    Flit flit = storage_[at(from * capacity_ + queue.first)];
    queue.first = static_cast<std::int16_t>(queue.first + 1 == capacity_ ? 0 : queue.first + 1);
    if (--queue.count == 0) {
        waiting_[at(move.node)] &= ~(1U << static_cast<unsigned>(move.input));
        if (waiting_[at(move.node)] == 0) busy_.remove(move.node);
    } else {
        see_front(move.node, queue, storage_[at(from * capacity_ + queue.first)]);
    }
    const int port = move.input / channels_;
    if (port != port_interface) wake_[at(before_[at(move.node * 2 + port)])] = 0;
    if (flit.tail) {
        queue.out_channel = -1;
        holder_[at(index(move.node, move.output, move.channel))] = -1;
    }
    ++moved_;
    ++moved_by_[at(move.node * ports + move.output)];
    if (move.output != port_interface) {
        flit.ready = now + hop_;
        push(next_[at(move.node * 2 + move.output)], move.output * channels_ + move.channel, flit);
        return;
    }
    --flits_;
    if (flit.tail) receiver_.packet_arrived(network_, move.node, flit.packet, now + interface_);
}

} // namespace sartor::machine::noc
