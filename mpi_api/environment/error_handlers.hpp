// Setting error handlers and adding errors (MPI-5.0 sections 9.3 and 9.5), and their MPI-1 names.
#pragma once

#include <cstdlib>
#include <cstring>

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

namespace internal {

// Stores a handler's handle; null: MPI_ERR_NO_MEM is reported.
template <class Program>
[[nodiscard]] int made_errhandler(Call<Program>& call, MPI_Errhandler made, MPI_Errhandler* handle) noexcept {
    *handle = made;
    return made != MPI_ERRHANDLER_NULL ? MPI_SUCCESS
                                       : call.template fail<MPI_ERR_NO_MEM>("no memory for an error handler");
}

template <class Program, class Function>
[[nodiscard]] int made_errhandler_with_state(Call<Program>& call, HandlerKind kind, Function* function,
                                             const CallbackState& state, MPI_Errhandler* handle) noexcept {
    return made_errhandler(call, call.state().handlers.make_with_state(kind, function, state, call.site()),
                           handle);
}

// `handler` is the member of an object that names its error handler: the old one loses a reference.
template <class Program>
void replace_errhandler(Call<Program>& call, MPI_Errhandler& handler, MPI_Errhandler handle) noexcept {
    auto& handlers = call.state().handlers;
    handlers.share(handle);
    handlers.release(handler);
    handler = handle;
}

// Those of objects that only MPI_Finalize ends: the states of handlers that no other object has are freed.
template <class Program>
void release_predefined_handlers(Call<Program>& call) noexcept {
    auto& state = call.state();
    state.communicators.for_each_predefined([&](MPI_Comm comm) {
        replace_errhandler(call, state.communicators.find(comm)->errhandler, nullptr);
    });
    if constexpr (Interface<Program>::has_files)
        replace_errhandler(call, state.file_errors.handler, MPI_ERRORS_RETURN);
}

} // namespace internal

template <class Program>
int comm_create_errhandler(Call<Program>& call, MPI_Comm_errhandler_function* function,
                           MPI_Errhandler* handle) noexcept {
    return internal::made_errhandler(call, call.state().handlers.make(function, call.site()), handle);
}

// MPIX_Comm_create_errhandler_x: the destructor, or null, gets the state when the last object has lost the
// handler.
template <class Program>
int comm_create_errhandler_x(Call<Program>& call, MPIX_Comm_errhandler_function_x* function,
                             MPIX_Destructor_function* destructor, void* state,
                             MPI_Errhandler* handle) noexcept {
    return internal::made_errhandler_with_state(call, HandlerKind::communicators, function,
                                                {state, destructor}, handle);
}

// Handlers made for other objects than communicators are MPI_ERR_ERRHANDLER.
template <class Program>
int comm_set_errhandler(Call<Program>& call, MPI_Comm comm, MPI_Errhandler handle) noexcept {
    if (!call.handler_is_for(HandlerKind::communicators, "errhandler", handle)) return call.error();
    internal::replace_errhandler(call, call.state().communicators.find(comm)->errhandler, handle);
    return MPI_SUCCESS;
}

// Gives a new reference, which the program frees.
template <class Program>
int comm_get_errhandler(Call<Program>& call, MPI_Comm comm, MPI_Errhandler* handle) noexcept {
    auto& state = call.state();
    const MPI_Errhandler set = state.communicators.find(comm)->errhandler;
    *handle = set == nullptr ? MPI_ERRORS_ARE_FATAL : set;
    state.handlers.give(*handle);
    return MPI_SUCCESS;
}

// Objects that have the handler keep it.
template <class Program>
int errhandler_free(Call<Program>& call, MPI_Errhandler* handle) noexcept {
    if (!call.errhandler("errhandler", *handle)) return call.error();
    call.state().handlers.drop(*handle);
    *handle = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}

// Runs the handler with `code` and succeeds; ends the run if the handler is fatal.
template <class Program>
int comm_call_errhandler(Call<Program>& call, MPI_Comm comm, int code) noexcept {
    auto& state = call.state();
    const MPI_Errhandler handler = state.communicators.find(comm)->errhandler;
    if (state.handlers.is_fatal(handler))
        return call.template fail<MPI_ERR_OTHER>("called with error code %d", code);
    state.handlers.handle(handler, comm, code);
    return MPI_SUCCESS;
}

// MPI-1's names of these functions follow.
template <class Program>
int errhandler_create(Call<Program>& call, MPI_Comm_errhandler_function* function,
                      MPI_Errhandler* handle) noexcept {
    return comm_create_errhandler(call, function, handle);
}
template <class Program>
int errhandler_set(Call<Program>& call, MPI_Comm comm, MPI_Errhandler handle) noexcept {
    return comm_set_errhandler(call, comm, handle);
}
template <class Program>
int errhandler_get(Call<Program>& call, MPI_Comm comm, MPI_Errhandler* handle) noexcept {
    return comm_get_errhandler(call, comm, handle);
}

namespace internal {

template <class Program>
int added(Call<Program>& call, int code, int* result) noexcept {
    *result = code;
    return code != MPI_SUCCESS ? MPI_SUCCESS
                               : call.template fail<MPI_ERR_NO_MEM>("no memory for an error code");
}

// MPI_ERR_ARG when the program has not added it, MPI_ERR_OTHER while it has a string or its class has codes.
template <class Program>
int remove_error(Call<Program>& call, int code) noexcept {
    auto* entry = call.state().user_errors.find(code);
    if (entry == nullptr)
        return call.template fail<MPI_ERR_ARG>("%d: not an error that the program added", code);
    if (entry->text != nullptr || entry->codes != 0)
        return call.template fail<MPI_ERR_OTHER>(
            "%d: its string and codes of its class must be removed first", code);
    call.state().user_errors.remove(code);
    return MPI_SUCCESS;
}

} // namespace internal

// A class is a code of itself. MPI_ERR_NO_MEM.
template <class Program>
int add_error_class(Call<Program>& call, int* error_class) noexcept {
    return internal::added(call, call.state().user_errors.add(), error_class);
}

// A code of a class of the standard's or of the program's; otherwise MPI_ERR_ARG.
template <class Program>
int add_error_code(Call<Program>& call, int error_class, int* code) noexcept {
    auto& errors = call.state().user_errors;
    if ((error_class <= MPI_SUCCESS || error_class > MPI_ERR_LASTCODE) && !errors.is_class(error_class))
        return call.template fail<MPI_ERR_ARG>("errorclass = %d: not an error class", error_class);
    return internal::added(call, errors.add(error_class), code);
}

// Replaces the string; cut off at MPI_MAX_ERROR_STRING - 1 characters. The standard's strings can't be
// replaced.
template <class Program>
int add_error_string(Call<Program>& call, int code, const char* text) noexcept {
    if (!call.result("string", text)) return call.error();
    auto* entry = call.state().user_errors.find(code);
    if (entry == nullptr)
        return call.template fail<MPI_ERR_ARG>("errorcode = %d: not an error that the program added", code);
    char* copy = strndup(text, MPI_MAX_ERROR_STRING - 1);
    if (copy == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory for an error string");
    std::free(entry->text);
    entry->text = copy;
    return MPI_SUCCESS;
}

template <class Program>
int remove_error_class(Call<Program>& call, int error_class) noexcept {
    return internal::remove_error(call, error_class);
}
template <class Program>
int remove_error_code(Call<Program>& call, int code) noexcept {
    return internal::remove_error(call, code);
}
template <class Program>
int remove_error_string(Call<Program>& call, int code) noexcept {
    auto* entry = call.state().user_errors.find(code);
    if (entry == nullptr)
        return call.template fail<MPI_ERR_ARG>("%d: not an error that the program added", code);
    std::free(entry->text);
    entry->text = nullptr;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
