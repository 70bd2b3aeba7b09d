// What a rank knows of other ranks' accesses to windows, as its calls change it. By this, programs built with
// --checked find whether a complete access to a window is ordered before one of another rank.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "components/one_sided/rank_events.hpp"
#include "framework/slot.hpp"

namespace sartor::mpi {

// What a call may tell a rank, by its name.
enum class Telling : unsigned char {
    nothing,  // or what is noted where it happens: messages that are received, locks, collectives
    anything, // of any rank: what is not followed exactly
    later     // the same when it is complete
};

// Compares the name with many: see KnownEvents.
[[nodiscard, gnu::noinline]] inline Telling telling_of(std::string_view function) noexcept {
    const auto begins_with_one = [function](auto... fronts) { return (function.starts_with(fronts) || ...); };
    const auto is_one = [function](auto... names) { return ((function == names) || ...); };
    if (begins_with_one("MPI_Issend", "MPI_Ssend_init", "MPI_Imrecv", "MPI_Isendrecv", "MPI_File_i",
                        "MPI_Comm_i", "MPI_Grequest_", "MPI_Psend_", "MPI_Precv_", "MPI_Neighbor_",
                        "MPI_Ineighbor_"))
        return Telling::later;
    const bool is_message =
        is_one("MPI_Send", "MPI_Bsend", "MPI_Recv", "MPI_Sendrecv", "MPI_Isend", "MPI_Ibsend", "MPI_Irecv",
               "MPI_Send_init", "MPI_Recv_init", "MPI_Start", "MPI_Startall") ||
        begins_with_one("MPI_Wait", "MPI_Test");
    const bool is_of_window =
        is_one("MPI_Put", "MPI_Accumulate", "MPI_Fetch_and_op", "MPI_Compare_and_swap") ||
        begins_with_one("MPI_Rput", "MPI_Rget", "MPI_Raccumulate", "MPI_Win_lock", "MPI_Win_unlock",
                        "MPI_Win_flush", "MPI_Win_sync", "MPI_Win_get_", "MPI_Win_set_",
                        "MPI_Win_shared_query", "MPI_Win_attach", "MPI_Win_detach");
    // Their ranks tell each other when they begin.
    const bool begins_collective =
        begins_with_one("MPI_Ibarrier", "MPI_Ibcast", "MPI_Igather", "MPI_Iscatter", "MPI_Iall",
                        "MPI_Ireduce", "MPI_Iscan", "MPI_Iexscan");
    const bool is_local = begins_with_one(
        "MPI_Wti", "MPI_Comm_rank", "MPI_Comm_size", "MPI_Comm_group", "MPI_Comm_get_", "MPI_Comm_set_",
        "MPI_Get", "MPI_Type_", "MPI_Group_", "MPI_Aint_", "MPI_Info_", "MPI_Error_", "MPI_Alloc_mem",
        "MPI_Free_mem", "MPI_Op_", "MPI_Pack", "MPI_Unpack", "MPI_Dims_", "MPI_Cart_coords", "MPI_Cart_rank",
        "MPI_Cart_shift", "MPI_Init", "MPI_Finalized", "MPI_Query_thread", "MPI_Request_free");
    return is_message || is_of_window || begins_collective || is_local ? Telling::nothing : Telling::anything;
}

// Calls that are not followed exactly tell a rank all that others knew when they began their last ones: an
// order may be assumed that there was not. For ranks with one thread.
class KnownEvents : public one_sided::RankEvents {
  public:
    static constexpr std::string_view name = "known, of accesses to windows";
    using Telling = mpi::Telling;

    // The name is a literal, so that a name that was looked up is known by its address.
    [[gnu::noinline]] Telling begin_call(const char* function) noexcept {
        Known& known = known_[reinterpret_cast<std::uintptr_t>(function) / 8 % known_.size()];
        if (known.function != function) known = known_of(function);
        const Telling telling = known.telling;
        if (!known.is_message) ++other_calls_;
        receives_otherwise_ |= known.receives_otherwise;
        hear();
        if (telling != Telling::nothing || has_unseen_windows()) tell();
        if (telling == Telling::later) waits_tell_ = true;
        has_met_ = false;
        return telling;
    }
    [[gnu::noinline]] void end_call(Telling telling) noexcept {
        hear();
        if (has_met_ && telling != Telling::nothing) return;
        if (telling != Telling::nothing || waits_tell_ || has_unseen_windows()) learn_all();
    }
    // Calls that are neither blocking receives nor sends, and whether one of them probes, or receives.
    [[nodiscard]] unsigned other_calls() const noexcept { return other_calls_; }
    [[nodiscard]] bool receives_otherwise() const noexcept { return receives_otherwise_; }
    // In a collective, whose ranks have told each other what they knew.
    void meet() noexcept { has_met_ = true; }

  private:
    struct Known {
        const char* function = nullptr;
        Telling telling = Telling::nothing;
        bool is_message = false;         // a blocking receive or a send
        bool receives_otherwise = false; // or probes
    };
    [[nodiscard]] static Known known_of(const char* function) noexcept {
        const std::string_view called = function;
        const bool sends = called == "MPI_Send" || called == "MPI_Ssend" || called == "MPI_Rsend" ||
                           called == "MPI_Bsend" || called == "MPI_Isend";
        return {function, telling_of(called), sends || called == "MPI_Recv",
                called.find("robe") != called.npos || called.find("recv") != called.npos ||
                    called == "MPI_Recv_init"};
    }

    std::array<Known, 32> known_{};
    unsigned other_calls_ = 0;
    bool receives_otherwise_ = false;
    bool has_met_ = false;
    bool waits_tell_ = false; // any call may complete what tells anything
};

// Nothing is asked of it.
struct NoKnownEvents {
    static constexpr std::string_view name = absent;
    [[nodiscard]] static constexpr one_sided::EventStamp tell() noexcept { return {}; }
};

} // namespace sartor::mpi
