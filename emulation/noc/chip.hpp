// A chip whose cores read each other's memory and memories off the chip, over two networks.
//
// A read is a request packet to the interface of its target, which answers with the data by itself: no core
// of the target takes part. An interface works on several requests at once, and sends their responses one
// after the other, in the order of the requests.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "emulation/noc/description.hpp"
#include "emulation/noc/routers.hpp"

namespace sartor::machine::noc {

// Deterministic. Time goes on in steps of a cycle.
class Chip : private Receiver {
  public:
    explicit Chip(const Description& description);

    struct Arrival {
        int core;
        Cycles time;
    };

    // A read whose request is at the interface of `node` now. Its last data is one arrival for each packet.
    void read(int network, int node, int target, int bytes, int core);
    [[nodiscard]] int packets_of(std::int64_t bytes) const;
    // One cycle. Arrivals since the last call are in arrivals() until the next.
    void step(Cycles now);
    [[nodiscard]] const std::vector<Arrival>& arrivals() const { return arrivals_; }
    [[nodiscard]] bool is_idle() const { return busy_ == 0; }
    // Flits that went over links, each counted at each hop.
    [[nodiscard]] std::int64_t moved() const { return routers_[0].moved() + routers_[1].moved(); }

  private:
    struct Taken {
        Cycles ready;
        int packet;
    };
    struct Interface {
        std::deque<int> requests;   // of its core, on their way out
        std::deque<Taken> received; // requests of others, not yet taken
        std::deque<Taken> taken;    // in work: when their first data is there
        int sending = -1;           // the response
        int sent = 0;
        int channel = -1;
        Cycles free_from = 0;
        std::int64_t lost = 0; // of flits: parts by the denominator of stall_share
        bool waits = false;    // for its router
    };

    bool has_room_for_request(int network, int node) override;
    void request_arrived(int network, int node, int packet, Cycles now) override;
    void response_arrived(int network, const Packet& packet, Cycles now) override;

    [[nodiscard]] Interface& interface(int network, int node) {
        return interfaces_[static_cast<unsigned>(network * nodes_ + node)];
    }
    [[nodiscard]] int& work(int network, int node) {
        return work_[static_cast<unsigned>(network * nodes_ + node)];
    }
    void send_request(int network, int node, Cycles now);
    void take_requests(int node, Interface& one, Cycles now);
    void start_response(int network, int node, Cycles now);
    void send_data(int network, int node, Cycles now);
    [[nodiscard]] bool loses_to(const Interface& other, Interface& one);
    [[nodiscard]] Cycles pause(int node, const Packet& packet) const;

    const Description description_;
    const int nodes_;
    std::array<Routers, networks> routers_;
    std::vector<Interface> interfaces_;
    std::vector<int> work_; // of interfaces: requests and responses
    std::vector<Arrival> arrivals_;
    std::int64_t busy_ = 0; // packets on their way, and requests in work
};

} // namespace sartor::machine::noc
