// Transfers and control messages as chains of events.
#include "components/machine/manycore/chip/chip.hpp"

#include <new>

namespace sartor::machine::manycore {

namespace {

// The chip of an event's object is the one that was made last: a run has one machine, and its start-up one
// for itself.
Chip* the_chip = nullptr;

constexpr std::int64_t signal_bytes = 8; // AOS, section 4.3.2: messages of 64 bits

} // namespace

Observer* observers = nullptr;

Chip::Chip(const Description& description) noexcept
    : data_network(description), control_network(description), description_(description), before_(the_chip) {
    the_chip = this;
    const auto count = static_cast<std::size_t>(description.nodes());
    nodes_ = allocate<Node>(count);
    for (int number = 0; number < description.nodes(); ++number) {
        Node* node = new (&nodes_[number]) Node;
        node->rx_tags = Limited(description.rx_tags);
        node->micro_cores = Limited(description.dma_micro_cores);
    }
    slots_ = allocate<Sparse<Slots>>(count);
}

Chip::~Chip() {
    for (int number = 0; number < description_.nodes(); ++number) slots_[number].release();
    std::free(slots_);
    std::free(nodes_);
    the_chip = before_;
}

// ---- transfers

static Transfer& transfer_of(Waiter& waiter) noexcept {
    return reinterpret_cast<Transfer&>(waiter); // its first member
}

void Chip::start(Transfer& transfer, Cycles now) noexcept {
    const auto begin = [](Waiter& waiter, Cycles when) {
        Transfer& granted = transfer_of(waiter);
        granted.note.left = when;
        granted.bytes = granted.left;
        const Cycles setup = granted.driver == Transfer::Driver::dma ? the_chip->description_.dma_start : 0;
        const auto act = [](void* object, Cycles time) {
            the_chip->move(*static_cast<Transfer*>(object), time);
        };
        the_chip->events.plan(when + setup, act, &granted);
    };
    transfer.waiter.granted = begin;
    if (transfer.driver == Transfer::Driver::dma)
        nodes_[transfer.from].micro_cores.take(transfer.waiter, now);
    else
        begin(transfer.waiter, now);
}

// How long the driver reads a burst from its memory.
Cycles Chip::reading(const Transfer& transfer, std::int64_t bytes) const noexcept {
    const bool dma = transfer.driver == Transfer::Driver::dma;
    Rate rate = dma ? description_.dma_rate : description_.pe_rate;
    if (description_.is_io(transfer.from)) rate = dma ? description_.ddr_dma_rate : description_.ddr_pe_rate;
    return cycles_for(bytes, rate);
}

void Chip::record_transfer(const Transfer& transfer, Cycles injected, Cycles arrived) const noexcept {
    if (observers == nullptr || transfer.note.from < 0) return;
    const Cycles reached =
        transfer.note.left + data_network.distance(data_network.hops(transfer.from, transfer.to));
    const Movement movement = {transfer.note, transfer.from, transfer.to,   injected,
                               reached,       arrived,       transfer.bytes};
    observe([&](Observer& one) { one.moved(movement); });
}

// One burst. A sender slower than the link leaves gaps between its packets: the link is taken for the packets
// alone, at the end of the burst.
void Chip::move(Transfer& transfer, Cycles now) noexcept {
    const std::int64_t most =
        description_.burst_packets * description_.packet_payload * description_.flit_bytes;
    const std::int64_t bytes = transfer.left < most ? transfer.left : most;
    transfer.left -= bytes;
    nodes_[transfer.from].memory_bytes += bytes;
    nodes_[transfer.to].memory_bytes += bytes;
    const Cycles flits = data_network.flits(bytes);
    Cycles read = reading(transfer, bytes);
    if (description_.is_io(transfer.from)) {
        Server& memory = nodes_[transfer.from].memory;
        const Cycles there = memory.serve(now, cycles_for(bytes, description_.ddr_rate)) - now;
        if (there > read) read = there;
    }
    Server* sink = description_.is_io(transfer.to) ? &nodes_[transfer.to].memory : nullptr;
    Cycles sink_work = sink != nullptr ? cycles_for(bytes, description_.ddr_rate) : 0;
    if (sink != nullptr && transfer.left == 0) sink_work += description_.ddr_start;
    const Cycles lead = read > flits ? read - flits : 0;
    const Passage way = data_network.pass(now + lead, transfer.from, transfer.to, flits, sink, sink_work);
    const Cycles next = way.injected > now + read ? way.injected : now + read;
    if (transfer.left > 0)
        return events.plan(
            next, [](void* object, Cycles time) { the_chip->move(*static_cast<Transfer*>(object), time); },
            &transfer);
    record_transfer(transfer, next, way.arrived);
    events.plan(way.arrived, transfer.arrived, transfer.object);
    if (transfer.driver == Transfer::Driver::core)
        return events.plan(next, transfer.injected, transfer.object);
    nodes_[transfer.from].micro_cores.put_back(next);
    events.plan(next + description_.dma_drain, transfer.injected, transfer.object);
}

// ---- control messages

static Control& control_of(Waiter& waiter) noexcept {
    return reinterpret_cast<Control&>(waiter); // its first member
}

Limited& Chip::slots(int from, int to) noexcept {
    Slots& slots = slots_[from][to];
    if (!slots.made) slots = {Limited(description_.mailbox_slots), true};
    return slots.left;
}

void Chip::post(Control& control, Cycles now) noexcept {
    control.waiter.granted = [](Waiter& waiter, Cycles when) { the_chip->enter(control_of(waiter), when); };
    events.plan(
        now,
        [](void* object, Cycles time) {
            auto& posted = *static_cast<Control*>(object);
            the_chip->slots(posted.from, posted.to).take(posted.waiter, time);
        },
        &control);
}

void Chip::enter(Control& control, Cycles now) noexcept {
    const Cycles flits = data_network.flits(control.bytes);
    const Passage way = data_network.pass(now, control.from, control.to, flits);
    nodes_[control.from].memory_bytes += control.bytes;
    nodes_[control.to].memory_bytes += control.bytes;
    events.plan(
        way.arrived,
        [](void* object, Cycles time) { the_chip->handle(*static_cast<Control*>(object), time); }, &control);
    if (control.entered != nullptr) control.entered(control.object, now);
}

// The slot is free as soon as the server has taken the message out of it.
void Chip::handle(Control& control, Cycles now) noexcept {
    const Cycles cost = work(control.to, description_.control_handle + description_.kernel_cycles);
    const Cycles done = nodes_[control.to].server.serve(now, cost);
    observe([&](Observer& one) {
        if (control.note.from < 0) return one.served(control.to, done - cost, done, "control message");
        one.handled(control.note, control.to, done - cost, done);
    });
    events.plan(
        done,
        [](void* object, Cycles time) {
            auto& handled = *static_cast<Control*>(object);
            the_chip->slots(handled.from, handled.to).put_back(time);
            handled.handled(handled.object, time);
        },
        &control);
}

void Chip::signal(int from, int to, Cycles now, Action arrived, void* object, const Note& note) noexcept {
    const Passage way = control_network.pass(now, from, to, control_network.flits(signal_bytes));
    if (note.from >= 0) observe([&](Observer& one) { one.came(note, to, now, way.arrived); });
    events.plan(way.arrived, arrived, object);
}

Cycles Chip::serve(int node, Cycles now, Cycles work, const char* what) noexcept {
    const Cycles done = nodes_[node].server.serve(now, work);
    observe([&](Observer& one) { one.served(node, done - work, done, what); });
    return done;
}

} // namespace sartor::machine::manycore
