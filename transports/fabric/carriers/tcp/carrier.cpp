#include "transports/fabric/carriers/tcp/carrier.hpp"

#include "transports/fabric/frames.hpp"
#include "transports/fabric/growth.hpp"

namespace sartor::channel::fabric {

// The one that is told of connections.
static TcpCarrier* opened = nullptr;

void TcpCarrier::open(const Delivery& delivery) noexcept {
    constexpr std::size_t longest = sizeof(Frame) + longest_part_by_socket;
    messages.open(kind_of_messages, longest, delivery.packet, &note_broken_connection);
    control.open(kind_of_control, longest, delivery.packet, &note_broken_connection);
    listening.open(wire_up.is_local);
}

void TcpCarrier::know_others() noexcept {
    opened = this;
    for (Sockets* const some : {&messages, &control})
        some->know(listening, &card_of, blocks.number, wire_up.most_processes);
    listening.know(blocks.number, wire_up.most_processes, wire_up.key, [](int kind, int from, int socket) {
        (kind == kind_of_messages ? opened->messages : opened->control).take_connection(from, socket);
    });
}

// Packets that wait leave within a millisecond, by the listener, if nobody polls before.
void TcpCarrier::send_by(Sockets& some, int process, const Part* parts, int count) noexcept {
    if (!some.send(process, parts, count)) return;
    if (!listener_sends_.load() && !listener_sends_.exchange(true)) fabric::wake_listener();
}

void TcpCarrier::send_last(const Part* parts, int count) noexcept {
    control.send_last(parts, count);
    messages.send_last(parts, count);
}

void TcpCarrier::wait(const int* others, int milliseconds) noexcept {
    pollfd descriptors[] = {{others[0], POLLIN, 0},
                            {others[1], POLLIN, 0},
                            {control.descriptor(), POLLIN, 0},
                            {listening.descriptor(), POLLIN, 0}};
    wait_and_send(descriptors, 4, milliseconds);
    listening.accept_all();
}

// Until one is readable, or the time is over. Meanwhile it sends what workers have left, until they have left
// nothing for a while.
void TcpCarrier::wait_and_send(pollfd* descriptors, nfds_t count, int milliseconds) noexcept {
    constexpr int a_while = 100;
    int in_vain = 0;
    for (int passed = 0; listener_sends_.load() && passed < milliseconds; ++passed) {
        if (::poll(descriptors, count, 1) > 0) return;
        const bool some_wait = has_waiting();
        for (Sockets* const some : {&messages, &control})
            if (some->is_sending()) some->send_waiting();
        in_vain = some_wait ? 0 : in_vain + 1;
        if (in_vain < a_while) continue;
        listener_sends_.store(false);
        if (has_waiting()) listener_sends_.store(true);
    }
    if (!listener_sends_.load()) ::poll(descriptors, count, milliseconds);
}

void TcpCarrier::close() noexcept {
    messages.close();
    control.close();
    listening.close();
}

} // namespace sartor::channel::fabric
