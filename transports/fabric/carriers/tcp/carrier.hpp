// The carrier of runs on several computers, or without shared memory: connections of TCP.
#pragma once

#include <atomic>

#include "transports/fabric/carriers/delivery.hpp"
#include "transports/fabric/carriers/tcp/listening.hpp"
#include "transports/fabric/carriers/tcp/sockets.hpp"

namespace sartor::channel::fabric {

class Rings;

class TcpCarrier {
  public:
    static constexpr bool tells_of_end = true; // no launcher need be near

    void open(const Delivery& delivery) noexcept;
    [[nodiscard]] std::size_t write_card(void* card) noexcept {
        return listening.write_card(card), Listening::card_bytes;
    }
    void know_others() noexcept;

    [[nodiscard]] Rings* rings_to(int) noexcept { return nullptr; }
    void send(int process, const Part* parts, int count) noexcept {
        send_by(messages, process, parts, count);
    }
    void send_control(int process, const Part* parts, int count) noexcept {
        send_by(control, process, parts, count);
    }
    void send_last(const Part* parts, int count) noexcept;
    bool poll() noexcept { return messages.poll(); }
    bool poll_control(bool waits_for_turn) noexcept { return control.poll(waits_for_turn); }
    [[nodiscard]] std::size_t longest_packet(int) const noexcept { return longest_part_by_socket; }

    void wait(const int* others, int milliseconds) noexcept;
    void wake_listener() noexcept {}
    bool serve_one_thread() noexcept { return false; }
    void close() noexcept;

    static constexpr int look_cost = 10; // a system call
    bool sleep(const Events& events, Events::Count so_far, std::int64_t nanoseconds) noexcept {
        return messages.sleep(events, so_far, nanoseconds);
    }
    void wake() noexcept { messages.wake(); }
    [[nodiscard]] bool is_slept_on(std::uintptr_t address) noexcept { return messages.is_slept_on(address); }

    Sockets messages; // for workers
    Sockets control;  // for the listener
    Listening listening;

  private:
    // Kinds of connections, as all processes number them.
    static constexpr int kind_of_messages = 0;
    static constexpr int kind_of_control = 1;

    void send_by(Sockets& some, int process, const Part* parts, int count) noexcept;
    void wait_and_send(pollfd* descriptors, nfds_t count, int milliseconds) noexcept;
    [[nodiscard]] bool has_waiting() const noexcept { return messages.is_sending() || control.is_sending(); }

    std::atomic<bool> listener_sends_{false}; // it looks each millisecond for packets that wait in sockets
};

} // namespace sartor::channel::fabric
