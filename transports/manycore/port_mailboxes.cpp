// Mailboxes of logical ports: the cluster keeps messages for a port until they are read (LWMPI, section
// 4.3.2: the buffers table).
#include <cstdlib>
#include <cstring>
#include <new>

#include "emulation/array.hpp"
#include "emulation/memory/memory.hpp"
#include "transports/manycore/port_calls.hpp"

namespace sartor::channel::manycore {

using namespace sartor::machine::manycore;

namespace {

struct Port;

struct Message {
    Control control;
    Port* port = nullptr;
    Message* next = nullptr;
    int source = 0;
    std::size_t bytes = 0; // they follow
};

struct Port {
    int number = 0;
    Port* next = nullptr;
    int rank = 0;
    bool awaited = false;
    Limited slots;
    Message* first = nullptr;
    Message** end = &first;
};

Port** ports = nullptr; // by rank

void release() noexcept {
    for (int rank = 0; rank < process::size(); ++rank)
        while (Port* port = ports[rank]) {
            ports[rank] = port->next;
            while (Message* message = port->first) {
                port->first = message->next;
                std::free(message);
            }
            std::free(port);
        }
    std::free(ports);
    ports = nullptr;
}

Port& port_of(int rank, int number) noexcept {
    if (ports == nullptr) {
        ports = allocate<Port*>(static_cast<std::size_t>(process::size()));
        at_end(&release);
    }
    for (Port* port = ports[rank]; port != nullptr; port = port->next)
        if (port->number == number) return *port;
    auto* port = new (allocate<Port>(1)) Port;
    port->number = number;
    port->rank = rank;
    port->slots = Limited(chip().description().port_buffers);
    port->next = ports[rank];
    ports[rank] = port;
    return *port;
}

void wait_for_slot(Port& port) noexcept {
    struct Sender : Waiter {
        int rank;
        bool has_slot = false;
    } sender;
    sender.rank = process::current->number;
    sender.granted = [](Waiter& self, Cycles time) {
        static_cast<Sender&>(self).has_slot = true;
        resume(static_cast<Sender&>(self).rank, time);
    };
    synchronize();
    port.slots.take(sender, now());
    while (!sender.has_slot) process::block();
}

void arrive(void* object, Cycles time) noexcept {
    auto& message = *static_cast<Message*>(object);
    Port& port = *message.port;
    *port.end = &message;
    port.end = &message.next;
    if (port.awaited) resume(port.rank, time);
}

Message** find(Port& port, int from) noexcept {
    for (Message** link = &port.first; *link != nullptr; link = &(*link)->next)
        if (from == SARTOR_ANY_RANK || (*link)->source == from) return link;
    return nullptr;
}

} // namespace

std::size_t mailbox_bytes() {
    return static_cast<std::size_t>(chip().description().control_payload());
}

void mailbox_send(int to, int number, const void* data, std::size_t bytes) {
    const Call call("sartor_mailbox_send");
    call.require_rank(to);
    call.require_port(number);
    call.require(bytes <= mailbox_bytes(), "more bytes than a control message carries");
    Port& port = port_of(to, number);
    wait_for_slot(port);
    auto* memory = allocate<char>(sizeof(Message) + bytes);
    auto* message = new (memory) Message; // NOLINT(clang-analyzer-cplusplus.PlacementNew): bytes are added
    if (bytes > 0) std::memcpy(static_cast<void*>(message + 1), data, bytes);
    message->port = &port;
    message->source = process::current->number;
    message->bytes = bytes;
    const int from_node = node_of(message->source), to_node = node_of(to);
    take_buffer(to_node, chip().description().control_bytes);
    const bool local = shares_cluster(to);
    count(local ? Kind::local : Kind::eager);
    count(local ? Way::local : Way::eager, bytes);
    const auto& costs = chip().description();
    const Cycles time = work_at(from_node, local ? costs.local_send : costs.control_send, 1);
    if (local) return chip().events.plan(time, &arrive, message);
    message->control.from = from_node;
    message->control.to = to_node;
    message->control.bytes = costs.control_bytes;
    message->control.handled = &arrive;
    message->control.object = message;
    chip().post(message->control, time);
}

std::size_t mailbox_receive(int* from, int number, void* data, std::size_t bytes) {
    const Call call("sartor_mailbox_receive");
    if (*from != SARTOR_ANY_RANK) call.require_rank(*from);
    call.require_port(number);
    Port& port = port_of(process::current->number, number);
    call_kernel();
    synchronize();
    Message** link = nullptr;
    port.awaited = true;
    while ((link = find(port, *from)) == nullptr) process::block();
    port.awaited = false;
    Message* message = *link;
    *link = message->next;
    if (port.end == &message->next) port.end = link;
    call.require(message->bytes <= bytes, "the message is longer than the memory for it");
    const std::size_t sent = message->bytes;
    if (sent > 0) std::memcpy(data, message + 1, sent);
    *from = message->source;
    const auto& costs = chip().description();
    charge((shares_cluster(*from) ? costs.local_receive : costs.receive_complete) +
           cycles_for(static_cast<std::int64_t>(sent), costs.copy_rate));
    put_back_buffer(node_of(process::current->number), costs.control_bytes);
    std::free(message);
    port.slots.put_back(now());
    return sent;
}

} // namespace sartor::channel::manycore
