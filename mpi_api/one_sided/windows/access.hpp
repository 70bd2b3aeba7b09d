// The target memory of an operation on a window, and whether it may be accessed (MPI-5.0 sections 12.3 and
// 12.5).
#pragma once

#include <cstdint>

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

template <class Program>
using one_sided_types = OneSidedTypes<typename Interface<Program>::Base>;
template <class Program>
using plain_storage = typename one_sided_types<Program>::Storage;

namespace internal {

// The window of a call: its handle was checked.
template <class Program>
[[nodiscard]] WindowObject& window_of(Call<Program>& call, MPI_Win) noexcept {
    return call.checked_window();
}
template <class Program>
[[nodiscard]] int process_rank(Call<Program>& call, const WindowObject& window, int rank) noexcept {
    return call.state().communicators.find(window.comm)->group->member(rank);
}

// A rank of the window's group.
template <class Program>
[[nodiscard]] bool is_rank_of(Call<Program>& call, const WindowObject& window, const char* name,
                              int rank) noexcept {
    if (rank >= 0 && rank < window.part.size) return true;
    call.template fail<MPI_ERR_RANK>("%s = %d: expected a rank of the window, 0 to %d", name, rank,
                                     window.part.size - 1);
    return false;
}

// Whether an open epoch gives access to a rank's part. Marks a fence epoch as used.
[[nodiscard]] inline bool has_access(WindowObject& window, int rank, int process_rank) noexcept {
    if (window.fence_is_open) {
        window.fence_is_used = true;
        return true;
    }
    if (window.holds_all) return true;
    if (window.held != nullptr && window.held[rank] != Held::no) return true;
    return window.accessed != nullptr && window.accessed->find(process_rank) >= 0;
}

template <class Program>
void take_lock(Call<Program>& call, WindowObject& window, int rank, Held how) noexcept {
    const int in_process = process_rank(call, window, rank);
    auto& awaited = call.state().awaited_window;
    awaited = {"releases the lock of the window's memory at", in_process, &window, rank};
    call.state().one_sided.lock(window.part, rank, in_process, how == Held::exclusive);
    awaited = {};
    window.held[rank] = how;
    call.at(point::LockIsTaken(), window, rank, how == Held::exclusive);
}

// After MPI_Win_lock_all. While a thread waits for the lock, others may access the same part.
template <class Program>
void take_lock_with_first_access(Call<Program>& call, WindowObject& window, int rank) noexcept {
    if (window.held[rank] == Held::with_first_access) {
        window.held[rank] = Held::requested;
        take_lock(call, window, rank, Held::shared);
    } else if (window.held[rank] == Held::requested) {
        call.state().communicator.wait_until([&] { return window.held[rank] != Held::requested; });
    }
}

// The memory of a rank's part that an operation accesses.
template <class Program>
struct Access {
    one_sided::Window* theirs = nullptr; // null: reached by messages
    one_sided::Peer rank{};
    plain_storage<Program> storage{}; // where it is; by messages: from the part's beginning
    bool nothing = false;             // the target is MPI_PROC_NULL
};

// Data of a datatype in this computer's memory.
template <class Program>
[[nodiscard]] plain_storage<Program> plain(Call<Program>& call, const void* buffer, MPI_Count count,
                                           MPI_Datatype type) noexcept {
    return call.state().datatypes.storage(buffer, count, value_of(type));
}

template <class Program>
[[nodiscard]] int out_of_range(Call<Program>& call, int target, MPI_Aint displacement) noexcept {
    return call.template fail<MPI_ERR_RMA_RANGE>(
        "target_disp = %lld: the data would be outside of the window's memory at rank %d",
        static_cast<long long>(displacement), target);
}

// Whether all of the data are in memory that is attached to a dynamic window. Usually one range has their
// whole span, and their pieces need not be looked at.
template <class Storage>
[[nodiscard]] bool are_attached(one_sided::Window& part, const char* first, std::size_t span,
                                const Storage& data) noexcept {
    part.guard.lock();
    bool attached = part.has(first, span);
    if (!attached) {
        attached = true;
        data.for_each_piece([&](const void* piece, std::size_t bytes) {
            attached = attached && part.has(static_cast<const char*>(piece), bytes);
        });
    }
    part.guard.unlock();
    return attached;
}

// Finds the memory of `count` elements at a target. False after reporting MPI_ERR_RANK, MPI_ERR_RMA_SYNC (no
// epoch), MPI_ERR_DISP or MPI_ERR_RMA_RANGE. Takes a lock that MPI_Win_lock_all has left for the first
// access.
template <class Program>
[[nodiscard]] bool open_access(Call<Program>& call, WindowObject& window, int target, MPI_Aint displacement,
                               MPI_Count count, MPI_Datatype type, Access<Program>& access) noexcept {
    if (target == MPI_PROC_NULL) {
        access.nothing = true;
        return true;
    }
    if (!is_rank_of(call, window, "target_rank", target)) return false;
    access.rank = {target, process_rank(call, window, target)};
    if (!has_access(window, target, access.rank.in_process)) {
        call.template fail<MPI_ERR_RMA_SYNC>("target_rank = %d: no epoch of the window gives access to it",
                                             target);
        return false;
    }
    using Engine = one_sided::Engine<one_sided_types<Program>>;
    if constexpr (Engine::has_far)
        if (window.held != nullptr) take_lock_with_first_access(call, window, target);
    access.theirs = Engine::near(window.part, target);
    const bool near = access.theirs != nullptr;
    const std::int64_t unit = near ? access.theirs->unit : window.far_parts[target].unit;
    const bool dynamic = window.part.is_dynamic;
    if (displacement < 0 && !dynamic) {
        call.template fail<MPI_ERR_DISP>("target_disp = %lld: expected no negative displacement",
                                         static_cast<long long>(displacement));
        return false;
    }
    MPI_Aint offset_in_part = displacement;
    if (!dynamic && __builtin_mul_overflow(displacement, unit, &offset_in_part)) {
        static_cast<void>(out_of_range(call, target, displacement));
        return false;
    }
    const auto offset = static_cast<std::uintptr_t>(offset_in_part);
    const auto base = reinterpret_cast<std::uintptr_t>(near && !dynamic ? access.theirs->base : nullptr);
    auto& datatypes = call.state().datatypes;
    access.storage = plain(call, reinterpret_cast<void*>(base + offset), count, type);
    if (access.storage.bytes == 0) return true;
    const auto span = datatypes.span_of(value_of(type), count);
    const std::uintptr_t first = base + offset + static_cast<std::uintptr_t>(span.first);
    const auto* const address = reinterpret_cast<const char*>(first);
    bool fits;
    if (near && dynamic) {
        if (are_attached(*access.theirs, address, span.bytes, access.storage)) return true;
        call.template fail<MPI_ERR_RMA_RANGE>(
            "target_disp = %lld: not all of the data's memory is attached to the window at rank %d",
            static_cast<long long>(displacement), target);
        return false;
    }
    if (near) {
        fits = access.theirs->has(address, span.bytes);
    } else {
        const std::uint64_t size = window.far_parts[target].bytes;
        fits = dynamic || (first <= size && span.bytes <= size - first);
    }
    if (!fits) static_cast<void>(out_of_range(call, target, displacement));
    return fits;
}

// `count` elements of a datatype, at the origin or at the target.
template <class Storage>
struct Elements {
    Storage storage;
    MPI_Count count;
    MPI_Datatype type;
};

// Origin and target data must have the same size, and with --checked the same predefined datatypes one by
// one; otherwise MPI_ERR_TYPE.
template <class Program, class Storage>
[[nodiscard]] bool same_data(Call<Program>& call, const Elements<Storage>& origin,
                             const Elements<Storage>& target) noexcept {
    if (origin.storage.bytes == target.storage.bytes) return call.at(point::ElementsGiven(), origin, target);
    call.template fail<MPI_ERR_TYPE>("%zu bytes at the origin are %zu bytes at the target",
                                     origin.storage.bytes, target.storage.bytes);
    return false;
}

} // namespace internal

} // namespace sartor::mpi
