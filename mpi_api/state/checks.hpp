// What programs built with --checked check of calls besides, as a component in two forms: the functions of
// `Unchecked` find nothing wrong and cost nothing; those of `Checked` are defined beside what they check (the
// comment behind each says where), report what is wrong and raise the error on the call. Functions that
// return bool return false after that.
#pragma once

#include <cstddef>
#include <string_view>

#include "components/process/known_memory/room_memo.hpp"
#include "components/process/process.hpp"
#include "components/process/reports/left_reports.hpp"
#include "framework/slot.hpp"
#include "mpi.h"

namespace sartor::mpi {

template <class Program>
class Call;
class Group;
struct Promise;

struct Unchecked {
    static constexpr std::string_view name = absent;
    // What the tool interface's control variable says.
    static constexpr bool are_made = false;
    // Whether a send in standard mode may be over before its message is received (MPI-5.0 section 3.4).
    static constexpr bool relies_on_buffering = true;
    // What a message in an attached buffer takes there beside its block.
    static constexpr std::size_t reserved_bytes = 0;
    // What is kept of the room of buffers.
    struct RoomMemo {};

    // The part of the runtime's table that describes buffers stays empty.
    template <class Program>
    static constexpr void complete(process::Program&) noexcept {}
    static void note_leftovers() noexcept {}

    // The datatype as which copies of messages are sent.
    [[nodiscard]] static MPI_Datatype type_of_copies() noexcept { return MPI_BYTE; }
    // Whether the arguments of a message to or from `peer` do not matter.
    [[nodiscard]] static bool is_without_arguments(int peer) noexcept { return peer == MPI_PROC_NULL; }
    // Whether a handle stands for a request that the program has freed by another copy of it.
    template <class Request>
    [[nodiscard]] static bool is_freed(const Request&) noexcept {
        return false;
    }

    template <class Program>
    [[nodiscard]] static bool has_room(Call<Program>&, const char*, const void*, MPI_Count,
                                       MPI_Datatype) noexcept {
        return true;
    }
    template <class Program>
    [[nodiscard]] static bool may_use_in_collective(Call<Program>&, const char*, const void*, MPI_Count,
                                                    MPI_Datatype, MPI_Comm, bool) noexcept {
        return true;
    }
    template <class Program, class Incoming>
    [[nodiscard]] static bool received_parts_are_apart(Call<Program>&, const Incoming&, int) noexcept {
        return true;
    }
    template <class Program, class Outgoing, class Incoming>
    [[nodiscard]] static bool parts_are_apart(Call<Program>&, const Outgoing&, const Incoming&,
                                              int) noexcept {
        return true;
    }
    template <class Program>
    static void note_packed(Call<Program>&, const void*, std::size_t, MPI_Count, MPI_Datatype) noexcept {}
    template <class Program>
    [[nodiscard]] static bool is_packed_as(Call<Program>&, const void*, MPI_Count, MPI_Count,
                                           MPI_Datatype) noexcept {
        return true;
    }
    template <class Program>
    [[nodiscard]] static bool agree(Call<Program>&, MPI_Comm, const Promise&) noexcept {
        return true;
    }
    template <class Program, class MakeDigest>
    [[nodiscard]] static bool agree_to_make(Call<Program>&, MPI_Comm, const MakeDigest&) noexcept {
        return true;
    }
    template <class Program>
    [[nodiscard]] static bool members_agree(Call<Program>&, MPI_Comm, const Group&) noexcept {
        return true;
    }
    template <class Program>
    [[nodiscard]] static bool leaders_agree(Call<Program>&, int, int, MPI_Comm) noexcept {
        return true;
    }
    template <class Program>
    [[nodiscard]] static bool sides_agree(Call<Program>&, MPI_Comm, int) noexcept {
        return true;
    }
    template <class Program>
    [[nodiscard]] static bool may_free_again(Call<Program>&, int) noexcept {
        return true;
    }
    template <class Program>
    [[nodiscard]] static bool is_main_thread(Call<Program>&) noexcept {
        return true;
    }
};

struct Checked {
    static constexpr std::string_view name = "of buffers, of what ranks agree on, of objects";
    static constexpr bool are_made = true;
    static constexpr bool relies_on_buffering = false;
    // All of the standard's overhead less what the alignment of a block and of the region may take.
    static constexpr std::size_t reserved_bytes = MPI_BSEND_OVERHEAD - 2 * alignof(std::max_align_t);
    using RoomMemo = process::RoomMemo;

    template <class Program>
    static constexpr void complete(process::Program& program) noexcept; // mpi_api/runtime.hpp
    // The run fails by what is left.
    static void note_leftovers() noexcept { process::let_left_reports_fail(); }

    // Receives of any datatype agree with it.
    [[nodiscard]] static MPI_Datatype type_of_copies() noexcept { return MPI_PACKED; }
    [[nodiscard]] static bool is_without_arguments(int) noexcept { return false; }
    template <class Request>
    [[nodiscard]] static bool is_freed(const Request& request) noexcept {
        return request.released;
    }

    // Where the size of the memory is known, it holds all elements (call/checked_room.hpp).
    template <class Program>
    [[nodiscard]] static bool has_room(Call<Program>& call, const char* name, const void* buffer,
                                       MPI_Count count, MPI_Datatype type) noexcept;
    // A collective may use its own buffer (collective/buffers/in_use.hpp).
    template <class Program>
    [[nodiscard]] static bool may_use_in_collective(Call<Program>& call, const char* name, const void* buffer,
                                                    MPI_Count count, MPI_Datatype type, MPI_Comm comm,
                                                    bool is_written) noexcept;
    // The parts that ranks receive into, incoming(r) from rank r, are apart from each other; and from what is
    // sent (collective/buffers/apart.hpp).
    template <class Program, class Incoming>
    [[nodiscard]] static bool received_parts_are_apart(Call<Program>& call, const Incoming& incoming,
                                                       int ranks) noexcept;
    template <class Program, class Outgoing, class Incoming>
    [[nodiscard]] static bool parts_are_apart(Call<Program>& call, const Outgoing& outgoing,
                                              const Incoming& incoming, int ranks) noexcept;
    // `count` elements were packed into memory; what this rank has packed there itself is of the datatypes of
    // the elements that are unpacked (datatypes/pack.hpp).
    template <class Program>
    static void note_packed(Call<Program>& call, const void* memory, std::size_t bytes, MPI_Count count,
                            MPI_Datatype type) noexcept;
    template <class Program>
    [[nodiscard]] static bool is_packed_as(Call<Program>& call, const void* memory, MPI_Count room,
                                           MPI_Count count, MPI_Datatype type) noexcept;
    // All ranks make the same collective call (collective/interface/agreement.hpp), or make the same
    // communicator (communicator/making/agreed.hpp).
    template <class Program>
    [[nodiscard]] static bool agree(Call<Program>& call, MPI_Comm comm, const Promise& promise) noexcept;
    template <class Program, class MakeDigest>
    [[nodiscard]] static bool agree_to_make(Call<Program>& call, MPI_Comm comm,
                                            const MakeDigest& arguments) noexcept;
    // Members of a new communicator give the same group (communicator/making/same_groups.hpp).
    template <class Program>
    [[nodiscard]] static bool members_agree(Call<Program>& call, MPI_Comm comm, const Group& group) noexcept;
    // The leaders of two groups pass the same tag; all ranks of a side pass the same `high`
    // (communicator/inter.hpp).
    template <class Program>
    [[nodiscard]] static bool leaders_agree(Call<Program>& call, int remote_leader, int tag,
                                            MPI_Comm peer_comm) noexcept;
    template <class Program>
    [[nodiscard]] static bool sides_agree(Call<Program>& call, MPI_Comm local, int high) noexcept;
    // A key that was freed before may not be freed again (communicator/caching.hpp).
    template <class Program>
    [[nodiscard]] static bool may_free_again(Call<Program>& call, int keyval) noexcept;
    // MPI_Finalize is called by the rank's main thread (environment/init.hpp).
    template <class Program>
    [[nodiscard]] static bool is_main_thread(Call<Program>& call) noexcept;
};

} // namespace sartor::mpi
