// In which order packets of other processes are delivered: a provider may complete a long one after a short
// one that was sent later (fi_domain(3): comp_order).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace sartor::channel::fabric {

// What every packet of an endpoint begins with.
struct PacketHead {
    std::uint64_t key;    // of the run
    std::int32_t from;    // a process
    std::uint32_t number; // of the packet among those from one process to another
};

// `Packet` has members next, process, bytes and data(), where its head is. Packets that come too early are
// linked until their turn. 16 bytes for each process.
template <class Packet>
class PacketOrder {
  public:
    // False: no memory.
    [[nodiscard]] bool open(std::uint64_t key, int own, int count) noexcept {
        key_ = key;
        own_ = own;
        count_ = count;
        processes_ = static_cast<Process*>(std::calloc(static_cast<std::size_t>(count), sizeof(Process)));
        return processes_ != nullptr;
    }
    void close() noexcept { std::free(std::exchange(processes_, nullptr)); }

    // Of the next packet to a process; the number is used up.
    [[nodiscard]] PacketHead next_head(int to) noexcept { return {key_, own_, processes_[to].sent++}; }

    // One has come. Calls deliver(packet) for those whose turn it is, in order; the others are kept. Nobody's
    // packets, without the key or with a number that has been there, are dropped.
    template <class Deliver, class Drop>
    void take(Packet& packet, Deliver deliver, Drop drop) noexcept {
        PacketHead head;
        if (packet.bytes < sizeof head) return drop(packet);
        std::memcpy(&head, packet.data(), sizeof head);
        if (head.key != key_ || head.from < 0 || head.from >= count_) return drop(packet);
        Process& process = processes_[head.from];
        if (head.number != process.received) {
            if (!is_later(head.number, process.received)) return drop(packet);
            return keep(process, packet, head.number);
        }
        ++process.received;
        deliver(packet);
        while (process.early != nullptr && number_of(*process.early) == process.received) {
            ++process.received;
            deliver(*std::exchange(process.early, process.early->next));
        }
    }

  private:
    struct Process {
        Packet* early; // by their numbers
        std::uint32_t sent;
        std::uint32_t received;
    };

    // Numbers begin again after the last one.
    [[nodiscard]] static bool is_later(std::uint32_t one, std::uint32_t other) noexcept {
        return static_cast<std::int32_t>(one - other) > 0;
    }
    [[nodiscard]] static std::uint32_t number_of(Packet& packet) noexcept {
        PacketHead head;
        std::memcpy(&head, packet.data(), sizeof head);
        return head.number;
    }
    static void keep(Process& process, Packet& packet, std::uint32_t number) noexcept {
        Packet** link = &process.early;
        while (*link != nullptr && is_later(number, number_of(**link))) link = &(*link)->next;
        packet.next = std::exchange(*link, &packet);
    }

    std::uint64_t key_ = 0;
    int own_ = 0;
    int count_ = 0;
    Process* processes_ = nullptr;
};

} // namespace sartor::channel::fabric
