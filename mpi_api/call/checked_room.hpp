// Whether buffers have room for the elements of a call, in programs built with --checked. Derived datatypes
// whose data are not in one piece are not looked at: they may lead elsewhere.
#pragma once

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/known_room.hpp"

namespace sartor::mpi {

namespace internal {

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

} // namespace internal

// MPI_ERR_BUFFER.
template <class Program>
[[gnu::always_inline]] inline bool Checked::has_room(Call<Program>& call, const char* argument,
                                                     const void* buffer, MPI_Count count,
                                                     MPI_Datatype type) noexcept {
    auto& state = call.state();
    using Storage = decltype(state.datatypes.storage(buffer, count, value_of(type)));
    if (state.packed_data.is_empty()) {
        if constexpr (envelope::may_be_in_pieces<Storage>) { // which takes longer to be made
            const auto each = internal::size_without_gaps(value_of(type));
            const std::size_t needed = static_cast<std::size_t>(count) * each;
            if (needed > 0 && state.room_memo.surely_has_room(buffer, needed)) [[likely]]
                return true;
        }
        if (internal::has_gaps(state.datatypes, value_of(type))) return true;
    }
    const auto data = state.datatypes.storage(const_cast<void*>(buffer), count, value_of(type));
    state.packed_data.forget(data);
    const std::size_t needed = internal::bytes_needed(buffer, data, datatype::is_predefined(value_of(type)));
    if (state.room_memo.surely_has_room(buffer, needed)) [[likely]] // also for nothing
        return true;
    const int error = internal::look_up_room<Program>(call.owner(), argument, buffer, count, needed);
    return error == MPI_SUCCESS || call.refuse(error);
}

} // namespace sartor::mpi
