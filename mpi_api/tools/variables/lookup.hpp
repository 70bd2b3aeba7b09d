// What functions of the tool interface begin with. Their errors are returned and call no error handler
// (MPI-5.0 section 15.3.10).
#pragma once

#include <cstdint>

#include "mpi_api/tools/variables/performance_variables.hpp"
#include "mpi_api/tools/variables/text.hpp"

namespace sartor::mpi::internal {

// MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX or MPI_SUCCESS.
template <class Program, class List>
[[nodiscard]] int check_index(Call<Program>& call, int index, const List& list) noexcept {
    if (call.state().tools.initialized == 0) return MPI_T_ERR_NOT_INITIALIZED;
    return index >= 0 && static_cast<std::size_t>(index) < list.size() ? MPI_SUCCESS
                                                                       : MPI_T_ERR_INVALID_INDEX;
}

// The index of what has a name: MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID, MPI_T_ERR_INVALID_NAME.
template <class Program, class List, class Condition>
int find_named(Call<Program>& call, const char* name, int* index, const List& list,
               Condition condition) noexcept {
    if (call.state().tools.initialized == 0) return MPI_T_ERR_NOT_INITIALIZED;
    if (name == nullptr || index == nullptr) return MPI_T_ERR_INVALID;
    for (std::size_t one = 0; one < list.size(); ++one)
        if (list[one].name == name && condition(list[one])) {
            *index = static_cast<int>(one);
            return MPI_SUCCESS;
        }
    return MPI_T_ERR_INVALID_NAME;
}
template <class Program, class List>
int find_named(Call<Program>& call, const char* name, int* index, const List& list) noexcept {
    return find_named(call, name, index, list, [](const auto&) { return true; });
}

template <class Program, class List>
int give_number(Call<Program>& call, int* number, const List& list) noexcept {
    if (call.state().tools.initialized == 0) return MPI_T_ERR_NOT_INITIALIZED;
    if (number == nullptr) return MPI_T_ERR_INVALID;
    *number = static_cast<int>(list.size());
    return MPI_SUCCESS;
}

[[nodiscard]] inline MPI_Datatype datatype_of(int value) noexcept {
    return reinterpret_cast<MPI_Datatype>(static_cast<std::intptr_t>(value));
}

template <class Handle>
[[nodiscard]] std::uintptr_t bits(Handle handle) noexcept {
    return reinterpret_cast<std::uintptr_t>(handle);
}
template <class Handle, class Pool, class Object>
void give_handle(Handle* handle, const Pool&, Object& object) noexcept {
    *handle = reinterpret_cast<Handle>(Pool::handle_of(object));
}

} // namespace sartor::mpi::internal
