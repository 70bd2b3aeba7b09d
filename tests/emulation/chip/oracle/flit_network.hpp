// A network on chip simulated flit by flit and cycle by cycle: slow, plain, and written from this description
// alone.
//
// Nodes stand on a grid, each with a router. Between neighbouring routers there is a link in each direction;
// in a torus the ends of rows are neighbours, too. A node has a link into its router and one out of it. A
// packet goes through the dimensions in their order, in each the shorter way round, upwards when both are
// equal.
//
// - A link takes one flit in a cycle. What it takes in cycle t can be taken by the next link from cycle
//   t + router + link on.
// - A router has a queue of `queue` flits for each pair of an incoming and an outgoing link.
// - When a link is not in the middle of a packet, it begins with one that waits at the head of one of its
//   queues and for all of which there is room in the next queue; queues take turns. Then it takes the
//   packet's flits as they come, until the last. A flit that is taken makes room at once.
// - In a torus a packet begins with a row, or column, only if there is room for one packet more.
// - A node's packets that are ready wait without a limit, first come, first served; one that could not begin
//   holds up those that leave the router in the same direction. From ready until the first link can take it
//   a packet needs `router` cycles.
// - A node takes in what comes at once.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace sartor::test {

class FlitNetwork {
  public:
    struct Shape {
        std::vector<int> sizes;
        bool is_torus = true;
        int router = 0; // cycles
        int link = 0;
        int queue = 0;          // flits
        int longest_packet = 0; // flits
    };
    struct Packet {
        std::int64_t ready = 0;
        int from = 0;
        int to = 0;
        int flits = 0;
        std::int64_t arrived = -1; // the cycle after which all flits are there
    };

    explicit FlitNetwork(const Shape& shape);

    // Requires that packets are in the order in which they are ready. Runs until all have arrived, or until
    // `end`; their times are set.
    void run(std::vector<Packet>& packets, std::int64_t end);

  private:
    struct Under { // a packet in a queue
        int packet = 0;
        int hop = 0; // of the link that it waits for
        int in = 0;  // flits that have come
        int out = 0; // flits that have gone on
    };
    struct Queue {
        std::deque<Under> packets;
        int taken = 0; // flits, those on their way included
    };
    struct OnWay { // a flit on a link
        int packet = -1;
        int hop = 0;
    };
    struct Link {
        std::vector<Queue> queues; // in front of it, by incoming port
        std::vector<OnWay> on_way; // by cycle, modulo what a flit needs
        int turn = 0;
        int taking = -1; // the queue from which it is in the middle of a packet
        Under at_source; // for the links into the network: the packet in the middle of which it is
        bool is_taking_from_source = false;
    };

    [[nodiscard]] std::vector<int> route(int from, int to) const;
    [[nodiscard]] int coordinate(int node, int dimension) const;
    [[nodiscard]] int direction(int link) const; // a router's ports are numbered; the node's is the last
    [[nodiscard]] bool is_into(int link) const { return link >= first_into_ && link < first_out_; }
    [[nodiscard]] bool has_room(int packet, int hop) const;
    [[nodiscard]] Queue& queue_behind(int packet, int hop);
    void deliver(int link);
    void take(int link);
    void take_at_source(int link, int node);
    void take_flit(int link, Under& under);

    Shape shape_;
    std::vector<int> strides_;
    int nodes_ = 1;
    int directions_;
    int first_into_;
    int first_out_;
    int step_;
    std::int64_t now_ = 0;
    std::vector<Link> links_;
    std::vector<std::deque<int>> waiting_; // packets at each node
    std::vector<Packet>* packets_ = nullptr;
    std::vector<std::vector<int>> routes_;
    std::size_t left_ = 0;
};

} // namespace sartor::test
