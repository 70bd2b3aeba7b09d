// The carrier of runs on several computers whose processes share memory on each: messages go through rings to
// processes of this computer, and all else over connections of TCP.
#pragma once

#include <atomic>

#include "transports/fabric/carriers/rings/rings.hpp"
#include "transports/fabric/carriers/tcp/carrier.hpp"

namespace sartor::channel::fabric {

class MixedCarrier {
  public:
    static constexpr bool tells_of_end = TcpCarrier::tells_of_end;

    void open(const Delivery& delivery) noexcept;
    [[nodiscard]] std::size_t write_card(void* card) noexcept {
        return rings.introduce(), tcp.write_card(card);
    }
    void know_others() noexcept {
        rings.know_others();
        tcp.know_others();
    }

    [[nodiscard]] Rings* rings_to(int process) noexcept { return rings.reach(process) ? &rings : nullptr; }
    void send(int process, const Part* parts, int count) noexcept {
        return rings.reach(process) ? rings.send(process, 0, parts, count) : tcp.send(process, parts, count);
    }
    void send_control(int process, const Part* parts, int count) noexcept {
        tcp.send_control(process, parts, count);
    }
    void send_last(const Part* parts, int count) noexcept { tcp.send_last(parts, count); }
    bool poll() noexcept;
    bool poll_control(bool waits_for_turn) noexcept { return tcp.poll_control(waits_for_turn); }
    [[nodiscard]] std::size_t longest_packet(int process) const noexcept {
        return rings.reach(process) ? longest_part : tcp.longest_packet(process);
    }

    void wait(const int* others, int milliseconds) noexcept { tcp.wait(others, milliseconds); }
    void wake_listener() noexcept {}
    bool serve_one_thread() noexcept { return rings.serve_one_thread(), true; }
    void close() noexcept {
        rings.close();
        tcp.close();
    }

    static constexpr int looks_for_one_of_sockets = 8;
    static constexpr int look_cost = 1 + TcpCarrier::look_cost / looks_for_one_of_sockets;
    bool sleep(const Events& events, Events::Count so_far, std::int64_t nanoseconds) noexcept;
    void wake() noexcept { tcp.wake(); }
    [[nodiscard]] bool is_slept_on(std::uintptr_t address) noexcept { return tcp.is_slept_on(address); }

    Rings rings;
    TcpCarrier tcp;

  private:
    [[nodiscard]] bool is_turn_of_sockets() noexcept;

    std::atomic<int> looks_left_{0}; // until it is the turn of sockets
};

} // namespace sartor::channel::fabric
