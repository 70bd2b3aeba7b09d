// One network: routers in a torus of one direction, which forward packets flit by flit over virtual channels.
//
// A router has an input port for each axis and one for its interface, with a queue for each virtual channel.
// A packet holds a virtual channel of a link from its first flit to its last; flits of several packets share
// the link in turns. Requests have one virtual channel, responses several, and each of these twice: a packet
// that has gone over the edge of the grid uses the second set until it turns (a dateline: Dally and Seitz,
// 1987). Source of the structure and of its numbers: tt-isa-documentation, WormholeB0/NoC and
// WormholeB0/DRAMTile.
#pragma once

#include <cstdint>

#include "emulation/noc/nodes.hpp"

namespace sartor::machine::noc {

enum class PacketKind : std::uint8_t { request, response, write };

struct Packet {
    int source = 0;
    int target = 0;
    int flits = 1;
    int bytes = 0; // that a request asks for, or that a write brings
    int owner = 0; // who waits for it: a number of the chip's user
    PacketKind kind = PacketKind::request;
};

enum Port { port_x, port_y, port_interface, ports };

// What the interfaces say to their routers.
class Receiver {
  public:
    Receiver() = default;
    Receiver(const Receiver&) = delete;
    Receiver& operator=(const Receiver&) = delete;
    virtual bool has_room_for_request(int network, int node) noexcept = 0;
    // The last flit of a packet has come.
    virtual void packet_arrived(int network, int node, int packet, Cycles now) noexcept = 0;

  protected:
    ~Receiver() = default;
};

// Deterministic. Costs time for each flit at each hop.
class Routers {
  public:
    Routers(const Description& description, int network, Receiver& receiver);

    // A packet's number, until remove().
    int add(const Packet& packet) noexcept;
    void remove(int number) noexcept { spare_.push(number); }
    [[nodiscard]] const Packet& packet(int number) const { return packets_[static_cast<unsigned>(number)]; }

    // Of the interface: the queue of requests has room; a queue in which a response can begin, or -1.
    [[nodiscard]] bool has_room(int node, int channel) const {
        return queue(node, port_interface, channel).count < capacity_;
    }
    [[nodiscard]] int free_channel(int node) const;
    void inject(int node, int channel, int packet, bool head, bool tail, Cycles now);
    // There is room for requests again.
    void took_request(int node) noexcept { wake_[static_cast<unsigned>(node)] = 0; }

    [[nodiscard]] bool is_empty() const { return flits_ == 0; }
    [[nodiscard]] std::int64_t moved() const { return moved_; }
    // Those that went over the link from a node's router along an axis, or to its interface.
    [[nodiscard]] std::int64_t moved(int node, int output) const {
        return moved_by_[static_cast<unsigned>(node * ports + output)];
    }
    // Those that came from its interface.
    [[nodiscard]] std::int64_t injected(int node) const { return injected_by_[static_cast<unsigned>(node)]; }
    // The node to which an axis leads.
    [[nodiscard]] int next_node(int node, int axis) const {
        return next_[static_cast<unsigned>(node * 2 + axis)];
    }
    // One cycle. Returns whether any flit has moved.
    bool step(Cycles now);
    // The first time after `now` at which a flit that is under way reaches a router; `latest` if none does
    // before.
    [[nodiscard]] Cycles next_ready(Cycles now, Cycles latest) const noexcept;

    static constexpr int request_channel = 0;

  private:
    struct Flit {
        int packet;
        bool head;
        bool tail;
        Cycles ready;
    };
    // What is often asked about the flit in front stands here.
    struct Queue {
        Cycles ready = 0;
        int packet = -1;
        std::int16_t first = 0;
        std::int16_t count = 0;
        std::int8_t output = 0;
        std::int8_t out_channel = -1; // if the packet's head is gone
    };
    struct Move {
        int node;
        int input; // port * channels + channel
        int output;
        int channel;
    };
    struct Turn { // whose turn it is at an output: of requests, of responses
        std::uint8_t port[2] = {};
        std::uint8_t channel[2][ports] = {};
    };

    [[nodiscard]] int index(int node, int port, int channel) const {
        return (node * ports + port) * channels_ + channel;
    }
    [[nodiscard]] const Queue& queue(int node, int port, int channel) const {
        return queues_[static_cast<unsigned>(index(node, port, channel))];
    }
    void see_front(int node, Queue& queue, const Flit& flit);
    void push(int node, int input, const Flit& flit);
    void decide(int node, Cycles now);
    void sleep(int node, Cycles now) noexcept;
    bool decide_output(int node, int output, bool responses, std::uint32_t ready, std::uint32_t& used);
    bool try_move(int node, int input, int output, bool is_response);
    [[nodiscard]] int choose_channel(int node, int input, int output, bool is_response) const;
    void apply(const Move& move, Cycles now);

    const int network_;
    const int columns_;
    const int rows_;
    const int capacity_;
    const int responses_; // channels on one side of the dateline
    const int channels_;
    const Cycles hop_;
    const Cycles interface_;
    std::uint32_t request_inputs_ = 0;
    Receiver& receiver_;
    Fifo<Packet> packets_;
    Fifo<int> spare_; // numbers of packets that are free
    Fixed<Queue> queues_;
    Fixed<Flit> storage_;
    Fixed<int> holder_;            // packet of an output's channel, or -1
    Fixed<std::uint32_t> waiting_; // by node: inputs with flits
    BusyNodes busy_;               // nodes that have such
    Fixed<Turn> turns_;            // by node and output
    Fixed<std::uint8_t> outputs_;  // by node and target
    Fixed<int> next_;              // by node and axis
    Fixed<int> before_;            // the same, against the direction
    Fixed<Cycles> wake_;           // by node: before that none of its flits can move
    Fixed<bool> wraps_;
    Fifo<Move> moves_;
    Fixed<std::int64_t> moved_by_; // by node and output
    Fixed<std::int64_t> injected_by_;
    std::int64_t flits_ = 0;
    std::int64_t moved_ = 0;
};

} // namespace sartor::machine::noc
