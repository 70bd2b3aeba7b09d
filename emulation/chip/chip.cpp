// Control messages and signals as chains of events.
#include "emulation/chip/chip.hpp"

#include <new>

namespace sartor::machine::manycore {

namespace {

// The chip of an event's object is the one that was made last: a run has one machine, and its start-up one
// for itself.
Chip* the_chip = nullptr;

} // namespace

Observer* observers = nullptr;

Chip::Chip(const Description& description) noexcept
    : description_(description), networks_(description.make_interconnect(*this)), before_(the_chip) {
    the_chip = this;
    const auto count = static_cast<std::size_t>(description.nodes());
    nodes_ = allocate<Node>(count);
    for (int number = 0; number < description.nodes(); ++number) {
        Node* node = new (&nodes_[number]) Node;
        node->memory = Memory(description.ddr_rate);
        node->rx_tags = Limited(description.rx_tags);
        node->micro_cores = Limited(description.dma_micro_cores);
    }
    slots_ = allocate<Sparse<Slots>>(count);
}

Chip::~Chip() {
    for (int number = 0; number < description_.nodes(); ++number) slots_[number].release();
    std::free(slots_);
    std::free(nodes_);
    networks_.release();
    the_chip = before_;
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
    nodes_[control.from].memory_bytes += control.bytes;
    nodes_[control.to].memory_bytes += control.bytes;
    networks_.send(
        control.from, control.to, control.bytes, now,
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

namespace {

// A word on its way that observers are to be told about.
struct ObservedWord {
    Note note;
    int to;
    Cycles sent;
    Action arrived;
    void* object;
};

} // namespace

void Chip::signal(int from, int to, Cycles now, Action arrived, void* object, const Note& note) noexcept {
    if (observers == nullptr || note.from < 0) return networks_.signal(from, to, now, arrived, object);
    auto* word = new (allocate<ObservedWord>(1)) ObservedWord{note, to, now, arrived, object};
    networks_.signal(
        from, to, now,
        [](void* sent, Cycles time) {
            const ObservedWord there = *static_cast<ObservedWord*>(sent);
            std::free(sent);
            observe([&](Observer& one) { one.came(there.note, there.to, there.sent, time); });
            there.arrived(there.object, time);
        },
        word);
}

Cycles Chip::serve(int node, Cycles now, Cycles work, const char* what) noexcept {
    const Cycles done = nodes_[node].server.serve(now, work);
    observe([&](Observer& one) { one.served(node, done - work, done, what); });
    return done;
}

} // namespace sartor::machine::manycore
