// Several chips of tiles, linked at some of their nodes. What goes to another chip is written to the node at
// a link's end, sent over the link by that node's core, and written on from the node at the other end: packet
// by packet, each as soon as all of it is there.
#pragma once

#include "emulation/chip/tiles.hpp"
#include "emulation/noc/links.hpp"

namespace sartor::machine::manycore {

// Nodes of the machine are those of the first chip, then those of the next. Routes are shortest in links; of
// several, the one whose links stand first in the description. Links that join the same two chips are shared
// out by the target's node. The nodes at links' ends have room for any number of packets.
class LinkedTiles final : public Interconnect {
  public:
    explicit LinkedTiles(Chip& chip) noexcept;

    void send(int from, int to, std::int64_t bytes, Cycles now, Action arrived,
              void* object) noexcept override;
    void signal(int from, int to, Cycles now, Action arrived, void* object) noexcept override;
    void start(Transfer& transfer, Cycles now) noexcept override;
    [[nodiscard]] bool serves_reads() const noexcept override { return true; }

    // Those of each chip's networks, then two for each link: in the order of its ends, and back.
    [[nodiscard]] int link_count() const noexcept override { return on_chips() + 2 * links_.count; }
    [[nodiscard]] LinkUse use_of(int link) const noexcept override;
    [[nodiscard]] Cycles busy(int link) const noexcept override;
    [[nodiscard]] bool enters(int link) const noexcept override;
    [[nodiscard]] int interface_number(int link) const noexcept override;
    void name_link(int link, char* text, std::size_t bytes) const noexcept override;
    [[nodiscard]] std::int64_t flit_hops() const noexcept override;
    void release() noexcept override;

  private:
    struct Place {
        int chip;
        int tile;
    };
    // What has been asked for, from chip to chip.
    struct Message {
        LinkedTiles* all;
        Place from; // the data
        Place to;
        std::int64_t bytes;
        int missing; // packets that have not arrived
        int left;    // packets that have not left
        bool is_read;
        Cycles reached; // when the first packet was there; -1: not yet
        Cycles injected;
        Action injecting; // or null
        Action arrived;
        void* object;
        Transfer* transfer; // or null
        Message* next;      // of those that are free
    };
    struct Packet {
        Message* message;
        Place at;
        Place to;
        std::int64_t bytes;
        bool is_request; // of a read
        int direction;   // over which it goes now
        Packet* next;
    };
    struct Direction {
        Cycles free_from;
        Cycles busy;
    };

    [[nodiscard]] int on_chips() const noexcept { return links_.chips * tiles_[0]->link_count(); }
    [[nodiscard]] int chip_of(int node) const noexcept { return node / nodes_of_chip_; }
    [[nodiscard]] Place place_of(int node) const noexcept {
        return {chip_of(node), tiles_[chip_of(node)]->tile_of(node)};
    }
    void find_routes() noexcept;
    [[nodiscard]] int direction_for(int chip, const Place& to) const noexcept;
    // Where a direction begins or ends.
    [[nodiscard]] Place end_of(int direction, bool far) const noexcept;

    Message& message(int from, int to, std::int64_t bytes, bool is_read) noexcept;
    void begin(Message& message, Cycles now) noexcept;
    [[nodiscard]] std::int64_t part_of(std::int64_t left) const noexcept {
        return left < chips_.packet_bytes ? left : chips_.packet_bytes;
    }
    Packet& packet(Message& message, const Place& at, const Place& to, std::int64_t bytes,
                   bool is_request) noexcept;
    void advance(Packet& packet, Cycles now) noexcept;
    void transmit(Packet& packet, Cycles now) noexcept;
    void end(Packet& packet, Cycles now) noexcept;
    void read_here(Packet& request, Cycles now) noexcept;
    void see_left(Message& message, Cycles now) noexcept;
    void see_arrived(Message& message, Cycles now) noexcept;

    Chip& chip_;
    const noc::Description& chips_;
    const noc::Links& links_;
    const int nodes_of_chip_;
    Tiles** tiles_;         // by chip
    int* distance_;         // by chip and target chip, in links
    Direction* directions_; // by link: two
    Message* spare_messages_ = nullptr;
    Packet* spare_packets_ = nullptr;
    Array<void*> owned_;
};

} // namespace sartor::machine::manycore
