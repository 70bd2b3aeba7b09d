// Two networks whose interfaces read and write the memories of cores by themselves, flit by flit
// (emulation/noc): control messages and words are writes, and data are read by those who want them.
#pragma once

#include "emulation/array.hpp"
#include "emulation/chip/chip.hpp"
#include "emulation/noc/chip.hpp"

namespace sartor::machine::manycore {

// Data that are on their way to another node are there.
void observe_moved(const Transfer& transfer, Cycles injected, Cycles reached, Cycles now) noexcept;

// Nodes of the emulated chip are cores that programs get, in the order of their numbers on the networks. Data
// take the network on which they have fewer hops.
class Tiles final : public Interconnect {
  public:
    // The first of its nodes: of several chips, each has its own.
    explicit Tiles(manycore::Chip& chip, int first_node = 0) noexcept;

    // Between any two nodes of the networks. `left` may be null.
    void write(int from_tile, int to_tile, std::int64_t bytes, Cycles now, Action left, Action arrived,
               void* object) noexcept;
    void read(int reader_tile, int target_tile, std::int64_t bytes, Cycles now, Action arrived,
              void* object) noexcept;
    [[nodiscard]] int tile_of(int node) const noexcept { return tile_of_[node - first_node_]; }

    void send(int from, int to, std::int64_t bytes, Cycles now, Action arrived,
              void* object) noexcept override;
    void signal(int from, int to, Cycles now, Action arrived, void* object) noexcept override;
    void start(Transfer& transfer, Cycles now) noexcept override;
    [[nodiscard]] bool serves_reads() const noexcept override { return true; }

    // Of each network, for each router: along x, along y, to its interface, from its interface. Along an axis
    // they lead to the next core that has a node; other routers have no node.
    [[nodiscard]] int link_count() const noexcept override {
        return noc::networks * tiles_.nodes() * links_of_router;
    }
    [[nodiscard]] LinkUse use_of(int link) const noexcept override;
    [[nodiscard]] Cycles busy(int link) const noexcept override;
    [[nodiscard]] bool enters(int link) const noexcept override { return output_of(link) == from_interface; }
    [[nodiscard]] int interface_number(int link) const noexcept override { return network_of(link); }
    void name_link(int link, char* text, std::size_t bytes) const noexcept override;
    [[nodiscard]] std::int64_t flit_hops() const noexcept override { return chip_of_tiles_.moved(); }
    void release() noexcept override;

  private:
    // What the networks have been asked for.
    struct Operation {
        int number;
        int from; // the data
        int to;
        int network;
        bool is_read;
        std::int64_t bytes;
        int left;    // packets that have not left
        int missing; // packets that have not arrived
        Cycles begun;
        Cycles reached; // when the first packet was there; -1: not yet
        Cycles injected;
        Action injecting; // or null
        Action arrived;
        void* object;
        Transfer* transfer; // or null
        Tiles* tiles;
        Operation* next; // of those that are free
    };

    [[nodiscard]] int network_for(int from, int to) const noexcept;
    static constexpr int from_interface = noc::ports;
    static constexpr int links_of_router = noc::ports + 1;
    [[nodiscard]] int network_of(int link) const noexcept {
        return link / (tiles_.nodes() * links_of_router);
    }
    [[nodiscard]] int router_of(int link) const noexcept { return link / links_of_router % tiles_.nodes(); }
    [[nodiscard]] static int output_of(int link) noexcept { return link % links_of_router; }
    [[nodiscard]] Operation& operation(int from_tile, int to_tile, std::int64_t bytes, Cycles now) noexcept;
    void issue(Operation& operation, Cycles now) noexcept;
    static void ask(void* object, Cycles now) noexcept;
    static void step(void* object, Cycles now) noexcept;
    void step_at(Cycles time) noexcept;
    void see(const noc::Chip::Arrival& arrival) noexcept;
    void see_left(Operation& operation, Cycles time) noexcept;
    static void finish(void* object, Cycles now) noexcept;
    void put_back(Operation& operation) noexcept;

    manycore::Chip& chip_;
    const noc::Description& tiles_;
    noc::Chip chip_of_tiles_;
    const int first_node_;
    int* tile_of_ = nullptr; // by node, from the first on
    int* node_of_ = nullptr; // by tile; -1: no rank runs there
    Array<Operation*> operations_;
    Operation* spare_ = nullptr;
    Cycles planned_ = -1; // the next step; -1: none is planned
    Cycles stepped_ = -1; // the last
};

} // namespace sartor::machine::manycore
