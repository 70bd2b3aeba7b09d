// Transfers between the memories of ranks without software at the target, for services that know ranks and no
// segments: puts and gets as the AOS layer has them (AOS, sections 5.1 and 5.3).
#pragma once

#include "runtime/process.hpp"
#include "transports/manycore/segment.hpp"

namespace sartor::channel::manycore {

// One transfer; lives until it is complete. Both functions are called in events.
struct Move {
    void (*arrived)(void* object) noexcept = nullptr;  // now the data are to be copied
    void (*complete)(void* object) noexcept = nullptr; // the initiator knows it
    void* object = nullptr;

    // Adds a contiguous range of the target's memory, which begins a packet of its own.
    void add(std::size_t bytes_of_stretch) noexcept {
        bytes += static_cast<std::int64_t>(bytes_of_stretch);
        packets += packets_of(static_cast<std::int64_t>(bytes_of_stretch));
    }

    Job job;
    std::int64_t bytes = 0;
    std::int64_t packets = 0;
    int initiator = 0; // nodes
    int server = 0;
};

// Called by the running rank, which continues when the job is posted. Jobs of one rank to one node are served
// in order. Blocks while the server holds as many jobs of this node as it can.
void put(Move& move, const process::Rank& target) noexcept;
void get(Move& move, const process::Rank& target) noexcept;

} // namespace sartor::channel::manycore
