#include "transports/fabric/active_messages.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/peers.hpp"
#include "runtime/scheduler/kept_errno.hpp"
#include "transports/fabric/carriers.hpp"
#include "transports/fabric/frames.hpp"
#include "transports/fabric/growth.hpp"
#include "transports/fabric/spawn_requests.hpp"

namespace sartor::channel::fabric {

WireUp wire_up;
Counters counters;

namespace {

Deliver deliver_to_rank = nullptr;
thread_local const void* collector_now = nullptr;

// A message in several packets, which come one after the other from its process.
struct Assembly {
    char* memory = nullptr;
    std::size_t bytes = 0;
    std::size_t arrived = 0;
};
Assembly* assemblies = nullptr; // by process

Assembly& assembly_of(const Frame& frame) noexcept {
    if (assemblies == nullptr)
        assemblies = static_cast<Assembly*>(
            std::calloc(static_cast<std::size_t>(wire_up.most_processes), sizeof(Assembly)));
    if (assemblies == nullptr) process::end_without_memory("a message of another process", frame.bytes);
    return assemblies[frame.from];
}

void deliver(const Frame& frame, const void* contents) noexcept {
    const int first = process::peers->first_rank;
    if (frame.destination < first || frame.destination >= first + process::peers->ranks_here)
        refuse(frame, "its rank is not here");
    if (!deliver_to_rank(collector_now, frame.service, frame.destination, contents, frame.bytes))
        refuse(frame, "no such service, or its message is too short");
    counters.add_one(counters.received);
}

void take_message(const Frame& frame, const char* part, std::size_t bytes) noexcept {
    if (frame.offset == 0 && frame.bytes == bytes) return deliver(frame, part);
    Assembly& assembly = assembly_of(frame);
    if (frame.offset == 0 && assembly.arrived == 0)
        assembly = {static_cast<char*>(std::malloc(frame.bytes)), frame.bytes, 0};
    if (assembly.memory == nullptr && frame.offset == 0)
        process::end_without_memory("a message of another process", frame.bytes);
    if (assembly.memory == nullptr || frame.offset != assembly.arrived || frame.bytes != assembly.bytes ||
        bytes > frame.bytes - frame.offset || bytes == 0)
        refuse(frame, "a part is missing");
    std::memcpy(assembly.memory + frame.offset, part, bytes);
    assembly.arrived += bytes;
    if (assembly.arrived < frame.bytes) return;
    deliver(frame, assembly.memory);
    std::free(assembly.memory);
    assembly = {};
}

} // namespace

void refuse(const Frame& frame, const char* why) noexcept {
    process::report("an invalid message from process %d (kind %u, rank %d, %llu bytes): %s", frame.from,
                    static_cast<unsigned>(frame.kind), frame.destination,
                    static_cast<unsigned long long>(frame.bytes), why);
    process::end_run(1);
}

// Packets without the key are of no process of this run: they are dropped.
static void take_packet(const char* packet, std::size_t bytes) noexcept {
    Frame frame;
    if (bytes < sizeof frame) return;
    std::memcpy(&frame, packet, sizeof frame);
    if (frame.key != wire_up.key || frame.from < 0 || frame.from >= process_count()) return;
    packet += sizeof frame;
    bytes -= sizeof frame;
    switch (frame.kind) {
    case FrameKind::message:
        return take_message(frame, packet, bytes);
    case FrameKind::probe:
    case FrameKind::count:
    case FrameKind::ended:
    case FrameKind::over:
    case FrameKind::retract:
        return take_census_frame(frame, packet, bytes);
    case FrameKind::describe:
    case FrameKind::described:
    case FrameKind::query:
    case FrameKind::reply:
        return take_query_frame(frame, packet, bytes);
    case FrameKind::spawn:
    case FrameKind::spawned:
        return take_spawn_frame(frame, packet, bytes);
    case FrameKind::added:
    case FrameKind::told:
    case FrameKind::known:
        return take_growth_frame(frame, packet, bytes);
    case FrameKind::ending:
        return take_ending_frame(frame, packet, bytes);
    case FrameKind::ask_time:
    case FrameKind::time:
        return take_clock_frame(frame, packet, bytes);
    }
    refuse(frame, "no such kind");
}

bool take_packets(bool waits_for_turn) noexcept {
    return with_carrier([=](auto& carrier) { return carrier.poll_control(waits_for_turn); });
}

void send_frame(int process, FrameKind kind, std::uint64_t number, int rank, const void* data,
                std::size_t bytes) noexcept {
    const Frame frame{wire_up.key, kind, 0, blocks.number, rank, number, 0};
    const Part parts[] = {{&frame, sizeof frame}, {data, bytes}};
    with_carrier([&](auto& carrier) { carrier.send_control(process, parts, 2); });
}

void carry(Deliver deliver) noexcept {
    deliver_to_rank = deliver;
}

// What a ring says of a message besides its length, with no frame: its service and its rank. 0: there is a
// frame.
struct RingTag {
    static constexpr std::uint32_t ranks = 1U << 24;

    static std::uint32_t of(std::uint32_t service, int rank) noexcept {
        const auto number = static_cast<std::uint32_t>(rank);
        return service >= 255 || number >= ranks ? 0 : (service + 1) * ranks + number;
    }
    static std::uint32_t service(std::uint32_t tag) noexcept { return tag / ranks - 1; }
    static int rank(std::uint32_t tag) noexcept { return static_cast<int>(tag % ranks); }
};

static void take_from_ring(int process, std::uint32_t tag, const char* packet, std::size_t bytes) noexcept {
    if (tag == 0) return take_packet(packet, bytes);
    deliver({wire_up.key, FrameKind::message, RingTag::service(tag), process, RingTag::rank(tag), bytes, 0},
            packet);
}

static Rings* rings_to(int process) noexcept {
    return with_carrier([=](auto& carrier) { return carrier.rings_to(process); });
}

bool shares_contexts(const process::Directory::Question& question) noexcept {
    return shared_contexts.exist() && SharedContexts::serve(question);
}
int reserve_contexts(const process::Directory::Question& question) noexcept {
    return shared_contexts.reserve(question, blocks.number,
                                   [](int process) { return roster.has_failed(process); });
}

bool poll(const void* collector) noexcept {
    if (process::peers == nullptr) return false;
    const process::KeptErrno errno_of_rank; // system calls here are not the program's
    collector_now = collector;
    const bool any = with_carrier([](auto& carrier) { return carrier.poll(); });
    collector_now = nullptr;
    return any;
}

std::size_t longest_packet(int process) noexcept {
    return with_carrier([=](auto& carrier) { return carrier.longest_packet(process); });
}

bool copies_memory(int process) noexcept {
    const Rings* const rings = rings_to(process);
    return rings != nullptr && rings->may_copy();
}

bool write_memory(int process, std::uint64_t address, const void* data, std::size_t bytes) noexcept {
    const process::KeptErrno errno_of_rank;
    Rings* const rings = rings_to(process);
    return rings != nullptr && rings->write_memory(process, address, data, bytes);
}

bool read_memory(int process, std::uint64_t address, void* memory, std::size_t bytes) noexcept {
    const process::KeptErrno errno_of_rank;
    Rings* const rings = rings_to(process);
    return rings != nullptr && rings->read_memory(process, address, memory, bytes);
}

// Only an endpoint of libfabric reads remotely. Requires reads_remotely(), or a registration by it.
static Endpoint& endpoint() noexcept {
    return std::get_if<LibfabricCarrier>(&carriers)->endpoint;
}

bool reads_remotely(std::size_t bytes) noexcept {
    return std::holds_alternative<LibfabricCarrier>(carriers) && endpoint().reads(bytes);
}

split::Region register_memory(const void* data, std::size_t bytes) noexcept {
    if (!reads_remotely(bytes)) return {};
    const process::KeptErrno errno_of_rank;
    return endpoint().register_memory(data, bytes);
}

void deregister(void* registration) noexcept {
    const process::KeptErrno errno_of_rank;
    Endpoint::deregister(registration);
}

// What is kept with a read; the messages of its two ends follow.
struct NoteOfRead {
    std::uint32_t service;
    std::int32_t reader;
};

// A read is a message of this process to itself: in flight until one end or the other is delivered.
bool read_remotely(const RemoteRead& read) noexcept {
    const process::KeptErrno errno_of_rank;
    const NoteOfRead head{read.service, read.reader};
    char note[sizeof head + 2 * longest_read_header];
    std::memcpy(note, &head, sizeof head);
    std::memcpy(note + sizeof head, read.done, read.header_bytes);
    std::memcpy(note + sizeof head + read.header_bytes, read.failed, read.header_bytes);
    counters.add_one(counters.sent);
    if (endpoint().read(read.process, read.region, read.memory, read.bytes, note,
                        sizeof head + 2 * read.header_bytes))
        return true;
    counters.add_one(counters.received);
    return false;
}

static void end_read(const void* note, std::size_t bytes, bool has_data) noexcept {
    NoteOfRead head;
    std::memcpy(&head, note, sizeof head);
    const std::size_t header_bytes = (bytes - sizeof head) / 2;
    const char* const done = static_cast<const char*>(note) + sizeof head;
    deliver({wire_up.key, FrameKind::message, head.service, blocks.number, head.reader, header_bytes, 0},
            has_data ? done : done + header_bytes);
}

// What is longer than a packet goes in several, which must not mix with those of other messages.
static void send_parts(Frame& frame, int process, const char* header, std::size_t header_bytes,
                       const char* data) noexcept {
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&one_at_a_time);
    while (frame.offset < frame.bytes) {
        const std::size_t of_header = frame.offset == 0 ? header_bytes : 0;
        const std::size_t done = frame.offset == 0 ? 0 : frame.offset - header_bytes;
        const std::size_t part = std::min(frame.bytes - frame.offset, longest_packet(process));
        const Part parts[] = {{&frame, sizeof frame}, {header, of_header}, {data + done, part - of_header}};
        with_carrier([&](auto& carrier) { carrier.send(process, parts, 3); });
        frame.offset += part;
    }
    pthread_mutex_unlock(&one_at_a_time);
}

void send(int destination, std::uint32_t service, const void* header, std::size_t header_bytes,
          const void* data, std::size_t bytes) noexcept {
    const process::KeptErrno errno_of_rank;
    const int process = blocks.of(destination);
    if (process >= wire_up.processes && has_left(process)) return; // nobody waits for it
    Frame frame{wire_up.key, FrameKind::message,   service, blocks.number,
                destination, header_bytes + bytes, 0};
    counters.add_one(counters.sent);
    if (frame.bytes > longest_packet(process))
        return send_parts(frame, process, static_cast<const char*>(header), header_bytes,
                          static_cast<const char*>(data));
    const Part parts[] = {{&frame, sizeof frame}, {header, header_bytes}, {data, bytes}};
    if (Rings* const rings = rings_to(process)) {
        const std::uint32_t tag = RingTag::of(service, destination);
        return tag != 0 ? rings->send(process, tag, parts + 1, 2) : rings->send(process, 0, parts, 3);
    }
    with_carrier([&](auto& carrier) { carrier.send(process, parts, 3); });
}

void open_packets() noexcept {
    open_carrier({&take_packet, &take_from_ring, &end_read});
}

} // namespace sartor::channel::fabric
