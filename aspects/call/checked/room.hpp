// Whether buffers have room for the elements of a call, in programs built with --checked. Of derived
// datatypes whose data are not in one piece only the addresses are looked at.
#pragma once

#include <boost/mp11/list.hpp>

#include "aspects/call/checked/known_room.hpp"
#include "mpi_api/call/call.hpp"
#include "mpi_api/call/points.hpp"
#include "runtime/architecture/processor.hpp"

namespace sartor::mpi::checked {

// MPI_SUCCESS when the memory is long enough, or nothing is known of it, or needed of it.
template <class Program>
[[nodiscard, gnu::noinline]] int look_up_room(error_owner<Program> owner, const char* name,
                                              const void* buffer, MPI_Count count,
                                              std::size_t needed) noexcept {
    process::KnownMemory memory;
    auto& memo = self<Program>().room_memo;
    if (needed == 0 || !process::find_short_memory(*process::current, memo, buffer, needed, memory))
        return MPI_SUCCESS;
    return Refusals<Program>::short_memory(owner, name, count, needed, memory);
}

// Whether the data of a derived datatype are at addresses that a program can have. They are not where a
// datatype of absolute addresses, for MPI_BOTTOM, is used with a buffer: the sum of two addresses is too
// large.
template <class Level>
[[nodiscard]] bool are_at_addresses(const Level& level, const void* buffer, MPI_Count count,
                                    std::intptr_t type) noexcept {
    constexpr unsigned address_bits = architecture::Processor::address_bits;
    if constexpr (requires { level.span_of(type, count); }) {
        const auto span = level.span_of(type, count);
        const auto first = reinterpret_cast<std::uintptr_t>(buffer) + static_cast<std::uintptr_t>(span.first);
        return span.bytes == 0 || ((first + span.bytes - 1) >> address_bits) == 0;
    } else {
        return true;
    }
}

// MPI_ERR_BUFFER. Where nothing is known of the memory any number of elements is right. Costs a comparison
// for memory that was known before, otherwise a search of the program's objects and of the heap's blocks.
struct RoomOfMemory {
    static constexpr std::string_view name = "memory has room";
    using points = boost::mp11::mp_list<point::MemoryGiven, point::CollectiveBufferGiven>;

    template <class Program>
    [[gnu::always_inline]] static bool at(point::MemoryGiven, Call<Program>& call, const char* argument,
                                          const void* buffer, MPI_Count count, MPI_Datatype type) noexcept {
        auto& state = call.state();
        using Storage = decltype(state.datatypes.storage(buffer, count, value_of(type)));
        if (state.packed_data.is_empty()) {
            if constexpr (envelope::may_be_in_pieces<Storage>) { // which takes longer to be made
                const auto each = size_without_gaps(value_of(type));
                const std::size_t needed = static_cast<std::size_t>(count) * each;
                if (needed > 0 && state.room_memo.surely_has_room(buffer, needed)) [[likely]]
                    return true;
            }
            if (!datatype::is_predefined(value_of(type)) &&
                !are_at_addresses(state.datatypes, buffer, count, value_of(type)))
                return call.refuse(Refusals<Program>::no_addresses(call.owner(), argument));
            if (has_gaps(state.datatypes, value_of(type))) return true;
        }
        const auto data = state.datatypes.storage(const_cast<void*>(buffer), count, value_of(type));
        state.packed_data.forget(data);
        const std::size_t needed = bytes_needed(buffer, data, datatype::is_predefined(value_of(type)));
        if (state.room_memo.surely_has_room(buffer, needed)) [[likely]] // also for nothing
            return true;
        const int error = look_up_room<Program>(call.owner(), argument, buffer, count, needed);
        return error == MPI_SUCCESS || call.refuse(error);
    }

    // Not for MPI_IN_PLACE, nor between the sides of an intercommunicator. Wrong arguments are reported by
    // others.
    template <class Program>
    static bool at(point::CollectiveBufferGiven, Call<Program>& call, const char* argument,
                   const void* buffer, MPI_Count count, MPI_Datatype type, MPI_Comm comm,
                   bool is_written) noexcept {
        const auto& datatypes = call.state().datatypes;
        if (call.is_inter(comm) || buffer == MPI_IN_PLACE || buffer == nullptr || count <= 0 ||
            !datatypes.valid(value_of(type)) || !datatypes.committed(value_of(type)))
            return true;
        return at(point::MemoryGiven(), call, argument, buffer, count, type) &&
               call.at(point::CollectiveDataUsed(), buffer, count, type, comm, is_written);
    }
};

} // namespace sartor::mpi::checked
