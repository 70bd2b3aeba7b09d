// MPI_Type_get_name, MPI_Type_set_name (MPI-5.0 section 7.8).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "mpi_api/call/call.hpp"
#include "mpi_api/names/predefined_datatypes.hpp"

namespace sartor::mpi {

namespace internal {

// The name that was given, else that of the constant; empty for a derived datatype without a name.
template <class Program>
[[nodiscard]] const char* type_name(Call<Program>& call, MPI_Datatype type) noexcept {
    if (type == MPI_DATATYPE_NULL) return "MPI_DATATYPE_NULL";
    const char* given = call.state().type_names.find(value_of(type));
    call.state().datatypes.with_derived(value_of(type), [&](const auto& entry) { given = entry.name; });
    return given != nullptr ? given : predefined_type_name(value_of(type));
}

} // namespace internal

template <class Program>
int type_get_name(Call<Program>& call, MPI_Datatype type, char* name, int* length) noexcept {
    const char* text = internal::type_name(call, type);
    *length = static_cast<int>(std::strlen(text));
    std::memcpy(name, text, static_cast<std::size_t>(*length) + 1);
    return MPI_SUCCESS;
}

// MPI_Type_set_name: cut off at MPI_MAX_OBJECT_NAME - 1 characters. Predefined datatypes can be renamed:
// their names are defaults. MPI_ERR_NO_MEM.
template <class Program>
int type_set_name(Call<Program>& call, MPI_Datatype type, const char* name) noexcept {
    if (!call.result("type_name", name)) return call.error();
    bool given = false;
    const bool derived = call.state().datatypes.with_derived(value_of(type), [&](auto& entry) {
        char* copy = strndup(name, MPI_MAX_OBJECT_NAME - 1);
        given = copy != nullptr;
        if (given) std::free(std::exchange(entry.name, copy));
    });
    if (!derived) given = call.state().type_names.give(value_of(type), name);
    return given ? MPI_SUCCESS : call.template fail<MPI_ERR_NO_MEM>("no memory for a name");
}

} // namespace sartor::mpi
