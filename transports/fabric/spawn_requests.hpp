// Requests for further programs (process::SpawnRequest) on their way to who starts them, and the answers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "transports/fabric/frame.hpp"

namespace sartor::process {
struct SpawnRequest;
}

namespace sartor::channel::fabric {

// Of ranks of this process. From any thread.

// Keeps it until its answer, which comes under the token that it gets. False: it is too long for who starts
// programs (longest_spawn), and has its answer.
[[nodiscard]] bool keep_request(process::SpawnRequest& request) noexcept;
// Whether any is kept.
[[nodiscard]] bool is_spawning() noexcept;
// `error`: the reason why not, of `bytes`; none: the ranks take part in the run. False: there is no such
// request.
[[nodiscard]] bool answer_request(std::uint64_t token, const char* error, std::size_t bytes) noexcept;

// On a computer where none are started: by way of process 0, which passes it on with another token.
void request_from_first(process::SpawnRequest& request) noexcept;

// By process 0: the launcher gets requests of other processes with these tokens.
struct RelayedToken {
    static constexpr int bits = 32;

    [[nodiscard]] static std::uint64_t of(int process, std::uint64_t token) noexcept {
        return static_cast<std::uint64_t>(process + 1) << bits | token;
    }
    [[nodiscard]] static bool is_one(std::uint64_t token) noexcept { return token >> bits != 0; }
    [[nodiscard]] static int process(std::uint64_t token) noexcept {
        return static_cast<int>(token >> bits) - 1;
    }
    [[nodiscard]] static std::uint64_t original(std::uint64_t token) noexcept {
        return token & ((std::uint64_t{1} << bits) - 1);
    }
};

// Frames of the kinds `spawn` and `spawned`.
void take_spawn_frame(const Frame& frame, const char* data, std::size_t bytes) noexcept;

} // namespace sartor::channel::fabric
