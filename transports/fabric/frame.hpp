// What goes from process to process: a frame of numbers, and bytes. No addresses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::channel::fabric {

enum class FrameKind : std::uint32_t {
    message, // of a service, for a rank; the bytes from `offset` on, of `bytes`
    // The census (waves.hpp):
    probe,   // of wave `bytes`
    count,   // the reply
    ended,   // all ranks of so many more processes: `bytes`
    over,    // all ranks of all processes have ended, nothing is in flight
    retract, // nothing is in flight: waits that can end with an error end (process/retractable_wait.hpp)
    // Reports:
    describe,  // the ranks of the subtree are to be described
    described, // rank `destination`
    query,     // see queries.hpp
    reply,
    // Further programs (spawn_requests.hpp, growth.hpp):
    spawn,   // a piece of request `bytes`, to process 0; an empty one ends it
    spawned, // the answer to it
    added,   // process `bytes` was
    told,    // so far notice `bytes`
    known,   // by all below: the reply
    // That process ends the run (lost_process.cpp).
    ending,
    // Clocks (common_clock.cpp):
    ask_time, // question `bytes`
    time,     // the reply: that of process 0
};

struct Frame {
    std::uint64_t key; // of the run
    FrameKind kind;
    std::uint32_t service;
    std::int32_t from;        // a process
    std::int32_t destination; // a rank
    std::uint64_t bytes;
    std::uint64_t offset;
};

// A part of a packet, which is a frame and what follows it.
struct Part {
    const void* data;
    std::size_t bytes;
};

// The bytes behind a frame: those of a piece of a message (split/handshake.hpp) and its header.
inline constexpr std::size_t longest_part = (std::size_t{16} << 10) + 256;
inline constexpr std::size_t longest_frame = sizeof(Frame) + longest_part;
// The same by libfabric, where providers make a handshake of their own for what is longer than 16 KiB with
// their headers (tcp;ofi_rxm).
inline constexpr std::size_t longest_part_by_endpoint = std::size_t{15} << 10;
// The same on connections of TCP, where a packet costs a system call at both ends.
inline constexpr std::size_t longest_part_by_socket = (std::size_t{128} << 10) + 256;

} // namespace sartor::channel::fabric
