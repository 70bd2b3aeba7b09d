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
#include <deque>
#include <vector>

#include "emulation/noc/description.hpp"

namespace sartor::machine::noc {

struct Packet {
    int source = 0;
    int target = 0;
    int flits = 1;
    int bytes = 0; // that a request asks for
    int core = 0;  // whose program waits for it
    bool is_response = false;
};

enum Port { port_x, port_y, port_interface, ports };

// What an interface says to its router.
class Receiver {
  public:
    Receiver() = default;
    Receiver(const Receiver&) = delete;
    Receiver& operator=(const Receiver&) = delete;
    virtual ~Receiver() = default;
    virtual bool has_room_for_request(int network, int node) = 0;
    virtual void request_arrived(int network, int node, int packet, Cycles now) = 0;
    virtual void response_arrived(int network, const Packet& packet, Cycles now) = 0;
};

// Deterministic. Costs time for each flit at each hop.
class Routers {
  public:
    Routers(const Description& description, int network, Receiver& receiver);

    int add(const Packet& packet);
    [[nodiscard]] const Packet& packet(int number) const { return packets_[static_cast<unsigned>(number)]; }

    // Of the interface: the queue of requests has room; a queue in which a response can begin, or -1.
    [[nodiscard]] bool has_room(int node, int channel) const {
        return queue(node, port_interface, channel).count < capacity_;
    }
    [[nodiscard]] int free_channel(int node) const;
    void inject(int node, int channel, int packet, bool head, bool tail, Cycles now);

    [[nodiscard]] bool is_empty() const { return flits_ == 0; }
    [[nodiscard]] std::int64_t moved() const { return moved_; }
    void step(Cycles now);

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
    Receiver& receiver_;
    std::vector<Packet> packets_;
    std::vector<Queue> queues_;
    std::vector<Flit> storage_;
    std::vector<int> holder_;            // packet of an output's channel, or -1
    std::vector<std::uint32_t> waiting_; // by node: inputs with flits
    std::vector<Turn> turns_;            // by node and output
    std::vector<std::uint8_t> outputs_;  // by node and target
    std::vector<int> next_;              // by node and axis
    std::vector<bool> wraps_;
    std::vector<Move> moves_;
    std::int64_t flits_ = 0;
    std::int64_t moved_ = 0;
};

} // namespace sartor::machine::noc
