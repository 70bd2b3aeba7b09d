// An endpoint of libfabric: packets to other processes and from them (fi_endpoint(3): FI_EP_RDM, FI_MSG), and
// reads of their memory where the provider can (fi_rma(3), fi_mr(3)).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <pthread.h>

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>

#include "transports/fabric/carriers/libfabric/packet_order.hpp"
#include "transports/fabric/frame.hpp"
#include "transports/split/remote_reads.hpp"

namespace sartor::channel::fabric {

// Packets between two processes arrive in the order in which they were sent. Any thread may send, and any may
// poll; packets are delivered by one thread at a time. Ends the run, with what libfabric says, where that
// refuses something that is needed.
class Endpoint {
  public:
    // Called for each packet that has come; must not poll.
    using Deliver = void (*)(const char* packet, std::size_t bytes);
    // Called once for each read that has begun, with the note that read() was given. Must not poll.
    using EndRead = void (*)(const void* note, std::size_t bytes, bool has_data);

    // provider: the name of one. is_local: no process of another computer is to reach it. longest_packet: in
    // bytes.
    struct Settings {
        const char* provider;
        bool is_local;
        std::size_t longest_packet;
        std::uint64_t key; // of the run; packets without it are dropped
        Deliver deliver;
        EndRead end_read;
    };
    void open(const Settings& settings) noexcept;
    // The own address, for others. Returns its length.
    [[nodiscard]] std::size_t address(void* memory, std::size_t room) noexcept;
    // The address of a process: asked for each that this one sends to. `own`, `count`: the number of this
    // process, and of those of the run. Before the following.
    using AddressOf = const void* (*)(int process);
    void know(AddressOf address_of, int own, int count) noexcept;
    [[nodiscard]] const char* provider() const noexcept { return info_->fabric_attr->prov_name; }

    // Copies the parts. Never waits: what the provider does not take now is kept.
    void send(int process, const Part* parts, int count) noexcept;
    // Whether so many bytes are read: the provider can, and to send them would take longer.
    [[nodiscard]] bool reads(std::size_t bytes) const noexcept;
    // The memory may be read by other processes, and not written, until it is deregistered. Refused where it
    // would not be read, or the provider has no more registrations.
    [[nodiscard]] split::Region register_memory(const void* data, std::size_t bytes) noexcept;
    static void deregister(void* registration) noexcept;
    // Begins to read memory that a process has registered. The note, no longer than a packet, is copied.
    // False: the provider refuses.
    bool read(int process, const split::Region& region, void* memory, std::size_t bytes, const void* note,
              std::size_t note_bytes) noexcept;
    // Delivers what has come, and passes on what was kept. False: nothing has come. `waits_for_turn`: while
    // another thread polls; otherwise that is enough.
    bool poll(bool waits_for_turn = false) noexcept;
    // Sleeps until something comes, one of the other descriptors is readable, or the time is over. Meanwhile
    // other threads may poll.
    void wait(const int* others, int count, int milliseconds) noexcept;

    // The run ends without closing: nothing of it stays behind on this computer.
    void abandon() noexcept;
    void close() noexcept;

  private:
    struct Packet;

    void open_objects() noexcept;
    void allow_reads() noexcept;
    void post_receives() noexcept;
    void post_receive(Packet& packet) noexcept;
    [[nodiscard]] ssize_t begin(Packet& packet) noexcept;
    [[nodiscard]] ssize_t begin_in_turn(Packet& packet) noexcept;
    void get_to_know(int process) noexcept;
    Packet* take_packet() noexcept;
    void free_packet(Packet& packet) noexcept;
    void keep(int process, const PacketHead& head, const Part* parts, int count, std::size_t bytes) noexcept;
    void take(Packet& received) noexcept;
    void send_kept() noexcept;
    [[nodiscard]] ssize_t begin_read(Packet& packet) noexcept;
    void end_read(Packet& packet, bool has_data) noexcept;
    void go_on_reading(Packet& packet) noexcept;
    void complete(const fi_cq_msg_entry& entry) noexcept;
    void take_error() noexcept;

    fi_info* info_ = nullptr;
    fid_fabric* fabric_ = nullptr;
    fid_domain* domain_ = nullptr;
    fid_av* addresses_ = nullptr;
    fid_cq* completions_ = nullptr;
    fid_ep* endpoint_ = nullptr;
    std::uint64_t key_ = 0;
    PacketOrder<Packet> order_;
    AddressOf address_of_ = nullptr;
    int count_ = 0;              // of processes whose addresses are known
    fi_addr_t* known_ = nullptr; // by process; FI_ADDR_NOTAVAIL: nothing was sent to it
    int descriptor_ = -1;        // that says that something has come; -1: the provider has none
    std::size_t longest_packet_ = 0;
    std::size_t longest_inject_ = 0;
    std::size_t longest_read_ = 0; // in one operation; 0: there are none
    std::atomic<std::uint64_t> next_key_{0};
    Deliver deliver_ = nullptr;
    EndRead end_read_ = nullptr;
    pthread_mutex_t receiving_ = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_t sending_ = PTHREAD_MUTEX_INITIALIZER;
    Packet* free_ = nullptr;       // of sends and reads
    Packet* first_kept_ = nullptr; // to begin
    Packet* last_kept_ = nullptr;
    std::atomic<int> kept_{0};
    Packet* unposted_ = nullptr; // receives that the provider had no room for
};

} // namespace sartor::channel::fabric
