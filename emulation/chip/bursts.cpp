// Transfers as chains of events: a burst is read and sent as one train where nobody else uses the links,
// packet by packet where others do.
#include "emulation/chip/grid.hpp"

namespace sartor::machine::manycore {

static Transfer& transfer_of(Waiter& waiter) noexcept {
    return reinterpret_cast<Transfer&>(waiter); // its first member
}

static Transfer& transfer_of(Train& train) noexcept {
    return *reinterpret_cast<Transfer*>(reinterpret_cast<char*>(&train) - offsetof(Transfer, burst) -
                                        offsetof(Burst, train));
}

void Grid::start(Transfer& transfer, Cycles now) noexcept {
    const auto begin = [](Waiter& waiter, Cycles when) {
        Transfer& granted = transfer_of(waiter);
        Grid& grid = of(granted);
        granted.note.left = when;
        granted.bytes = granted.left;
        granted.burst.is_begun = false;
        granted.burst.sent = granted.burst.train.pace.packets = 0;
        granted.burst.train.can_be_cut = false;
        granted.burst.train.cut = &cut;
        const Cycles setup = granted.driver == Transfer::Driver::dma ? grid.description_.dma_start : 0;
        granted.burst.train.route = grid.data_.keep(grid.data_.find(granted.from, granted.to));
        grid.go_on_at(granted, when + setup);
    };
    transfer.network = this;
    transfer.waiter.granted = begin;
    if (transfer.driver == Transfer::Driver::dma)
        chip_.node(transfer.from).micro_cores.take(transfer.waiter, now);
    else
        begin(transfer.waiter, now);
}

// A short packet that has waited for its link leaves its sender before its time is known.
void Grid::go_on_at(Transfer& transfer, Cycles time) noexcept {
    transfer.burst.due = time > chip_.events.now() ? time : chip_.events.now();
    chip_.events.plan(transfer.burst.due, &go_on, &transfer);
}

void Grid::go_on(void* object, Cycles now) noexcept {
    auto& transfer = *static_cast<Transfer*>(object);
    if (transfer.burst.due != now) return; // its train was cut since
    transfer.burst.due = -1;
    transfer.burst.train.can_be_cut = false;
    Grid& grid = of(transfer);
    if (transfer.burst.sent < transfer.burst.train.pace.packets) return grid.inject(transfer, now);
    if (transfer.left > 0 || !transfer.burst.is_begun) return grid.begin_burst(transfer, now);
    grid.end_injection(transfer, now);
}

// How long the driver reads a burst from its memory.
Cycles Grid::reading(const Transfer& transfer, std::int64_t bytes) const noexcept {
    const bool dma = transfer.driver == Transfer::Driver::dma;
    Rate rate = dma ? description_.dma_rate : description_.pe_rate;
    if (description_.is_io(transfer.from)) rate = dma ? description_.ddr_dma_rate : description_.ddr_pe_rate;
    return cycles_for(bytes, rate);
}

// A sender slower than the link leaves gaps between its packets.
void Grid::begin_burst(Transfer& transfer, Cycles now) noexcept {
    const std::int64_t most = description_.burst_packets * payload();
    const std::int64_t bytes = transfer.left < most ? transfer.left : most;
    transfer.left -= bytes;
    chip_.node(transfer.from).memory_bytes += bytes;
    chip_.node(transfer.to).memory_bytes += bytes;
    const Cycles flits = data_.flits(bytes);
    Cycles read = reading(transfer, bytes);
    if (description_.is_io(transfer.from)) {
        const Cycles there = chip_.node(transfer.from).memory.serve(now, bytes) - now;
        if (there > read) read = there;
    }
    Burst& burst = transfer.burst;
    Train::Pace& pace = burst.train.pace;
    pace.flits = description_.packet_payload + description_.packet_header;
    pace.packets = bytes == 0 ? 1 : static_cast<int>((bytes + payload() - 1) / payload());
    pace.lead = read > flits ? read - flits : 0;
    burst.train.last_flits = flits - (pace.packets - 1) * pace.flits;
    burst.is_begun = true;
    burst.bytes = bytes;
    burst.begun = now;
    burst.sent = 0;
    burst.is_served = false;
    inject(transfer, now);
}

void Grid::inject(Transfer& transfer, Cycles now) noexcept {
    const Burst& burst = transfer.burst;
    const Cycles ready = burst.begun + burst.train.pace.ready(burst.sent);
    if (send_train(transfer, ready, now)) return;
    if (ready > now) return go_on_at(transfer, ready);
    send_packet(transfer, now);
}

Memory* Grid::sink_of(const Transfer& transfer) noexcept {
    return description_.is_io(transfer.to) ? &chip_.node(transfer.to).memory : nullptr;
}

// All packets of the burst that are left, or none of them. A sender that is slower than the link and late
// sends packet by packet until it has made up for it.
bool Grid::send_train(Transfer& transfer, Cycles ready, Cycles now) noexcept {
    Burst& burst = transfer.burst;
    Train& train = burst.train;
    if (ready <= now && (burst.sent + 1 == train.pace.packets || (train.pace.lead > 0 && ready < now)))
        return false;
    train.head = (ready > now ? ready : now) + data_.entry();
    train.first = burst.sent;
    Memory* sink = sink_of(transfer);
    const std::int64_t bytes = burst.bytes - burst.sent * payload();
    if (sink != nullptr) { // it waits at its sender for the memory
        if (sink->work(bytes) > train.end() - train.head) return false;
        const Cycles there = train.head + (train.route.length - 1) * data_.step();
        if (sink->ready() > there) train.head += sink->ready() - there;
    }
    if (!data_.send(train, now)) return false;
    if (sink != nullptr) {
        const Cycles more = transfer.left == 0 ? description_.ddr_start : 0;
        burst.taken_in = sink->serve(now, bytes, more);
        burst.is_served = true;
    }
    burst.is_train = true;
    note_sent(transfer, train.pace.packets, train.end() - data_.entry());
    return true;
}

// The packets from `first_left` on are the transfer's again.
void Grid::cut(Train& train, int first_left, Cycles now) noexcept {
    Transfer& transfer = transfer_of(train);
    const bool is_begun = first_left > train.first;
    const Cycles end = is_begun ? train.head_of(first_left - 1) + train.pace.flits : train.head;
    const Cycles left = end - of(transfer).data_.entry();
    transfer.burst.is_train = false;
    of(transfer).note_sent(transfer, first_left, left > now ? left : now);
}

void Grid::send_packet(Transfer& transfer, Cycles now) noexcept {
    Burst& burst = transfer.burst;
    const Train& train = burst.train;
    const bool is_last = burst.sent + 1 == train.pace.packets;
    Worm worm;
    worm.route = train.route;
    worm.flits = is_last ? train.last_flits : train.pace.flits;
    worm.takes_turns = true;
    worm.object = &transfer;
    worm.entered = [](void* object, Cycles head) noexcept {
        auto& sent = *static_cast<Transfer*>(object);
        const Train& packets = sent.burst.train;
        const bool whole = sent.burst.sent + 1 < packets.pace.packets;
        const Cycles left = head + (whole ? packets.pace.flits : packets.last_flits) - of(sent).data_.entry();
        of(sent).note_sent(sent, sent.burst.sent + 1, left);
    };
    if (is_last && transfer.left == 0) worm.arrived = &arrive;
    if (!burst.is_served && (worm.sink = sink_of(transfer)) != nullptr) {
        worm.sink_bytes = is_last ? burst.bytes - burst.sent * payload() : payload();
        if (is_last && transfer.left == 0) worm.sink_start = description_.ddr_start;
    }
    burst.is_train = false;
    data_.send(worm, now);
}

// So many packets of the burst have left by that time.
void Grid::note_sent(Transfer& transfer, int packets, Cycles left) noexcept {
    Burst& burst = transfer.burst;
    burst.sent = packets;
    burst.left = left;
    Cycles next = left;
    if (packets < burst.train.pace.packets) {
        const Cycles ready = burst.begun + burst.train.pace.ready(packets);
        if (ready > next) next = ready;
    }
    go_on_at(transfer, next);
}

// All packets have left.
void Grid::end_injection(Transfer& transfer, Cycles now) noexcept {
    const Burst& burst = transfer.burst;
    const Train& train = burst.train;
    if (burst.is_train) {
        Cycles tail = train.end() + (train.route.length - 1) * data_.step();
        if (burst.is_served && burst.taken_in > tail) tail = burst.taken_in;
        chip_.events.plan(tail + train.route.outside, &arrive, &transfer);
    }
    if (transfer.driver == Transfer::Driver::core) return transfer.injected(transfer.object, now);
    chip_.events.plan(now + description_.dma_drain, transfer.injected, transfer.object);
    chip_.node(transfer.from).micro_cores.put_back(now);
}

void Grid::arrive(void* object, Cycles now) noexcept {
    auto& transfer = *static_cast<Transfer*>(object);
    of(transfer).record_transfer(transfer, now);
    of(transfer).data_.release(transfer.burst.train.route);
    transfer.arrived(transfer.object, now);
}

void Grid::record_transfer(const Transfer& transfer, Cycles arrived) const noexcept {
    if (observers == nullptr || transfer.note.from < 0) return;
    const Cycles reached = transfer.note.left + data_.distance(data_.hops(transfer.from, transfer.to));
    const Movement movement = {transfer.note, transfer.from, transfer.to,   transfer.burst.left,
                               reached,       arrived,       transfer.bytes};
    observe([&](Observer& one) { one.moved(movement); });
}

} // namespace sartor::machine::manycore
