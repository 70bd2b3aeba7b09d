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
        return queue(index(node, port_interface, channel)).count < capacity_;
    }
    [[nodiscard]] int free_channel(int node) const;
    void inject(int node, int channel, int packet, bool head, bool tail, Cycles now);
    // There is room for requests again.
    void took_request(int node) noexcept { this->node(node).wake = 0; }

    [[nodiscard]] bool is_empty() const { return flits_ == 0; }
    [[nodiscard]] std::int64_t moved() const { return moved_; }
    // Those that went over the link from a node's router along an axis, or to its interface.
    [[nodiscard]] std::int64_t moved(int node, int output) const { return this->node(node).moved[output]; }
    // Those that came from its interface.
    [[nodiscard]] std::int64_t injected(int node) const { return this->node(node).injected; }
    // The node to which an axis leads.
    [[nodiscard]] int next_node(int node, int axis) const { return this->node(node).next[axis]; }
    // One cycle. Returns whether any flit has moved.
    bool step(Cycles now);
    // The first time after `now` at which a flit that is under way reaches a router; `latest` if none does
    // before.
    [[nodiscard]] Cycles next_ready(Cycles now, Cycles latest) const noexcept;

    static constexpr int request_channel = 0;

  private:
    // Of a packet: its number, and which of its flits this is.
    struct Flit {
        std::uint32_t ready; // the lower half of the cycle: no flit waits for 2^31 cycles
        std::uint32_t packet : 30;
        std::uint32_t head : 1;
        std::uint32_t tail : 1;
    };
    // An input's virtual channel. What is asked about the flit in front stands here: a flit that follows its
    // packet's head costs two queues, their nodes and one copy.
    struct Queue {
        Cycles ready;
        Cycles taken_at; // when a flit has left it last
        int packet;
        int way;  // the virtual channel that the packet holds, if its head is gone; or none
        int next; // the queue at its end; none: the interface
        std::uint16_t first;
        std::uint16_t count;
        std::uint16_t node;
        std::uint8_t input; // port * channels + channel
        std::uint8_t port;
        std::uint8_t turn; // channel, counted from the first of requests or of responses
        std::uint8_t is_response;
        std::uint8_t output;
    };
    struct Turn { // whose turn it is at an output: of requests, of responses
        std::uint8_t port[2];
        std::uint8_t channel[2][ports];
    };
    struct Node {
        Cycles wake;           // before that none of its flits can move
        std::uint32_t waiting; // inputs with flits
        int queues;            // the first
        Turn turns[ports];     // by output
        int next[2];           // by axis
        int before[2];         // the same, against the direction
        bool wraps[2];
        std::int64_t moved[ports];
        std::int64_t injected;
    };
    static constexpr int none = -1;
    static constexpr Cycles never = -1;

    [[nodiscard]] int index(int node, int port, int channel) const {
        return (node * ports + port) * channels_ + channel;
    }
    [[nodiscard]] Queue& queue(int index) { return queues_[static_cast<unsigned>(index)]; }
    [[nodiscard]] const Queue& queue(int index) const { return queues_[static_cast<unsigned>(index)]; }
    [[nodiscard]] Node& node(int index) { return all_nodes_[static_cast<unsigned>(index)]; }
    [[nodiscard]] const Node& node(int index) const { return all_nodes_[static_cast<unsigned>(index)]; }
    [[nodiscard]] Flit& flit(int queue, unsigned place) {
        return storage_[(static_cast<std::size_t>(queue) << shift_) + (place & mask_)];
    }
    void see_front(Queue& queue, const Flit& flit, Cycles ready);
    void push(int queue, Flit flit, Cycles ready);
    void decide(Node& node, Cycles now);
    void sleep(Node& node, Cycles now) noexcept;
    void decide_output(Node& node, int output, std::uint32_t ready, std::uint32_t& used, Cycles now);
    bool decide_class(Node& node, int output, bool responses, std::uint32_t ready, std::uint32_t& used,
                      Cycles now);
    [[nodiscard]] static int count_before(const Queue& queue, Cycles now);
    bool has_room(const Queue& queue, Cycles now);
    bool try_move(Node& node, int queue, std::uint32_t& used, Cycles now);
    bool take_channel(const Node& node, Queue& queue, Cycles now);
    [[nodiscard]] int choose_channel(const Node& node, const Queue& queue, Cycles now) const;
    void move(Node& node, Queue& queue, int number, Cycles now);

    const int network_;
    const int columns_;
    const int rows_;
    const int capacity_;
    const unsigned shift_; // log2 of the places of a queue
    const unsigned mask_;
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
    Fixed<int> holder_; // packet of an output's channel, or none
    Fixed<Node> all_nodes_;
    BusyNodes busy_;              // nodes that have flits
    Fixed<std::uint8_t> outputs_; // by node and target
    bool retry_ = false;          // of a node: there will be room in the next cycle
    std::int64_t flits_ = 0;
    std::int64_t moved_ = 0;
};

} // namespace sartor::machine::noc
