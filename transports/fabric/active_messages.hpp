// Active messages between the processes of a run, as a machine's transport uses them: services by their
// numbers, messages as bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/directory.hpp"
#include "runtime/process.hpp"
#include "transports/fabric/blocks.hpp"
#include "transports/split/remote_reads.hpp"

namespace sartor::channel::fabric {

// The services of the cut. deliver() posts a message to a rank of this process; its bytes are the service's
// header and then data. `collector`: the argument of the poll() that has found it, or null. False: there is
// no such service, or its header is longer.
using Deliver = bool (*)(const void* collector, std::uint32_t service, int destination, const void* contents,
                         std::size_t bytes);
void carry(Deliver deliver) noexcept;

// Contexts from memory that all processes share, if they do, for such a question: see
// SharedContexts::reserve().
[[nodiscard]] bool shares_contexts(const process::Directory::Question& question) noexcept;
[[nodiscard]] int reserve_contexts(const process::Directory::Question& question) noexcept;

// Delivers what has come from other processes. False: nothing has. `collector`: who polls, for deliver().
bool poll(const void* collector) noexcept;

// To a rank of another process; both parts are copied. A message of any length.
void send(int destination, std::uint32_t service, const void* header, std::size_t header_bytes,
          const void* data, std::size_t bytes) noexcept;

// What a message to a process should not exceed, with its header, to go in one packet.
[[nodiscard]] std::size_t longest_packet(int process) noexcept;

// To and from an address of another process, in one copy. False: the system does not let this process, from
// then on always. copies_memory(): whether it may try.
[[nodiscard]] bool copies_memory(int process) noexcept;
bool write_memory(int process, std::uint64_t address, const void* data, std::size_t bytes) noexcept;
bool read_memory(int process, std::uint64_t address, void* memory, std::size_t bytes) noexcept;

// Memory for reads by ranks of other processes, without a copy by its own (split/remote_reads.hpp). Refused
// where messages don't go over a provider of libfabric that can.
[[nodiscard]] bool reads_remotely(std::size_t bytes) noexcept; // pieces of so many bytes
[[nodiscard]] split::Region register_memory(const void* data, std::size_t bytes) noexcept;
void deregister(void* registration) noexcept;
// Begins to read from a region of a process. When the read is over, the first of two messages of a service
// comes to a rank of this process, or, when it has failed, the second: headers alone. False: no read has
// begun.
inline constexpr std::size_t longest_read_header = 128;
struct RemoteRead {
    int process;
    const split::Region& region;
    void* memory;
    std::size_t bytes;
    std::uint32_t service;
    int reader;
    const void* done;
    const void* failed;
    std::size_t header_bytes;
};
bool read_remotely(const RemoteRead& read) noexcept;

// A request to a rank of another process, and memory for the reply: call(show, rank, question, answer) is
// called in its process (process::ask). All functions are those of the executable, which all processes run.
// False: no reply came within some seconds.
struct Request {
    void (*call)(void (*show)(), const process::Rank& rank, const void* question, void* reply);
    void (*show)();
    int rank;
    const void* question;
    std::size_t question_bytes;
    void* reply;
    std::size_t reply_bytes;
};
inline constexpr std::size_t longest_question = 256;
inline constexpr std::size_t longest_reply = 4096;
bool query_rank(const Request& request) noexcept;

} // namespace sartor::channel::fabric
