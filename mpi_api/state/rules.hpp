// How the standard is read where it leaves MPI a choice, or where MPIs do not mind a mistake: a component in
// two forms. `Lenient` is quick; programs built with --checked have `Strict`, which makes mistakes show.
#pragma once

#include <cstddef>
#include <string_view>

#include "framework/slot.hpp"
#include "mpi.h"
#include "runtime/known_memory/room_memo.hpp"
#include "runtime/process.hpp"
#include "runtime/reports/findings.hpp"
#include "runtime/reports/left_reports.hpp"

namespace sartor::mpi {

// The modes of sends (MPI-5.0 section 3.4): what they make of a message, and how its send starts.
struct AnyTime {
    static constexpr void mark(auto&) noexcept {}
};
struct WithReceive {
    static void mark(auto& message) noexcept { message.mode.rendezvous = true; }
};

struct Lenient {
    static constexpr std::string_view name = absent;
    // What the tool interface's control variable says.
    static constexpr bool are_strict = false;
    // Whether a send in standard mode may be over before its message is received (MPI-5.0 section 3.4).
    static constexpr bool relies_on_buffering = true;
    using StandardSend = AnyTime;
    [[gnu::always_inline]] static void start(auto& communicator, auto& sending, auto&) noexcept {
        communicator << sending;
    }
    // What a message in an attached buffer takes there beside its block.
    static constexpr std::size_t reserved_bytes = 0;
    // What is kept of the room of buffers.
    struct RoomMemo {};

    // The part of the runtime's table that describes buffers stays empty.
    template <class Program>
    static constexpr void complete(process::Program&) noexcept {}
    static void note_leftovers() noexcept {}
    // Whether the user does not want to see a finding of this kind.
    [[nodiscard]] static bool suppresses(const process::Rank&, const char*, const void*) noexcept {
        return false;
    }

    // The datatype as which copies of messages are sent.
    [[nodiscard]] static MPI_Datatype type_of_copies() noexcept { return MPI_BYTE; }
    // Whether the arguments of a message to or from `peer` do not matter.
    [[nodiscard]] static bool is_without_arguments(int peer) noexcept { return peer == MPI_PROC_NULL; }
    // Whether a handle stands for a request that the program has freed by another copy of it.
    template <class Request>
    [[nodiscard]] static bool is_freed(const Request&) noexcept {
        return false;
    }
};

struct Strict {
    static constexpr std::string_view name = "strict: no send relies on buffering, what is left is an error";
    static constexpr bool are_strict = true;
    static constexpr bool relies_on_buffering = false;
    using StandardSend = WithReceive;
    // Whatever the mode.
    [[gnu::always_inline]] static void start(auto& communicator, auto& sending, auto& destination) noexcept {
        communicator.send_synchronously(sending, destination);
    }
    // All of the standard's overhead less what the alignment of a block and of the region may take.
    static constexpr std::size_t reserved_bytes = MPI_BSEND_OVERHEAD - 2 * alignof(std::max_align_t);
    using RoomMemo = process::RoomMemo;

    template <class Program>
    static constexpr void complete(process::Program& program) noexcept; // mpi_api/runtime.hpp
    // The run fails by what is left.
    static void note_leftovers() noexcept { process::let_left_reports_fail(); }
    [[nodiscard]] static bool suppresses(const process::Rank& rank, const char* kind,
                                         const void* created_at) noexcept {
        return process::suppresses(rank, kind, process::call_site_of(rank, created_at));
    }

    // Receives of any datatype agree with it.
    [[nodiscard]] static MPI_Datatype type_of_copies() noexcept { return MPI_PACKED; }
    [[nodiscard]] static bool is_without_arguments(int) noexcept { return false; }
    template <class Request>
    [[nodiscard]] static bool is_freed(const Request& request) noexcept {
        return request.released;
    }
};

} // namespace sartor::mpi
