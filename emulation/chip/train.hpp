// Bursts of packets in one booking.
#pragma once

#include "emulation/chip/routes.hpp"

namespace sartor::machine::manycore {

// Packets of one route that follow each other at a pace, in one booking: of each link for all the time from
// the first to the last. When another worm needs one of the links, the packets that have not been sent yet
// give way.
class Train {
  public:
    // What a packet takes, and what of the time in which the burst is read is longer than sending it, spread
    // evenly over its packets.
    struct Pace {
        Cycles flits = 0;
        Cycles lead = 0;
        int packets = 0;

        // From the beginning of the burst until a packet can be sent.
        [[nodiscard]] Cycles ready(int packet) const noexcept {
            return packet * flits + (lead == 0 ? 0 : lead * (packet + 1) / packets);
        }
    };

    Route route;
    Pace pace;
    Cycles last_flits = 0;   // of the burst's last packet
    Cycles head = 0;         // when its first packet goes over the first link
    int first = 0;           // which packet of the burst that is
    bool can_be_cut = false; // set when it is booked; its sender resets it when all have left
    // Its packets from `first_left` on were not sent and are its sender's again.
    void (*cut)(Train& train, int first_left, Cycles now) noexcept = nullptr;

    // Over the first link.
    [[nodiscard]] Cycles head_of(int packet) const noexcept {
        return head + pace.ready(packet) - pace.ready(first);
    }
    [[nodiscard]] Cycles end() const noexcept { return head_of(pace.packets - 1) + last_flits; }
    [[nodiscard]] Cycles flits_from(int packet) const noexcept {
        return (pace.packets - 1 - packet) * pace.flits + last_flits;
    }
    // The first packet that has not left its sender at `now`: its head goes over the first link later than
    // `latest`.
    [[nodiscard]] int first_after(Cycles latest) const noexcept;
};

} // namespace sartor::machine::manycore
