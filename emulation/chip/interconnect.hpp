// What carries control messages, words and data from node to node: the networks of a chip, as a component.
#pragma once

#include <cstddef>

#include "emulation/chip/events.hpp"

namespace sartor::machine::manycore {

class Chip;
struct Description;
struct Transfer;

// The use of one link so far.
struct LinkUse {
    int from = -1; // clusters; the same for a cluster's interface
    int to = -1;
    Cycles busy = 0;
};

// Each machine's description names a function that makes its own.
class Interconnect {
  public:
    Interconnect() = default;
    Interconnect(const Interconnect&) = delete;
    Interconnect& operator=(const Interconnect&) = delete;

    // A packet of so many bytes between two nodes; `arrived` is an event when all of it is there.
    virtual void send(int from, int to, std::int64_t bytes, Cycles now, Action arrived,
                      void* object) noexcept = 0;
    // 64 bits into a mailbox that PEs watch.
    virtual void signal(int from, int to, Cycles now, Action arrived, void* object) noexcept = 0;
    // Begins at `now`; the object must exist until `arrived` has been called.
    virtual void start(Transfer& transfer, Cycles now) noexcept = 0;
    // Whether a node reads another one's memory without any core there.
    [[nodiscard]] virtual bool serves_reads() const noexcept = 0;

    // ---- what links did

    [[nodiscard]] virtual int link_count() const noexcept = 0;
    [[nodiscard]] virtual LinkUse use_of(int link) const noexcept = 0;
    [[nodiscard]] virtual Cycles busy(int link) const noexcept = 0;
    // Of a node's interface: whether it leads into the network, and which of several it is.
    [[nodiscard]] virtual bool enters(int link) const noexcept = 0;
    [[nodiscard]] virtual int interface_number(int link) const noexcept = 0;
    // For people.
    virtual void name_link(int link, char* text, std::size_t bytes) const noexcept = 0;
    // The flits that went over links, each counted at each link.
    [[nodiscard]] virtual std::int64_t flit_hops() const noexcept = 0;

    // The first of those that were busy for the longest time; -1 if none was.
    [[nodiscard]] int hottest() const noexcept {
        int hottest = -1;
        Cycles most = 0;
        for (int link = 0, count = link_count(); link < count; ++link)
            if (busy(link) > most) most = busy(hottest = link);
        return hottest;
    }

    // Destroys it and frees its memory.
    virtual void release() noexcept = 0;

  protected:
    ~Interconnect() = default;
};

// Makes one for a chip whose description and events are there.
using MakeInterconnect = Interconnect& (*)(Chip& chip) noexcept;

} // namespace sartor::machine::manycore
