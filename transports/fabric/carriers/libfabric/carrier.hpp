// The carrier of runs that name a provider of libfabric. Its listener waits for messages while workers sleep,
// and for the launcher alone while all of them run and poll.
#pragma once

#include <atomic>

#include "transports/fabric/carriers/delivery.hpp"
#include "transports/fabric/carriers/libfabric/endpoint.hpp"

namespace sartor::channel::fabric {

class Rings;

class LibfabricCarrier {
  public:
    static constexpr bool tells_of_end = false; // the launcher does

    void open(const Delivery& delivery) noexcept;
    [[nodiscard]] std::size_t write_card(void* card) noexcept;
    void know_others() noexcept;

    [[nodiscard]] Rings* rings_to(int) noexcept { return nullptr; }
    void send(int process, const Part* parts, int count) noexcept { endpoint.send(process, parts, count); }
    void send_control(int process, const Part* parts, int count) noexcept { send(process, parts, count); }
    void send_last(const Part*, int) noexcept {}
    bool poll() noexcept { return endpoint.poll(); }
    bool poll_control(bool waits_for_turn) noexcept { return endpoint.poll(waits_for_turn); }
    [[nodiscard]] std::size_t longest_packet(int) const noexcept { return longest_part_by_endpoint; }

    void wait(const int* others, int milliseconds) noexcept;
    void wake_listener() noexcept {}
    bool serve_one_thread() noexcept { return false; }
    void close() noexcept { endpoint.close(); }

    void worker_sleeps() noexcept;
    void worker_wakes() noexcept { sleeping_.fetch_sub(1); }

    Endpoint endpoint;

  private:
    std::atomic<int> sleeping_{0};       // workers
    std::atomic<bool> is_parked_{false}; // the listener does not look for packets
    bool has_looked_ = false;
};

} // namespace sartor::channel::fabric
