// Ports and their names in text, and questions about them to the table of the run.
#pragma once

#include <cstdio>
#include <cstring>

#include "mpi_api/call/call.hpp"
#include "mpi_api/communicator/making/contexts.hpp"
#include "runtime/peers.hpp"
#include "runtime/ports.hpp"

namespace sartor::mpi::internal {

// The answer, or a negative number (process::Ports). Ranks that share no memory with rank 0 send it a message
// and wait for the reply.
template <class Program>
[[nodiscard]] int query_port(Call<Program>& call, process::PortQuestion question) noexcept {
    const process::Rank& self = *process::current;
    question.requester = self.number;
    if constexpr (has_distant_ranks<typename Program::machine>) {
        using Transport = typename Interface<Program>::types::Transport;
        if (Transport::memory_of(self) != Transport::memory_of(process::rank(0)))
            return call.state().port_questions.request(question);
    }
    return process::ports.reply(question);
}

// Whether other runs may connect to ports of this one.
[[nodiscard]] inline bool others_enter() noexcept {
    return process::peers != nullptr && process::peers->others_enter;
}

inline constexpr const char* port_format = "sartor:port:%d";

// The number in a port's name; -1 when it is none.
[[nodiscard]] inline int number_of_port(const char* name) noexcept {
    int number = -1, length = 0;
    constexpr const char* format = "sartor:port:%d%n";
    const bool is_port = std::sscanf(name, format, &number, &length) == 1 && name[length] == '\0';
    return is_port && number >= 0 ? number : -1;
}

// The same of an argument; -1 after reporting MPI_ERR_PORT.
template <class Program>
[[nodiscard]] int named_port(Call<Program>& call, const char* name) noexcept {
    if (!call.result("port_name", name)) return -1;
    const int number = number_of_port(name);
    if (number < 0)
        call.template fail<MPI_ERR_PORT>(
            "port_name = \"%.100s\": not the name of a port; MPI_Open_port makes "
            "them, MPI_Lookup_name finds them",
            name);
    return number;
}

// A port of the calling rank: the context of the messages by which others connect to it. -1 after reporting
// MPI_ERR_NO_MEM.
template <class Program>
[[nodiscard]] int new_port(Call<Program>& call) noexcept {
    const int number = reserve_own_contexts<Program>(1 + collective_context_offset);
    if (number >= 0 && query_port(call, {process::PortAction::open, number}) == 0) return number;
    call.template fail<MPI_ERR_NO_MEM>("no memory for a port");
    return -1;
}

} // namespace sartor::mpi::internal
