// The chip: its nodes (clusters and I/O subsystems), what each has, and what goes between them.
#pragma once

#include "emulation/chip/events.hpp"
#include "emulation/chip/interconnect.hpp"
#include "emulation/chip/resources.hpp"
#include "emulation/chip/train.hpp"
#include "emulation/observer.hpp"
#include "emulation/sparse.hpp"

namespace sartor::machine::manycore {

// A cluster or an I/O subsystem with its resources. Its server is the resource manager, or the PE of an
// asymmetric kernel.
struct Node {
    Server server;
    Memory memory;                 // off the chip, of an I/O subsystem
    Server daemon;                 // that replies to queries for names, on a PE of its own
    std::int64_t memory_bytes = 0; // that were read from its memory or written to it
    Limited rx_tags;
    Limited micro_cores;
};

// The packets of a transfer that the sender reads together, and what of them has been sent.
struct Burst {
    Train train;
    std::int64_t bytes = 0;
    Cycles begun = 0;    // to be read
    Cycles left = 0;     // when the packets sent so far have left the sender
    Cycles due = -1;     // when the transfer goes on; -1: when a packet gets its turn
    Cycles taken_in = 0; // when the receiving memory, off the chip, has all of it
    int sent = 0;        // packets
    bool is_begun = false;
    bool is_train = false;  // as which its last packet is sent
    bool is_served = false; // the receiving memory has an appointment for all of it
};

// A transfer from one node's memory to another's. It is driven by a core or a DMA engine of the sender, or,
// where networks serve reads, by the reader's interface.
struct Transfer {
    enum class Driver : std::uint8_t { core, dma, reader };

    Waiter waiter;
    int from = 0;
    int to = 0;
    std::int64_t left = 0;
    Driver driver = Driver::core;
    Action injected = nullptr; // the sender's memory is free again; for the DMA engine: it has said so
    Action arrived = nullptr;
    void* object = nullptr;
    Note note;
    std::int64_t bytes = 0;          // in all
    Interconnect* network = nullptr; // that moves it
    Burst burst;
};

// A control message. It occupies one of the slots that its receiver has for the sending cluster until the
// receiver's server has handled it; without a free slot it waits at the sender.
struct Control {
    Waiter waiter;
    int from = 0;
    int to = 0;
    std::int64_t bytes = 0;
    Action entered = nullptr; // a slot was there and it is on its way; may be null
    Action handled = nullptr;
    void* object = nullptr;
    Note note;
};

// The hardware of the emulated chip. One exists at a time for a run; another may exist while that is
// suspended (start_up.hpp).
class Chip {
  public:
    explicit Chip(const Description& description) noexcept;
    Chip(const Chip&) = delete;
    Chip& operator=(const Chip&) = delete;
    ~Chip();

    [[nodiscard]] const Description& description() const noexcept { return description_; }
    [[nodiscard]] Node& node(int number) noexcept { return nodes_[number]; }
    [[nodiscard]] const Node& node(int number) const noexcept { return nodes_[number]; }
    // How many cycles a piece of software takes on a core of a node: I/O subsystems may be slower.
    [[nodiscard]] Cycles work(int node, Cycles cycles) const noexcept {
        return description_.is_io(node) ? cycles_for(cycles, {description_.io_slowdown.denominator,
                                                              description_.io_slowdown.numerator})
                                        : cycles;
    }

    // Begins at `now`; the object must exist until `arrived` has been called.
    void start(Transfer& transfer, Cycles now) noexcept { networks_.start(transfer, now); }
    // The same for a control message, until `handled`.
    void post(Control& control, Cycles now) noexcept;
    // Sends 64 bits over the control network into a mailbox that the hardware watches: no server handles
    // them.
    void signal(int from, int to, Cycles now, Action arrived, void* object, const Note& note = {}) noexcept;
    // Occupies a node's server for `work` cycles, first come, first served. Returns when it is done.
    Cycles serve(int node, Cycles now, Cycles work, const char* what) noexcept;

    [[nodiscard]] Interconnect& networks() const noexcept { return networks_; }

    Events events;

  private:
    struct Slots {
        Limited left;
        bool made = false;
    };

    [[nodiscard]] Limited& slots(int from, int to) noexcept;
    void enter(Control& control, Cycles now) noexcept;
    void handle(Control& control, Cycles now) noexcept;

    const Description& description_;
    Interconnect& networks_;
    Chip* before_; // that was there when this one was made
    Node* nodes_ = nullptr;
    Sparse<Slots>* slots_ = nullptr; // by sender, then receiver
};

} // namespace sartor::machine::manycore
