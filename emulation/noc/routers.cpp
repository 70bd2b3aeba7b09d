#include "emulation/noc/routers.hpp"

#include <bit>

namespace sartor::machine::noc {

namespace {

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
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
      hop_(description.hop_cycles), interface_(description.interface_cycles), receiver_(receiver) {
    const int nodes = description.nodes();
    queues_.resize(at(nodes * ports * channels_));
    storage_.resize(queues_.size() * at(capacity_));
    holder_.assign(queues_.size(), -1);
    waiting_.assign(at(nodes), 0);
    turns_.resize(at(nodes * ports));
    outputs_.resize(at(nodes * nodes));
    next_.resize(at(nodes * 2));
    wraps_.resize(at(nodes * 2));
    const int step = network == 0 ? 1 : -1;
    for (int node = 0; node < nodes; ++node) {
        const int x = node % columns_;
        const int y = node / columns_;
        const int next_x = (x + step + columns_) % columns_;
        const int next_y = (y + step + rows_) % rows_;
        next_[at(node * 2 + port_x)] = description.node(next_x, y);
        next_[at(node * 2 + port_y)] = description.node(x, next_y);
        wraps_[at(node * 2 + port_x)] = next_x - x != step;
        wraps_[at(node * 2 + port_y)] = next_y - y != step;
        for (int target = 0; target < nodes; ++target)
            outputs_[at(node * nodes + target)] = output_of(network, columns_, node, target);
    }
}

int Routers::add(const Packet& packet) {
    packets_.push_back(packet);
    return static_cast<int>(packets_.size()) - 1;
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
}

void Routers::push(int node, int input, const Flit& flit) {
    const int index = node * ports * channels_ + input;
    Queue& queue = queues_[at(index)];
    if (queue.count == 0) see_front(node, queue, flit);
    int last = queue.first + queue.count++;
    if (last >= capacity_) last -= capacity_;
    storage_[at(index * capacity_ + last)] = flit;
    waiting_[at(node)] |= 1U << static_cast<unsigned>(input);
}

void Routers::see_front(int node, Queue& queue, const Flit& flit) {
    queue.ready = flit.ready;
    queue.packet = flit.packet;
    if (flit.head)
        queue.output =
            static_cast<std::int8_t>(outputs_[at(node * columns_ * rows_ + packet(flit.packet).target)]);
}

// All routers decide by what was there when the cycle began.
void Routers::step(Cycles now) {
    if (flits_ == 0) return;
    moves_.clear();
    for (int node = 0; node < columns_ * rows_; ++node)
        if (waiting_[at(node)] != 0) decide(node, now);
    for (const Move& move : moves_) apply(move, now);
}

void Routers::decide(int node, Cycles now) {
    std::uint32_t ready[ports] = {};
    for (std::uint32_t left = waiting_[at(node)]; left != 0; left &= left - 1) {
        const int input = std::countr_zero(left);
        const Queue& queue = queues_[at(node * ports * channels_ + input)];
        if (queue.ready <= now) ready[queue.output] |= left & ~(left - 1);
    }
    std::uint32_t used = 0; // ports
    int output = static_cast<int>(now % ports);
    for (int count = 0; count < ports; ++count, output = output + 1 == ports ? 0 : output + 1)
        if (ready[output] != 0 && !decide_output(node, output, false, ready[output], used))
            decide_output(node, output, true, ready[output], used);
}

// Round robin over the input ports, and over the channels of each. A port sends one flit in a cycle, except
// that a request to the core's own interface does not go through the network.
bool Routers::decide_output(int node, int output, bool responses, std::uint32_t ready, std::uint32_t& used) {
    Turn& turn = turns_[at(node * ports + output)];
    const int first = responses ? 2 : 0;
    const auto all = (1U << static_cast<unsigned>(responses ? channels_ - 2 : 2)) - 1;
    int port = turn.port[responses ? 1 : 0];
    for (int i = 0; i < ports; ++i) {
        port = port + 1 == ports ? 0 : port + 1;
        const std::uint32_t channels = ready >> static_cast<unsigned>(port * channels_ + first) & all;
        const bool is_own = port == port_interface && output == port_interface;
        if (channels == 0 || ((used >> static_cast<unsigned>(port) & 1U) != 0 && !is_own)) continue;
        std::uint8_t& last = turn.channel[responses ? 1 : 0][port];
        const std::uint32_t later = channels & (all << last << 1U);
        for (std::uint32_t part : {later, channels & ~later})
            for (; part != 0; part &= part - 1) {
                const int offset = std::countr_zero(part);
                if (!try_move(node, port * channels_ + first + offset, output, responses)) continue;
                turn.port[responses ? 1 : 0] = static_cast<std::uint8_t>(port);
                last = static_cast<std::uint8_t>(offset);
                used |= 1U << static_cast<unsigned>(port);
                return true;
            }
    }
    return false;
}

bool Routers::try_move(int node, int input, int output, bool is_response) {
    Queue& queue = queues_[at(node * ports * channels_ + input)];
    int channel = queue.out_channel;
    if (channel < 0) channel = choose_channel(node, input, output, is_response);
    if (channel < 0) return false;
    if (output != port_interface) {
        const int next = next_[at(node * 2 + output)];
        if (this->queue(next, output, channel).count >= capacity_) return false;
    } else if (!is_response && !receiver_.has_room_for_request(network_, node)) {
        return false;
    }
    queue.out_channel = static_cast<std::int8_t>(channel);
    holder_[at(index(node, output, channel))] = queue.packet;
    moves_.push_back({node, input, output, channel});
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
    if (--queue.count == 0)
        waiting_[at(move.node)] &= ~(1U << static_cast<unsigned>(move.input));
    else
        see_front(move.node, queue, storage_[at(from * capacity_ + queue.first)]);
    if (flit.tail) {
        queue.out_channel = -1;
        holder_[at(index(move.node, move.output, move.channel))] = -1;
    }
    ++moved_;
    if (move.output != port_interface) {
        flit.ready = now + hop_;
        push(next_[at(move.node * 2 + move.output)], move.output * channels_ + move.channel, flit);
        return;
    }
    --flits_;
    if (!packet(flit.packet).is_response)
        receiver_.request_arrived(network_, move.node, flit.packet, now + interface_);
    else if (flit.tail)
        receiver_.response_arrived(network_, packet(flit.packet), now + interface_);
}

} // namespace sartor::machine::noc
