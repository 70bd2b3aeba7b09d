// A chip whose cores read and write each other's memory, and read memories off the chip, over two networks.
//
// A read is a request packet to the interface of its target, which answers with the data by itself: no core
// of the target takes part. An interface works on several requests at once, and sends their responses one
// after the other, in the order of the requests. A write brings its data with its request, and nothing comes
// back.
#pragma once

#include "emulation/noc/description.hpp"
#include "emulation/noc/routers.hpp"

namespace sartor::machine::noc {

// What happened to a packet of data.
enum class Seen : std::uint8_t {
    read,    // its data have arrived at the reader
    left,    // its data have left the writer
    written, // its data have arrived at the target
};

// Deterministic. Time goes on in steps of a cycle.
class Chip : private Receiver {
  public:
    explicit Chip(const Description& description);

    struct Arrival {
        int owner;
        Cycles time;
        Seen what;
    };

    // A read whose request is at the interface of `node` now. Each of its packets is one arrival; `owner`
    // comes back with it.
    void read(int network, int node, int target, std::int64_t bytes, int owner);
    // A write that is given to the interface of `node` at `now`. Each of its packets is two arrivals.
    void write(int network, int node, int target, std::int64_t bytes, int owner, Cycles now);
    [[nodiscard]] int packets_of(std::int64_t bytes) const;
    // One cycle. Arrivals since the last call are in arrivals() until the next. Returns the first time at
    // which another cycle can change anything.
    Cycles step(Cycles now);
    [[nodiscard]] const Fifo<Arrival>& arrivals() const { return arrivals_; }
    [[nodiscard]] bool is_idle() const { return busy_ == 0; }
    // Flits that went over links, each counted at each hop.
    [[nodiscard]] std::int64_t moved() const { return routers_[0].moved() + routers_[1].moved(); }
    [[nodiscard]] const Routers& routers(int network) const { return routers_[network]; }

  private:
    struct Taken {
        Cycles ready;
        int packet;
    };
    struct Interface {
        Fifo<Taken> requests; // of its core, on their way out
        int requested = 0;    // flits of the first that are out
        Fifo<Taken> received; // requests of others, not yet taken
        Fifo<Taken> taken;    // in work: when their first data is there
        int sending = -1;     // the response
        int sent = 0;
        int channel = -1;
        Cycles free_from = 0;
        std::int64_t lost = 0; // of flits: parts by the denominator of stall_share
        bool waits = false;    // for its router
    };
    class Interfaces {
      public:
        explicit Interfaces(int count);
        Interfaces(const Interfaces&) = delete;
        Interfaces& operator=(const Interfaces&) = delete;
        ~Interfaces();
        [[nodiscard]] Interface& operator[](int index) { return all_[index]; }
        [[nodiscard]] const Interface& operator[](int index) const { return all_[index]; }

      private:
        int count_;
        Interface* all_;
    };

    bool has_room_for_request(int network, int node) noexcept override;
    void packet_arrived(int network, int node, int packet, Cycles now) noexcept override;

    [[nodiscard]] Interface& interface(int network, int node) { return interfaces_[network * nodes_ + node]; }
    void add_work(int network, int node);
    void end_work(int network, int node);
    [[nodiscard]] int& work_of(int network, int node) {
        return work_[static_cast<std::size_t>(network) * static_cast<std::size_t>(nodes_) +
                     static_cast<std::size_t>(node)];
    }
    void add_requests(int network, Packet request, std::int64_t bytes, Cycles ready);
    bool send_request(int network, int node, Cycles now);
    bool take_requests(int network, int node, Cycles now);
    bool start_response(int network, int node, Cycles now);
    bool send_data(int network, int node, Cycles now);
    bool serve(int network, int node, Cycles now);
    [[nodiscard]] Cycles next_ready(int network, int node, Cycles now, Cycles latest);
    [[nodiscard]] Cycles next(Cycles now);
    [[nodiscard]] bool loses_to(const Interface& other, Interface& one);
    [[nodiscard]] Cycles pause(int node, const Packet& packet) const;

    const Description description_;
    const int nodes_;
    Routers routers_[networks];
    Interfaces interfaces_;
    Fixed<int> work_; // of interfaces: requests and responses
    BusyNodes busy_nodes_[networks];
    Fifo<Arrival> arrivals_;
    std::int64_t busy_ = 0; // packets on their way, and requests in work
};

} // namespace sartor::machine::noc
