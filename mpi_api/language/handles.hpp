// Handles as integers: for Fortran (MPI-5.0 section 19.3.4), and for other languages (section 20.4).
#pragma once

#include <cstdint>

#include "components/handle_pool.hpp"
#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

namespace internal {

// The low 32 bits of a handle: the value of a predefined one, else its slot in the rank's pool. No memory,
// and valid as long as the object exists. MPI_Xxx_c2f and MPI_Xxx_toint give the same number.
template <class Handle>
[[nodiscard]] int to_integer(Handle handle) noexcept {
    return HandlePool<int>::slot_number_of(reinterpret_cast<std::uintptr_t>(handle));
}

// The handle of the object that is in this slot now; a number of none gives the number itself as a handle,
// which is invalid unless it is predefined.
template <class Handle, class Pool>
[[nodiscard]] Handle from_integer(const Pool& pool, int integer) noexcept {
    if constexpr (requires { pool.handle_at(integer); })
        return reinterpret_cast<Handle>(pool.handle_at(integer));
    return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(static_cast<std::uint32_t>(integer)));
}

// The pool of a family of objects; an int where the program has none of them, so that numbers are handles of
// predefined objects only.
template <class Family>
[[nodiscard]] decltype(auto) pool_of(Family& family) noexcept {
    if constexpr (requires { family.pool(); })
        return (family.pool());
    else
        return 0;
}

} // namespace internal

// For each kind of object: to Fortran and back, to an integer and back. No checks, no errors; O(1).
template <class Program>
int comm_c2f(Call<Program>&, MPI_Comm handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Comm comm_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Comm>(internal::pool_of(call.state().communicators), integer);
}

template <class Program>
int comm_toint(Call<Program>&, MPI_Comm handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Comm comm_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Comm>(internal::pool_of(call.state().communicators), integer);
}

template <class Program>
int errhandler_c2f(Call<Program>&, MPI_Errhandler handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Errhandler errhandler_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Errhandler>(internal::pool_of(call.state().handlers), integer);
}

template <class Program>
int errhandler_toint(Call<Program>&, MPI_Errhandler handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Errhandler errhandler_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Errhandler>(internal::pool_of(call.state().handlers), integer);
}

template <class Program>
int win_c2f(Call<Program>&, MPI_Win handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Win win_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Win>(call.state().windows.pool(), integer);
}
template <class Program>
int win_toint(Call<Program>&, MPI_Win handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Win win_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Win>(call.state().windows.pool(), integer);
}

template <class Program>
int file_c2f(Call<Program>&, MPI_File handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_File file_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_File>(call.state().files.pool(), integer);
}
template <class Program>
int file_toint(Call<Program>&, MPI_File handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_File file_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_File>(call.state().files.pool(), integer);
}

template <class Program>
int group_c2f(Call<Program>&, MPI_Group handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Group group_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Group>(internal::pool_of(call.state().groups), integer);
}

template <class Program>
int group_toint(Call<Program>&, MPI_Group handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Group group_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Group>(internal::pool_of(call.state().groups), integer);
}

template <class Program>
int info_c2f(Call<Program>&, MPI_Info handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Info info_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Info>(internal::pool_of(call.state().infos), integer);
}

template <class Program>
int info_toint(Call<Program>&, MPI_Info handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Info info_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Info>(internal::pool_of(call.state().infos), integer);
}

template <class Program>
int message_c2f(Call<Program>&, MPI_Message handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Message message_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Message>(call.state().messages, integer);
}

template <class Program>
int message_toint(Call<Program>&, MPI_Message handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Message message_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Message>(call.state().messages, integer);
}

template <class Program>
int op_c2f(Call<Program>&, MPI_Op handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Op op_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Op>(internal::pool_of(call.state().user_operations), integer);
}

template <class Program>
int op_toint(Call<Program>&, MPI_Op handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Op op_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Op>(internal::pool_of(call.state().user_operations), integer);
}

template <class Program>
int request_c2f(Call<Program>&, MPI_Request handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Request request_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Request>(call.state().requests, integer);
}

template <class Program>
int request_toint(Call<Program>&, MPI_Request handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Request request_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Request>(call.state().requests, integer);
}

template <class Program>
int session_c2f(Call<Program>&, MPI_Session handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Session session_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Session>(internal::pool_of(call.state().sessions), integer);
}

template <class Program>
int session_toint(Call<Program>&, MPI_Session handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Session session_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Session>(internal::pool_of(call.state().sessions), integer);
}

template <class Program>
int type_c2f(Call<Program>&, MPI_Datatype handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Datatype type_f2c(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Datatype>(internal::pool_of(call.state().datatypes), integer);
}

template <class Program>
int type_toint(Call<Program>&, MPI_Datatype handle) noexcept {
    return internal::to_integer(handle);
}
template <class Program>
MPI_Datatype type_fromint(Call<Program>& call, int integer) noexcept {
    return internal::from_integer<MPI_Datatype>(internal::pool_of(call.state().datatypes), integer);
}

} // namespace sartor::mpi
