// Performance variables: MPI_T_pvar_... (MPI-5.0 section 15.3.7).
#pragma once

#include <cstring>

#include "mpi_api/tools/variables/lookup.hpp"

namespace sartor::mpi {

template <class Program>
int t_pvar_get_num(Call<Program>& call, int* number) noexcept {
    return internal::give_number(call, number, performance_variables<Program>);
}

template <class Program>
int t_pvar_get_info(Call<Program>& call, int index, char* name, int* name_length, int* verbosity, int* kind,
                    MPI_Datatype* type, MPI_T_enum* names, char* description, int* description_length,
                    int* bind, int* is_read_only, int* is_continuous, int* is_atomic) noexcept {
    if (const int error = internal::check_index(call, index, performance_variables<Program>);
        error != MPI_SUCCESS)
        return error;
    const PerformanceVariableText& text = performance_variables<Program>[static_cast<std::size_t>(index)];
    internal::give_text(text.name, name, name_length);
    internal::give_text(text.description, description, description_length);
    internal::give(verbosity, text.verbosity);
    internal::give(kind, text.kind);
    internal::give(type, internal::datatype_of(text.type));
    internal::give(names, MPI_T_ENUM_NULL);
    internal::give(bind, text.bind);
    internal::give(is_read_only, text.is_continuous() ? 1 : 0);
    internal::give(is_continuous, text.is_continuous() ? 1 : 0);
    internal::give(is_atomic, text.is_continuous() ? 0 : 1);
    return MPI_SUCCESS;
}

template <class Program>
int t_pvar_get_index(Call<Program>& call, const char* name, int kind, int* index) noexcept {
    return internal::find_named(call, name, index, performance_variables<Program>,
                                [&](const PerformanceVariableText& text) { return text.kind == kind; });
}

template <class Program>
int t_pvar_session_create(Call<Program>& call, MPI_T_pvar_session* session) noexcept {
    Tools& tools = call.state().tools;
    if (tools.initialized == 0) return MPI_T_ERR_NOT_INITIALIZED;
    if (session == nullptr) return MPI_T_ERR_INVALID;
    PerformanceSession* made = tools.sessions.make();
    if (made == nullptr) return MPI_T_ERR_OUT_OF_SESSIONS;
    internal::give_handle(session, tools.sessions, *made);
    return MPI_SUCCESS;
}

namespace internal {

template <class Program>
[[nodiscard]] int check_session(Call<Program>& call, MPI_T_pvar_session session) noexcept {
    const Tools& tools = call.state().tools;
    if (tools.initialized == 0) return MPI_T_ERR_NOT_INITIALIZED;
    return tools.sessions.find(bits(session)) != nullptr ? MPI_SUCCESS : MPI_T_ERR_INVALID_SESSION;
}

// A handle of the session. Null: `error` says why.
template <class Program>
[[nodiscard]] PerformanceHandle* find_performance(Call<Program>& call, MPI_T_pvar_session session,
                                                  MPI_T_pvar_handle handle, int& error) noexcept {
    error = check_session(call, session);
    if (error != MPI_SUCCESS) return nullptr;
    PerformanceHandle* found = call.state().tools.performance_handles.find(bits(handle));
    if (found != nullptr && found->session == session) return found;
    error = MPI_T_ERR_INVALID_HANDLE;
    return nullptr;
}

template <class Program>
void free_performance(Call<Program>& call, PerformanceHandle& handle) noexcept {
    stop(call, handle);
    call.state().tools.performance_handles.free(handle);
}

// Calls change(handle) for one handle, or for all of the session for which condition(text) holds; for a
// single one without it `otherwise` is the error.
template <class Program, class Condition, class Change>
[[nodiscard]] int change_handles(Call<Program>& call, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                                 Condition condition, int otherwise, Change change) noexcept {
    const auto may_change = [&](const PerformanceHandle& one) {
        return condition(performance_variables<Program>[static_cast<std::size_t>(one.variable)]);
    };
    if (handle == MPI_T_PVAR_ALL_HANDLES) {
        if (const int error = check_session(call, session); error != MPI_SUCCESS) return error;
        call.state().tools.performance_handles.for_each([&](PerformanceHandle& one) {
            if (one.session == session && may_change(one)) change(one);
        });
        return MPI_SUCCESS;
    }
    int error = MPI_SUCCESS;
    PerformanceHandle* found = find_performance(call, session, handle, error);
    if (found == nullptr) return error;
    if (!may_change(*found)) return otherwise;
    change(*found);
    return MPI_SUCCESS;
}
[[nodiscard]] constexpr bool is_not_continuous(const PerformanceVariableText& text) noexcept {
    return !text.is_continuous();
}

} // namespace internal

// Frees its handles, too.
template <class Program>
int t_pvar_session_free(Call<Program>& call, MPI_T_pvar_session* session) noexcept {
    if (session == nullptr) return MPI_T_ERR_INVALID;
    if (const int error = internal::check_session(call, *session); error != MPI_SUCCESS) return error;
    Tools& tools = call.state().tools;
    tools.performance_handles.for_each([&](PerformanceHandle& handle) {
        if (handle.session == *session) internal::free_performance(call, handle);
    });
    tools.sessions.free(*tools.sessions.find(internal::bits(*session)));
    *session = MPI_T_PVAR_SESSION_NULL;
    return MPI_SUCCESS;
}

// `object`: a pointer to the handle of the communicator that the variable is bound to, which must be valid
// (MPI_T_ERR_INVALID). MPI_T_ERR_OUT_OF_HANDLES without memory.
template <class Program>
int t_pvar_handle_alloc(Call<Program>& call, MPI_T_pvar_session session, int index, void* object,
                        MPI_T_pvar_handle* handle, int* count) noexcept {
    if (const int error = internal::check_session(call, session); error != MPI_SUCCESS) return error;
    if (const int error = internal::check_index(call, index, performance_variables<Program>);
        error != MPI_SUCCESS)
        return error;
    if (handle == nullptr) return MPI_T_ERR_INVALID;
    int context = 0;
    if (performance_variables<Program>[static_cast<std::size_t>(index)].bind == MPI_T_BIND_MPI_COMM) {
        MPI_Comm comm = MPI_COMM_NULL;
        if (object != nullptr) std::memcpy(&comm, object, sizeof comm);
        if (!call.state().communicators.valid(comm)) return MPI_T_ERR_INVALID;
        context = call.state().communicators.view(comm).context();
    }
    auto& pool = call.state().tools.performance_handles;
    PerformanceHandle* made = pool.make();
    if (made == nullptr) return MPI_T_ERR_OUT_OF_HANDLES;
    made->session = session;
    made->variable = index;
    made->context = context;
    const PerformanceVariableText& text = performance_variables<Program>[static_cast<std::size_t>(index)];
    made->mark.highest = text.kind == MPI_T_PVAR_CLASS_HIGHWATERMARK;
    internal::give_handle(handle, pool, *made);
    internal::give(count, 1);
    return MPI_SUCCESS;
}

template <class Program>
int t_pvar_handle_free(Call<Program>& call, MPI_T_pvar_session session, MPI_T_pvar_handle* handle) noexcept {
    int error = MPI_T_ERR_INVALID;
    PerformanceHandle* found =
        handle == nullptr ? nullptr : internal::find_performance(call, session, *handle, error);
    if (found == nullptr) return error;
    internal::free_performance(call, *found);
    *handle = MPI_T_PVAR_HANDLE_NULL;
    return MPI_SUCCESS;
}

// A continuous variable counts from the start: MPI_T_ERR_PVAR_NO_STARTSTOP; likewise below.
template <class Program>
int t_pvar_start(Call<Program>& call, MPI_T_pvar_session session, MPI_T_pvar_handle handle) noexcept {
    return internal::change_handles(call, session, handle, internal::is_not_continuous,
                                    MPI_T_ERR_PVAR_NO_STARTSTOP,
                                    [&](PerformanceHandle& one) { internal::start(call, one); });
}
template <class Program>
int t_pvar_stop(Call<Program>& call, MPI_T_pvar_session session, MPI_T_pvar_handle handle) noexcept {
    return internal::change_handles(call, session, handle, internal::is_not_continuous,
                                    MPI_T_ERR_PVAR_NO_STARTSTOP,
                                    [&](PerformanceHandle& one) { internal::stop(call, one); });
}

template <class Program>
int t_pvar_read(Call<Program>& call, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                void* buffer) noexcept {
    int error = MPI_SUCCESS;
    const PerformanceHandle* found = internal::find_performance(call, session, handle, error);
    if (found == nullptr) return error;
    if (buffer == nullptr) return MPI_T_ERR_INVALID;
    internal::give_value<Program>(*found, internal::read(call, *found), buffer);
    return MPI_SUCCESS;
}

// MPI_T_ERR_PVAR_NO_WRITE for variables that show what there is now; likewise below.
template <class Program>
int t_pvar_write(Call<Program>& call, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                 const void* buffer) noexcept {
    int error = MPI_SUCCESS;
    PerformanceHandle* found = internal::find_performance(call, session, handle, error);
    if (found == nullptr) return error;
    const PerformanceVariableText& text =
        performance_variables<Program>[static_cast<std::size_t>(found->variable)];
    if (text.is_continuous()) return MPI_T_ERR_PVAR_NO_WRITE;
    if (buffer == nullptr) return MPI_T_ERR_INVALID;
    double value = 0;
    unsigned long long number = 0;
    std::memcpy(text.is_double() ? static_cast<void*>(&value) : &number, buffer, sizeof value);
    if (text.is_watermark())
        found->mark.value = number;
    else
        internal::set(call, *found, text.is_double() ? value : static_cast<double>(number));
    return MPI_SUCCESS;
}

template <class Program>
int t_pvar_reset(Call<Program>& call, MPI_T_pvar_session session, MPI_T_pvar_handle handle) noexcept {
    return internal::change_handles(call, session, handle, internal::is_not_continuous,
                                    MPI_T_ERR_PVAR_NO_WRITE,
                                    [&](PerformanceHandle& one) { internal::set(call, one, 0); });
}

// MPI_T_ERR_PVAR_NO_ATOMIC for variables that show what there is now.
template <class Program>
int t_pvar_readreset(Call<Program>& call, MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                     void* buffer) noexcept {
    int error = MPI_SUCCESS;
    PerformanceHandle* found = internal::find_performance(call, session, handle, error);
    if (found == nullptr) return error;
    if (performance_variables<Program>[static_cast<std::size_t>(found->variable)].is_continuous())
        return MPI_T_ERR_PVAR_NO_ATOMIC;
    error = t_pvar_read(call, session, handle, buffer);
    if (error == MPI_SUCCESS) internal::set(call, *found, 0);
    return error;
}

} // namespace sartor::mpi
