// One-sided transfers between the memories of two nodes, as AOS does them (AOS, sections 5.1 and 5.3): the
// initiating core posts a job, a resource manager serves it, the DMA engine moves the data.
#pragma once

#include "emulation/ranks.hpp"

namespace sartor::channel::manycore {

// The number of packets of so many contiguous bytes.
[[nodiscard]] inline std::int64_t packets_of(std::int64_t bytes) noexcept {
    const auto& description = machine::manycore::chip().description();
    const std::int64_t payload = description.packet_payload * description.flit_bytes;
    return (bytes + payload - 1) / payload;
}
// The bytes that data take on the network if each contiguous range begins a packet of its own: with the
// headers of the packets beyond those of one range.
[[nodiscard]] inline std::int64_t bytes_on_network(std::int64_t bytes, std::int64_t packets) noexcept {
    const auto& description = machine::manycore::chip().description();
    return bytes + (packets - packets_of(bytes)) * description.packet_header * description.flit_bytes;
}

// One put or get under way; lives until it is complete.
struct Job {
    machine::manycore::Transfer transfer;
    machine::manycore::Waiter turn;
    // An initiator's view of a segment in another node's memory. Its puts are served and complete in order,
    // one transfer at a time; so are its gets. A put and a get are not ordered with each other (section 5.4).
    class Window* window = nullptr;
    bool is_get = false;
    std::int64_t bytes = 0;
    machine::manycore::Action arrived = nullptr;  // the data are in the target's memory; may be null
    machine::manycore::Action complete = nullptr; // the initiator knows that the data are there
    void* object = nullptr;
};

// What an initiator sees of a segment in another node's memory. Its puts are served in order, and complete in
// order: one transfer at a time. So are its gets. A put and a get are not ordered with each other
// (section 5.4).
class Window {
  public:
    Window(machine::manycore::Chip& chip, int initiator, int target) noexcept
        : chip_(chip), initiator_(initiator), target_(target), puts_(1), gets_(1) {}
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    // Returns the time at which the initiating core is free again.
    machine::manycore::Cycles put(Job& job, machine::manycore::Server& core,
                                  machine::manycore::Cycles now) noexcept;
    machine::manycore::Cycles get(Job& job, machine::manycore::Server& core,
                                  machine::manycore::Cycles now) noexcept;

  private:
    void prepare(Job& job, bool is_get) noexcept;
    [[nodiscard]] machine::manycore::Limited& turn_of(const Job& job) noexcept {
        return job.is_get ? gets_ : puts_;
    }
    void serve(Job& job, int server, machine::manycore::Cycles now) noexcept;
    void take_turn(Job& job, machine::manycore::Cycles now) noexcept;

    machine::manycore::Chip& chip_;
    int initiator_;
    int target_;
    machine::manycore::Limited puts_; // their turn
    machine::manycore::Limited gets_;
};

} // namespace sartor::channel::manycore
