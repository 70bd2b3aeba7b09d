// Portals: a rank allows another to write into its memory, which writes when it knows that (LWMPI,
// section 4.1.1; MPPA-MPI, section I.B). Allowances are many, receive tags few: one is taken while data move.
#include <cstdlib>
#include <cstring>
#include <new>

#include "emulation/array.hpp"
#include "transports/manycore/port_calls.hpp"

namespace sartor::channel::manycore {

using namespace sartor::machine::manycore;

namespace {

// One writing, once.
struct Allowance {
    Transfer transfer;
    Waiter tag;
    Allowance* next = nullptr;
    int reader = 0; // ranks
    int writer = 0;
    std::int64_t number = 0;
    char* data = nullptr;
    std::size_t room = 0;
    const void* source = nullptr;
    std::size_t bytes = 0;
    std::size_t offset = 0;
    bool known = false;    // to the writer
    bool used = false;     // by it
    bool injected = false; // its memory is free again
    bool arrived = false;
    int users = 2; // reader and writer: the last one frees it
};

Allowance** allowances = nullptr; // by reader, the oldest first

void release() noexcept {
    for (int rank = 0; rank < process::size(); ++rank)
        while (Allowance* first = allowances[rank]) {
            allowances[rank] = first->next;
            std::free(first);
        }
    std::free(allowances);
    allowances = nullptr;
}

Allowance** list_of(int reader) noexcept {
    if (allowances == nullptr) {
        allowances = allocate<Allowance*>(static_cast<std::size_t>(process::size()));
        at_end(&release);
    }
    return &allowances[reader];
}

template <class Condition>
Allowance** find(int reader, int writer, std::int64_t number, Condition condition) noexcept {
    for (Allowance** link = list_of(reader); *link != nullptr; link = &(*link)->next)
        if ((*link)->writer == writer && (*link)->number == number && condition(**link)) return link;
    return nullptr;
}

void become_known(void* object, Cycles time) noexcept {
    auto& allowance = *static_cast<Allowance*>(object);
    allowance.known = true;
    resume(allowance.writer, time);
}

void inject(void* object, Cycles time) noexcept {
    auto& allowance = *static_cast<Allowance*>(object);
    if (allowance.bytes > 0)
        std::memcpy(allowance.data + allowance.offset, allowance.source, allowance.bytes);
    allowance.injected = true;
    resume(allowance.writer, time);
    if (allowance.arrived) resume(allowance.reader, time);
}

void be_read(void* object, Cycles time) noexcept {
    auto& allowance = *static_cast<Allowance*>(object);
    allowance.arrived = true;
    if (allowance.injected) resume(allowance.reader, time);
}

std::int64_t units_of(const Allowance& allowance) noexcept {
    const std::int64_t unit = chip().description().portal_unit;
    return unit == 1 ? 1 : (static_cast<std::int64_t>(allowance.bytes) + unit - 1) / unit;
}

// What a kernel does for the data: a call, and its part of each further packet.
Cycles kernel_work(const Allowance& allowance) noexcept {
    const auto& costs = chip().description();
    const std::int64_t units = units_of(allowance);
    return costs.kernel_cycles + (units > 1 ? (units - 1) * costs.kernel_packet : 0);
}

// The receiving kernel reads it packet by packet.
void arrive(void* object, Cycles time) noexcept {
    auto& allowance = *static_cast<Allowance*>(object);
    Node& node = chip().node(allowance.transfer.to);
    node.rx_tags.put_back(time);
    const auto& costs = chip().description();
    const Cycles read = costs.kernel_cycles > 0 ? node.server.serve(time, kernel_work(allowance)) : time;
    chip().events.plan(read + chip().work(allowance.transfer.to, costs.receive_complete), &be_read, object);
}

void move(Allowance& allowance, Cycles time) noexcept {
    const auto& costs = chip().description();
    Transfer& transfer = allowance.transfer;
    transfer.from = node_of(allowance.writer);
    transfer.to = node_of(allowance.reader);
    transfer.left = (static_cast<std::int64_t>(allowance.bytes) + costs.portal_unit - 1) / costs.portal_unit *
                    costs.portal_unit;
    transfer.injected = &inject;
    transfer.arrived = &arrive;
    transfer.object = &allowance;
    allowance.tag.granted = [](Waiter& tag, Cycles granted) {
        auto& waiting =
            *reinterpret_cast<Allowance*>(reinterpret_cast<char*>(&tag) - offsetof(Allowance, tag));
        Server& kernel = chip().node(waiting.transfer.from).server;
        const Cycles work = kernel_work(waiting);
        const Cycles start = work > 0 ? kernel.serve(granted, work) : granted;
        chip().events.plan(
            start,
            [](void* object, Cycles now) { chip().start(static_cast<Allowance*>(object)->transfer, now); },
            &waiting);
    };
    chip().events.plan(
        time,
        [](void* object, Cycles now) {
            auto& ready = *static_cast<Allowance*>(object);
            chip().node(ready.transfer.to).rx_tags.take(ready.tag, now);
        },
        &allowance);
}

void begin(const Call& call, Allowance& allowance, const void* data, std::size_t bytes,
           std::size_t offset) noexcept {
    call.require_bytes(offset + bytes, allowance.room, allowance.writer, allowance.reader);
    allowance.used = true;
    allowance.source = data;
    allowance.bytes = bytes;
    allowance.offset = offset;
    const auto& costs = chip().description();
    if (shares_cluster(allowance.reader)) {
        count(Kind::local);
        count(Way::local, bytes);
        charge(costs.local_send + cycles_for(static_cast<std::int64_t>(bytes), costs.copy_rate));
        synchronize();
        chip().events.plan(now(), &inject, &allowance);
        return chip().events.plan(now() + chip().work(node_of(allowance.reader), costs.local_receive),
                                  &be_read, &allowance);
    }
    const bool dma = static_cast<std::int64_t>(bytes) >= limits_of(process::current->number).dma;
    allowance.transfer.driver = dma ? Transfer::Driver::dma : Transfer::Driver::core;
    count(Kind::data);
    count(dma ? Way::dma : Way::core, bytes);
    move(allowance, work_at(node_of(allowance.writer), costs.portal_write + (dma ? costs.dma_configure : 0)));
}

bool all_injected(Allowance* const* mine, int count) noexcept {
    for (int index = 0; index < count; ++index)
        if (!mine[index]->injected) return false;
    return true;
}

void leave(Allowance* allowance) noexcept {
    if (--allowance->users == 0) std::free(allowance);
}

} // namespace

void allow(int from, std::int64_t number, void* data, std::size_t bytes) {
    auto* allowance = new (allocate<Allowance>(1)) Allowance;
    allowance->reader = process::current->number;
    allowance->writer = from;
    allowance->number = number;
    allowance->data = static_cast<char*>(data);
    allowance->room = bytes;
    const int own = node_of(allowance->reader);
    const Cycles time = work_at(own, chip().description().portal_open, 1);
    synchronize();
    Allowance** end = list_of(allowance->reader);
    while (*end != nullptr) end = &(*end)->next;
    *end = allowance;
    count(Kind::permission);
    if (shares_cluster(from)) return chip().events.plan(time, &become_known, allowance);
    chip().signal(own, node_of(from), time, &become_known, allowance);
}

void write(const Call& call, const int* to, int count, std::int64_t number, const void* data,
           std::size_t bytes, std::size_t offset) {
    const int writer = process::current->number;
    synchronize();
    auto** mine = allocate<Allowance*>(static_cast<std::size_t>(count));
    const auto usable = [](const Allowance& allowance) { return allowance.known && !allowance.used; };
    for (int index = 0; index < count; ++index) {
        call.require_rank(to[index]);
        Allowance** link = nullptr;
        while ((link = find(to[index], writer, number, usable)) == nullptr) process::block();
        mine[index] = *link;
        begin(call, **link, data, bytes, offset);
    }
    while (!all_injected(mine, count)) process::block();
    for (int index = 0; index < count; ++index) leave(mine[index]);
    std::free(mine);
}

std::size_t wait(const Call& call, int from, std::int64_t number) {
    const int reader = process::current->number;
    synchronize();
    Allowance** link = find(reader, from, number, [](const Allowance&) { return true; });
    call.require(link != nullptr, "that rank was not allowed to write");
    Allowance& allowance = **link; // NOLINT(clang-analyzer-core.NullDereference): require() does not return
    while (!allowance.injected || !allowance.arrived) process::block();
    const std::size_t bytes = allowance.bytes;
    for (link = list_of(reader); *link != &allowance;) link = &(*link)->next;
    *link = allowance.next;
    leave(&allowance);
    return bytes;
}

} // namespace sartor::channel::manycore
