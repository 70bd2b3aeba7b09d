// The carrier of runs whose processes all share memory.
#pragma once

#include "transports/fabric/carriers/delivery.hpp"
#include "transports/fabric/carriers/rings/rings.hpp"

namespace sartor::channel::fabric {

class MemoryCarrier {
  public:
    static constexpr bool tells_of_end = false; // the launcher does

    void open(const Delivery& delivery) noexcept;
    [[nodiscard]] std::size_t write_card(void* card) noexcept;
    void know_others() noexcept { messages.know_others(); }

    [[nodiscard]] Rings* rings_to(int) noexcept { return &messages; }
    void send(int process, const Part* parts, int count) noexcept { messages.send(process, 0, parts, count); }
    void send_control(int process, const Part* parts, int count) noexcept {
        control.send(process, 0, parts, count);
    }
    void send_last(const Part*, int) noexcept {}
    bool poll() noexcept { return messages.poll(); }
    bool poll_control(bool waits_for_turn) noexcept { return control.poll(waits_for_turn); }
    [[nodiscard]] std::size_t longest_packet(int) const noexcept { return longest_part; }

    void wait(const int* others, int milliseconds) noexcept;
    void wake_listener() noexcept { control.own_bell().notify_one(); }
    bool serve_one_thread() noexcept { return messages.serve_one_thread(), true; }
    void close() noexcept;

    static constexpr int look_cost = 1;
    bool sleep(const Events& events, Events::Count so_far, std::int64_t nanoseconds) noexcept;
    void wake() noexcept { messages.own_bell().advance(); }
    [[nodiscard]] bool is_slept_on(std::uintptr_t address) noexcept {
        return messages.own_bell().is_slept_on(address);
    }

    Rings messages; // for workers
    Rings control;  // for the listener
};

} // namespace sartor::channel::fabric
