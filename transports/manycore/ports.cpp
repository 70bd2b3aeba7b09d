// The calls of <sartor/channel.h>: logical ports over the chip's mailboxes and receive tags.
#include "emulation/channels.hpp"
#include "transports/manycore/port_calls.hpp"
#include "transports/manycore/words.hpp"

namespace sartor::channel::manycore {

namespace {

constexpr int most_ports = 1 << 30;
constexpr int no_communicator = -1; // the context of words that belong to ports

std::int64_t portal_number(int port) noexcept {
    return 2 * std::int64_t{port};
}
std::int64_t channel_number(int port) noexcept {
    return 2 * std::int64_t{port} + 1;
}

struct Signal {
    Word word;
    bool complete = false;

    Signal(int source, int destination, int port) noexcept {
        word.source = source;
        word.destination = destination;
        word.context = no_communicator;
        word.number = port;
        word.object = this;
    }
};

void wait_for(const Signal& signal) noexcept {
    while (!signal.complete) process::block();
}

int own_rank() {
    return process::current->number;
}
int number_of_ranks() {
    return process::size();
}
int cluster_of(int rank) {
    const Call call("sartor_cluster");
    call.require_rank(rank);
    return machine::manycore::node_of(rank);
}

double elapsed_seconds() {
    return machine::manycore::seconds();
}

void call_about_port(const char* name, int to, int port) {
    const Call call(name);
    call.require_rank(to);
    call.require_port(port);
    machine::manycore::call_kernel(machine::manycore::chip().description().kernel_open);
}
void port_open(int to, int port) {
    call_about_port("sartor_port_open", to, port);
}
void port_close(int to, int port) {
    call_about_port("sartor_port_close", to, port);
}

void portal_allow(int from, int port, void* data, std::size_t bytes) {
    const Call call("sartor_portal_allow");
    call.require_rank(from);
    call.require_port(port);
    allow(from, portal_number(port), data, bytes);
}
void portal_write(const int* to, int count, int port, const void* data, std::size_t bytes,
                  std::size_t offset) {
    const Call call("sartor_portal_write");
    call.require_port(port);
    write(call, to, count, portal_number(port), data, bytes, offset);
}
std::size_t portal_wait(int from, int port) {
    const Call call("sartor_portal_wait");
    call.require_port(port);
    return wait(call, from, portal_number(port));
}

void channel_write(int to, int port, const void* data, std::size_t bytes) {
    const Call call("sartor_channel_write");
    call.require_port(port);
    write(call, &to, 1, channel_number(port), data, bytes, 0);
}
std::size_t channel_read(int from, int port, void* data, std::size_t bytes) {
    const Call call("sartor_channel_read");
    call.require_rank(from);
    call.require_port(port);
    allow(from, channel_number(port), data, bytes);
    return wait(call, from, channel_number(port));
}

void sync_signal(const int* to, int count, int port) {
    const Call call("sartor_sync_signal");
    call.require_port(port);
    for (int index = 0; index < count; ++index) {
        call.require_rank(to[index]);
        Signal signal(process::current->number, to[index], port);
        signal.word.complete = [](Word& sent, machine::manycore::Cycles now) {
            static_cast<Signal*>(sent.object)->complete = true;
            machine::manycore::resume(sent.source, now);
        };
        if (!send(signal.word)) wait_for(signal);
    }
}
void sync_wait(const int* from, int count, int port) {
    const Call call("sartor_sync_wait");
    call.require_port(port);
    for (int index = 0; index < count; ++index) {
        call.require_rank(from[index]);
        Signal signal(from[index], process::current->number, port);
        signal.word.complete = [](Word& received, machine::manycore::Cycles now) {
            static_cast<Signal*>(received.object)->complete = true;
            machine::manycore::resume(received.destination, now);
        };
        if (!receive(signal.word)) wait_for(signal);
    }
}

} // namespace

void Call::require(bool holds, const char* problem) const noexcept {
    if (holds) return;
    process::report("rank %d: %s: %s", process::current->number, name_, problem);
    process::end_run(1);
}
void Call::require_rank(int rank) const noexcept {
    if (rank >= 0 && rank < process::size()) return;
    process::report("rank %d: %s: there is no rank %d, only 0 to %d", process::current->number, name_, rank,
                    process::size() - 1);
    process::end_run(1);
}
void Call::require_port(int port) const noexcept {
    require(port >= 0 && port <= most_ports, "ports are numbered from 0 to 2^30");
}
void Call::require_bytes(std::size_t end, std::size_t room, int writer, int reader) const noexcept {
    if (end <= room) return;
    process::report("rank %d: %s: writes up to byte %zu, but rank %d allowed %zu", writer, name_, end, reader,
                    room);
    process::end_run(1);
}

bool shares_cluster(int rank) noexcept {
    using namespace machine::manycore;
    return settings().shortcut && node_of(rank) == node_of(process::current->number);
}

} // namespace sartor::channel::manycore

namespace sartor::machine::manycore {

using namespace channel::manycore;

const sartor_channel_calls channel_calls = {
    &own_rank,     &number_of_ranks, &cluster_of,  &mailbox_bytes,   &mailbox_send, &mailbox_receive,
    &portal_allow, &portal_write,    &portal_wait, &sync_signal,     &sync_wait,    &channel_write,
    &channel_read, &name_link,       &name_find,   &elapsed_seconds, &port_open,    &port_close};

} // namespace sartor::machine::manycore
