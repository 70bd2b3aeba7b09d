// Whether buffers have room for the elements of a call, in programs built with --checked. Derived datatypes
// whose data are not in one piece are not looked at: they may lead elsewhere.
#pragma once

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/known_room.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
[[nodiscard, gnu::noinline]] bool is_long_enough(Call<Program>& call, const char* name, const void* buffer,
                                                 MPI_Count count, std::size_t needed) noexcept {
    process::KnownMemory memory;
    return !process::find_short_memory(*process::current, buffer, needed, memory) ||
           call.refuse(Refusals<Program>::short_memory(call.owner(), name, count, needed, memory));
}

} // namespace internal

// MPI_ERR_BUFFER.
template <class Program>
bool Checked::has_room(Call<Program>& call, const char* argument, const void* buffer, MPI_Count count,
                       MPI_Datatype type) noexcept {
    const auto data = call.state().datatypes.storage(const_cast<void*>(buffer), count, value_of(type));
    call.state().packed_data.forget(data);
    const std::size_t needed = internal::bytes_needed(buffer, data, datatype::is_predefined(value_of(type)));
    return needed == 0 || process::surely_has_room(*process::current, buffer, needed) ||
           internal::is_long_enough(call, argument, buffer, count, needed);
}

} // namespace sartor::mpi
