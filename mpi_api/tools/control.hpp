// Control variables: MPI_T_cvar_... (MPI-5.0 section 15.3.6).
#pragma once

#include <cstring>

#include "mpi_api/tools/variables/enumerations.hpp"
#include "mpi_api/tools/variables/lookup.hpp"

namespace sartor::mpi {

template <class Program>
int t_cvar_get_num(Call<Program>& call, int* number) noexcept {
    return internal::give_number(call, number, control_variables);
}

template <class Program>
int t_cvar_get_info(Call<Program>& call, int index, char* name, int* name_length, int* verbosity,
                    MPI_Datatype* type, MPI_T_enum* names, char* description, int* description_length,
                    int* bind, int* scope) noexcept {
    if (const int error = internal::check_index(call, index, control_variables); error != MPI_SUCCESS)
        return error;
    const ControlVariableText& text = control_variables[static_cast<std::size_t>(index)];
    internal::give_text(text.name, name, name_length);
    internal::give_text(text.description, description, description_length);
    internal::give(verbosity, text.verbosity);
    internal::give(type, internal::datatype_of(text.type));
    internal::give(names, text.has_names ? internal::off_or_on() : MPI_T_ENUM_NULL);
    internal::give(bind, MPI_T_BIND_NO_OBJECT);
    internal::give(scope, text.scope);
    return MPI_SUCCESS;
}

template <class Program>
int t_cvar_get_index(Call<Program>& call, const char* name, int* index) noexcept {
    return internal::find_named(call, name, index, control_variables);
}

// The object is ignored: no variable is bound to one. MPI_T_ERR_OUT_OF_HANDLES without memory.
template <class Program>
int t_cvar_handle_alloc(Call<Program>& call, int index, void*, MPI_T_cvar_handle* handle,
                        int* count) noexcept {
    if (const int error = internal::check_index(call, index, control_variables); error != MPI_SUCCESS)
        return error;
    if (handle == nullptr) return MPI_T_ERR_INVALID;
    auto& pool = call.state().tools.control_handles;
    ControlHandle* made = pool.make();
    if (made == nullptr) return MPI_T_ERR_OUT_OF_HANDLES;
    made->variable = index;
    internal::give_handle(handle, pool, *made);
    internal::give(count, internal::elements_of<Program>(static_cast<ControlVariable>(index)));
    return MPI_SUCCESS;
}

namespace internal {

// Null: `error` says why.
template <class Program>
[[nodiscard]] ControlHandle* find_control(Call<Program>& call, MPI_T_cvar_handle handle,
                                          int& error) noexcept {
    Tools& tools = call.state().tools;
    ControlHandle* found = tools.initialized == 0 ? nullptr : tools.control_handles.find(bits(handle));
    error = tools.initialized == 0 ? MPI_T_ERR_NOT_INITIALIZED
            : found == nullptr     ? MPI_T_ERR_INVALID_HANDLE
                                   : MPI_SUCCESS;
    return found;
}

} // namespace internal

template <class Program>
int t_cvar_handle_free(Call<Program>& call, MPI_T_cvar_handle* handle) noexcept {
    int error = MPI_T_ERR_INVALID;
    ControlHandle* found = handle == nullptr ? nullptr : internal::find_control(call, *handle, error);
    if (found == nullptr) return error;
    call.state().tools.control_handles.free(*found);
    *handle = MPI_T_CVAR_HANDLE_NULL;
    return MPI_SUCCESS;
}

template <class Program>
int t_cvar_read(Call<Program>& call, MPI_T_cvar_handle handle, void* buffer) noexcept {
    int error = MPI_SUCCESS;
    const ControlHandle* found = internal::find_control(call, handle, error);
    if (found == nullptr) return error;
    if (buffer == nullptr) return MPI_T_ERR_INVALID;
    internal::read(call, static_cast<ControlVariable>(found->variable), buffer);
    return MPI_SUCCESS;
}

// MPI_T_ERR_CVAR_SET_NEVER unless the variable's scope is MPI_T_SCOPE_LOCAL; MPI_T_ERR_INVALID for a limit
// that is larger than the library was cut for.
template <class Program>
int t_cvar_write(Call<Program>& call, MPI_T_cvar_handle handle, const void* buffer) noexcept {
    int error = MPI_SUCCESS;
    const ControlHandle* found = internal::find_control(call, handle, error);
    if (found == nullptr) return error;
    if (static_cast<ControlVariable>(found->variable) != ControlVariable::copy_limit)
        return MPI_T_ERR_CVAR_SET_NEVER;
    if (buffer == nullptr) return MPI_T_ERR_INVALID;
    unsigned long long bytes = 0;
    std::memcpy(&bytes, buffer, sizeof bytes);
    if (bytes > internal::most_copied<Program>) return MPI_T_ERR_INVALID;
    call.state().communicator.observer().counters().most_copied = bytes;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
