// Further programs under launchers that speak PMIx: process 0 has sartor-starter start them, to which all
// processes of its computer connect.
#pragma once

#include <cstdint>

#include "transports/fabric/wire_up.hpp"

namespace sartor::channel::fabric::pmix {

// By process 0; `here`: how many are going to connect. False: it is not in PATH, or the system does not start
// it.
[[nodiscard]] bool begin_starter(const WireUp& made, int here, int memory, std::uint64_t mark) noexcept;
// Returns the socket. Ends the run where nobody answers.
[[nodiscard]] int connect_to_starter(int own_number, std::uint64_t mark) noexcept;
// Nobody is going to connect.
void drop_starter() noexcept;
// After this process has closed its socket: waits for the end of the programs. Their highest exit code; 0
// where another process has begun it.
[[nodiscard]] int end_of_starter() noexcept;

} // namespace sartor::channel::fabric::pmix
