// Active messages between the processes of a run, as a machine's transport uses them: services by their
// numbers, messages as bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "components/process/process.hpp"

namespace sartor::channel::fabric {

// Which process a rank is in: neighbouring ranks are together.
struct Blocks {
    int number = 0; // of this process
    int processes = 1;

    [[nodiscard]] int of(int rank) const noexcept {
        return processes == 1 ? 0 : static_cast<int>(static_cast<long>(rank) * processes / process::size());
    }
    [[nodiscard]] static int first_of(int process, int processes, int ranks) noexcept {
        return static_cast<int>((static_cast<long>(process) * ranks + processes - 1) / processes);
    }
};
extern Blocks blocks;

// The services of the cut. deliver() posts a message to a rank of this process; its bytes are the service's
// header and then data. False: there is no such service, or its header is longer.
using Deliver = bool (*)(std::uint32_t service, int destination, const void* contents, std::size_t bytes);
void carry(Deliver deliver) noexcept;

// Delivers what has come from other processes. False: nothing has.
bool poll() noexcept;

// To a rank of another process; both parts are copied. A message of any length.
void send(int destination, std::uint32_t service, const void* header, std::size_t header_bytes,
          const void* data, std::size_t bytes) noexcept;

// A request to a rank of another process, and memory for the reply: call(show, rank, question, answer) is
// called in its process (process::ask). All functions are those of the executable, which all processes run.
// False: no reply came within some seconds.
struct Request {
    void (*call)(void (*show)(), const process::Rank& rank, const void* question, void* answer);
    void (*show)();
    int rank;
    const void* question;
    std::size_t question_bytes;
    void* answer;
    std::size_t answer_bytes;
};
inline constexpr std::size_t longest_question = 256;
inline constexpr std::size_t longest_answer = 4096;
bool ask(const Request& request) noexcept;

} // namespace sartor::channel::fabric
