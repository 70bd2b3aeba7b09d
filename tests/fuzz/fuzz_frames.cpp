// Packets of other processes with the run's key: any, in any order. They are delivered, answered or dropped,
// or the run ends with a line that names the sender; or with the report of a deadlock, which they may well
// describe.
#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "tests/fuzz/messages.hpp"
#include "transports/fabric/active_messages.cpp"
#include "transports/fabric/blocks.cpp"
#include "transports/fabric/census.cpp"
#include "transports/fabric/common_clock.cpp"
#include "transports/fabric/growth.cpp"
#include "transports/fabric/lost_process.cpp"
#include "transports/fabric/queries.cpp"
#include "transports/fabric/spawn_requests.cpp"

namespace {

using namespace sartor;
using namespace sartor::fuzz;

constexpr int all_ranks = 8;
constexpr int processes = 4;
constexpr std::uint64_t run_key = 0x1234567890abcdef;

void (*take_now)(const char* packet, std::size_t bytes) = nullptr;
std::int64_t time_now = 0;
bool answers_quiet = true;
Input* input_now = nullptr;

void take_from(Input& input);

} // namespace

// The endpoint, and the part of the process that frames use.
namespace sartor::channel::fabric {

constinit Carriers carriers;
void open_carrier(const Delivery& delivery) noexcept {
    carriers.emplace<LibfabricCarrier>();
    take_now = delivery.packet;
}
split::Region Endpoint::register_memory(const void*, std::size_t) noexcept {
    return {};
}
void Endpoint::deregister(void*) noexcept {}
bool Endpoint::reads(std::size_t) const noexcept {
    return false;
}
bool Endpoint::read(int, const split::Region&, void*, std::size_t, const void*, std::size_t) noexcept {
    return false;
}
void Endpoint::send(int process, const Part* parts, int count) noexcept {
    require(process >= 0 && process < channel::fabric::process_count());
    for (int index = 0; index < count; ++index) look_at(parts[index].data, parts[index].bytes);
}
// Packets come while a deadlock is reported, too.
bool Endpoint::poll(bool) noexcept {
    if (input_now->is_empty()) return false;
    take_from(*input_now);
    return true;
}
bool Sockets::send(int, const Part*, int) noexcept {
    return false;
}
bool Sockets::poll(bool) noexcept {
    return false;
}
void Sockets::send_last(const Part*, int) noexcept {}
void Rings::send(int, std::uint32_t, const Part*, int) noexcept {}
bool Rings::poll(bool) noexcept {
    return false;
}
bool Rings::read_memory(int, std::uint64_t, void*, std::size_t) noexcept {
    return false;
}
bool Rings::write_memory(int, std::uint64_t, const void*, std::size_t) noexcept {
    return false;
}
bool MixedCarrier::poll() noexcept {
    return false;
}
void wake_listener() noexcept {}

} // namespace sartor::channel::fabric

namespace sartor::process {

const Peers* peers = nullptr;
CommonClock common_clock;

std::int64_t now() noexcept {
    return time_now += 100'000'000;
}
bool is_quiet() noexcept {
    return answers_quiet;
}
bool all_ended_here() noexcept {
    return false;
}
void rouse_workers() noexcept {}
void describe_blocked(int rank, BlockedRank& blocked) noexcept {
    blocked = {};
    blocked.waits_for = rank;
}
void report_waiting_for(int first, int count) noexcept {
    require(first >= 0 && count > 0 && first + count <= channel::fabric::rank_count());
}
bool is_waiting_for(int, int) noexcept {
    return false;
}
void report_deadlock(const BlockedRank* all, int count) noexcept {
    for (int rank = 0; rank < count; ++rank) {
        require(all[rank].waits_for >= -1 && all[rank].waits_for < count);
        report("deadlock: %s %s %d", all[rank].call, all[rank].text,
               all[rank].has_ended || all[rank].is_blocked);
    }
    end_run(deadlock_exit_code);
}

} // namespace sartor::process

namespace {

using channel::fabric::Frame;
using channel::fabric::FrameKind;

// Messages of service 0 alone, with headers of 8 bytes.
bool deliver_to_service(const void*, std::uint32_t service, int destination, const void* contents,
                        std::size_t bytes) {
    require(process::peers->first_rank <= destination);
    require(destination < process::peers->first_rank + process::peers->ranks_here);
    look_at(contents, bytes);
    return service == 0 && bytes >= sizeof(std::uint64_t);
}

// Of plausible numbers, or of any. Questions name no function of this program: what is one can't be known.
void take_from(Input& input) {
    Frame frame{};
    const std::uint8_t manner = input.byte();
    if (manner % 4 == 0) {
        input.fill(&frame, sizeof frame);
    } else {
        frame.kind = static_cast<FrameKind>(input.byte() % 18);
        frame.service = input.byte() % 2;
        frame.from = input.byte() % processes;
        frame.destination = input.byte() % all_ranks;
        frame.bytes = input.byte();
        frame.offset = input.byte();
    }
    if (manner % 8 != 0) frame.key = run_key;
    const std::size_t bytes = manner % 16 == 1   ? sizeof(process::BlockedRank)
                              : manner % 16 == 2 ? sizeof(channel::fabric::Count)
                                                 : input.byte();
    std::vector<char> packet(sizeof frame + bytes);
    std::memcpy(packet.data(), &frame, sizeof frame);
    input.fill(packet.data() + sizeof frame, bytes);
    if (frame.kind == FrameKind::query && bytes >= sizeof(std::uint64_t))
        std::memset(packet.data() + sizeof frame, 0xff, sizeof(std::uint64_t));
    if (manner % 8 == 3) packet.resize(input.byte() % packet.size());
    const auto exact = std::make_unique<char[]>(packet.size());
    std::copy(packet.begin(), packet.end(), exact.get());
    take_now(exact.get(), packet.size());
}

void play(Input& input) {
    while (!input.is_empty()) {
        const std::uint8_t step = input.byte();
        answers_quiet = step % 8 != 0;
        if (step % 32 == 4)
            channel::fabric::look_for_lost_process();
        else if (step % 4 == 0)
            channel::fabric::look_for_end();
        else if (step % 4 == 1)
            channel::fabric::describe_if_requested();
        else
            take_from(input);
    }
}

} // namespace

constexpr int most_later = 8;

// The run may grow: process 0 passes on requests, others keep the roster themselves.
void grow(Input& input) {
    using namespace channel::fabric;
    static process::SpawnRequest request{};
    wire_up.number = blocks.number;
    wire_up.most_processes += most_later;
    wire_up.most_ranks += 100;
    wire_up.relay = blocks.number == 0 ? [](std::uint64_t token, const char* text, std::size_t bytes) noexcept {
        require(RelayedToken::is_one(token) && RelayedToken::process(token) < process_count());
        look_at(text, bytes);
    } : nullptr;
    wire_up.known = [](std::uint64_t) noexcept {};
    if (roster.exists()) roster.unmap(processes + most_later);
    keep_roster();
    kept = nullptr;
    if (input.byte() % 2 == 0) static_cast<void>(keep_request(request));
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace channel::fabric;
    begin_run<all_ranks>(2);
    static process::Peers peers{};
    Input input(data, size);
    input_now = &input;
    blocks.number = input.byte() % processes; // process 0 is the root of the tree
    blocks.processes = processes;
    blocks.ranks = all_ranks;
    blocks.first = Blocks::first_of(blocks.number, processes, all_ranks);
    blocks.here = all_ranks / processes;
    peers.first_rank = blocks.first;
    peers.ranks_here = blocks.here;
    process::peers = &peers;
    wire_up = {};
    wire_up.key = run_key;
    wire_up.processes = wire_up.most_processes = processes;
    wire_up.most_ranks = all_ranks;
    wire_up.ranks_of_each = all_ranks / processes;
    if (blocks.number % 2 == 0) grow(input);
    counters.sent = counters.received = 0;
    assemblies = nullptr;
    described = nullptr;
    described_to = -1;
    described_for = -1;
    clock_reply.number = 0;
    new (&waves) Waves<Frames>;
    carry(&deliver_to_service);
    open_packets("fuzz");
    if (setjmp(run_ended) == 0)
        play(input);
    else
        require(last_report.find("from process ") != std::string::npos ||
                last_report.starts_with("process ") || last_report.starts_with("deadlock") ||
                last_report.starts_with("no memory"));
    return 0;
}
