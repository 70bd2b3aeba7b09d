// Attributes of communicators: MPI_Comm_create_keyval and kin, and their MPI-1 names (MPI-5.0 section 7.7.2).
#pragma once

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

namespace internal {

// The attributes of MPI_COMM_WORLD that the standard predefines (MPI-5.0 section 9.1.2), each a pointer to an
// int that the program must not change. Null for any other key.
template <class Program>
[[nodiscard]] int* predefined_attribute(Call<Program>& call, int keyval) noexcept {
    static int tag_ub = 0x7fffffff;
    static int any_rank = MPI_ANY_SOURCE;
    static int no_host = MPI_PROC_NULL;
    static int one = 1;
    auto& state = call.state();
    switch (keyval) {
    case MPI_TAG_UB:
        return &tag_ub;
    case MPI_IO:
        return &any_rank;
    case MPI_HOST:
        return &no_host;
    case MPI_WTIME_IS_GLOBAL:
        return &one;
    case MPI_APPNUM:
        return state.family.program_number();
    case MPI_UNIVERSE_SIZE:
        state.universe_size = state.family.universe_size();
        return &state.universe_size;
    case MPI_LASTUSEDCODE:
        state.last_used_code = state.last_error_code();
        return &state.last_used_code;
    default:
        return nullptr;
    }
}

// A key of this kind of objects. Null after reporting MPI_ERR_KEYVAL.
template <class Program>
Keyval* find_keyval(Call<Program>& call, AttributesOf kind, int number) noexcept {
    Keyval* keyval = call.state().keyvals.find(number);
    if (keyval != nullptr && keyval->kind == kind) return keyval;
    call.template fail<MPI_ERR_KEYVAL>(
        "keyval = %d: not a key of %s, or a key that was freed or is predefined", number,
        kind == AttributesOf::communicators ? "communicators"
        : kind == AttributesOf::datatypes   ? "datatypes"
                                            : "windows");
    return nullptr;
}

// MPI_ERR_NO_MEM when there is no memory for the key. Callbacks of all kinds have one form
// (state/attributes.hpp). The destructor of the extra state, if any, is the last argument.
template <class Program, class... Destructor>
int make_keyval(Call<Program>& call, AttributesOf kind, void* copy, void* destroy, int* number,
                void* extra_state, Destructor... destructor) noexcept {
    *number = call.state().keyvals.make({Keyval{kind, reinterpret_cast<Keyval::Copy*>(copy),
                                                reinterpret_cast<Keyval::Delete*>(destroy), extra_state},
                                         destructor...});
    return *number != MPI_KEYVAL_INVALID ? MPI_SUCCESS
                                         : call.template fail<MPI_ERR_NO_MEM>("no memory for a key");
}

// Whether the program frees a key again, by another copy of its number.
template <class Keys>
[[nodiscard]] bool freed_before(const Keys& keyvals, int number) noexcept {
    const Keyval* keyval = keyvals.find(number);
    return keyvals.was_made(number) && (keyval == nullptr || keyval->freed);
}

// Attributes keep the key until they are deleted. Freeing a key twice has no effect, since other MPIs
// tolerate it and programs rely on that; with --checked it is MPI_ERR_KEYVAL.
template <class Program>
int free_keyval(Call<Program>& call, AttributesOf kind, int* number) noexcept {
    auto& keyvals = call.state().keyvals;
    if (freed_before(keyvals, *number)) {
        if (!call.at(point::KeyIsFreedAgain(), *number)) return call.error();
    } else {
        if (find_keyval(call, kind, *number) == nullptr) return call.error();
        keyvals.free(*number);
    }
    *number = MPI_KEYVAL_INVALID;
    return MPI_SUCCESS;
}

// Hands the error of a delete callback to the error handler.
template <class Program>
[[nodiscard]] int after_deleting(Call<Program>& call, int error) noexcept {
    return error == MPI_SUCCESS ? error : call.fail_in_callback("the delete callback", error);
}

// Replaces an attribute, whose delete callback runs first; its error leaves the old one. MPI_ERR_NO_MEM.
template <class Program>
int set_attribute(Call<Program>& call, AttributesOf kind, Attributes& attributes, void* object, int number,
                  void* value) noexcept {
    if (find_keyval(call, kind, number) == nullptr) return call.error();
    if (attributes.find(number) != nullptr) {
        const int error = attributes.drop(call.state().keyvals, object, number);
        if (error != MPI_SUCCESS) return after_deleting(call, error);
    }
    Keyval* keyval = find_keyval(call, kind, number); // the callback may have freed it
    if (keyval == nullptr) return call.error();
    return attributes.add(number, *keyval, value)
               ? MPI_SUCCESS
               : call.template fail<MPI_ERR_NO_MEM>("no memory for an attribute");
}

// MPI_ERR_KEYVAL when the object has no such attribute. If the callback fails the attribute remains.
template <class Program>
int delete_attribute(Call<Program>& call, AttributesOf kind, Attributes& attributes, void* object,
                     int number) noexcept {
    if (find_keyval(call, kind, number) == nullptr) return call.error();
    if (attributes.find(number) == nullptr)
        return call.template fail<MPI_ERR_KEYVAL>("keyval = %d: no such attribute is set", number);
    return after_deleting(call, attributes.drop(call.state().keyvals, object, number));
}

} // namespace internal

// MPI_Comm_create_keyval. The callbacks may be MPI's own (MPI_COMM_NULL_COPY_FN and its like).
template <class Program>
int comm_create_keyval(Call<Program>& call, MPI_Comm_copy_attr_function* copy,
                       MPI_Comm_delete_attr_function* destroy, int* keyval, void* extra_state) noexcept {
    return internal::make_keyval(call, AttributesOf::communicators, reinterpret_cast<void*>(copy),
                                 reinterpret_cast<void*>(destroy), keyval, extra_state);
}

// MPIX_Comm_create_keyval_x: the destructor, or null, gets the extra state when the program has freed the key
// and no attribute uses it any more.
template <class Program>
int comm_create_keyval_x(Call<Program>& call, MPI_Comm_copy_attr_function* copy,
                         MPI_Comm_delete_attr_function* destroy, MPIX_Destructor_function* destructor,
                         int* keyval, void* extra_state) noexcept {
    return internal::make_keyval(call, AttributesOf::communicators, reinterpret_cast<void*>(copy),
                                 reinterpret_cast<void*>(destroy), keyval, extra_state, destructor);
}

template <class Program>
int comm_free_keyval(Call<Program>& call, int* keyval) noexcept {
    return internal::free_keyval(call, AttributesOf::communicators, keyval);
}

// MPI_Comm_set_attr: the predefined attributes can't be set (MPI_ERR_KEYVAL).
template <class Program>
int comm_set_attr(Call<Program>& call, MPI_Comm comm, int keyval, void* value) noexcept {
    return internal::set_attribute(call, AttributesOf::communicators,
                                   call.state().communicators.find(comm)->attributes, comm, keyval, value);
}

// MPI_Comm_get_attr: the flag says whether there is one. Predefined attributes are found on any communicator.
template <class Program>
int comm_get_attr(Call<Program>& call, MPI_Comm comm, int keyval, void* value, int* flag) noexcept {
    void* found = internal::predefined_attribute(call, keyval);
    *flag = found != nullptr;
    if (found == nullptr) {
        if (internal::find_keyval(call, AttributesOf::communicators, keyval) == nullptr) return call.error();
        const auto* entry = call.state().communicators.find(comm)->attributes.find(keyval);
        *flag = entry != nullptr;
        if (entry != nullptr) found = entry->value;
    }
    if (*flag != 0) *static_cast<void**>(value) = found;
    return MPI_SUCCESS;
}

template <class Program>
int comm_delete_attr(Call<Program>& call, MPI_Comm comm, int keyval) noexcept {
    return internal::delete_attribute(call, AttributesOf::communicators,
                                      call.state().communicators.find(comm)->attributes, comm, keyval);
}

// MPI-1's names of these functions follow (MPI-5.0 section 16.1).
template <class Program>
int keyval_create(Call<Program>& call, MPI_Copy_function* copy, MPI_Delete_function* destroy, int* keyval,
                  void* extra_state) noexcept {
    return internal::make_keyval(call, AttributesOf::communicators, reinterpret_cast<void*>(copy),
                                 reinterpret_cast<void*>(destroy), keyval, extra_state);
}
template <class Program>
int keyval_free(Call<Program>& call, int* keyval) noexcept {
    return internal::free_keyval(call, AttributesOf::communicators, keyval);
}
template <class Program>
int attr_put(Call<Program>& call, MPI_Comm comm, int keyval, void* value) noexcept {
    return comm_set_attr(call, comm, keyval, value);
}
template <class Program>
int attr_get(Call<Program>& call, MPI_Comm comm, int keyval, void* value, int* flag) noexcept {
    return comm_get_attr(call, comm, keyval, value, flag);
}
template <class Program>
int attr_delete(Call<Program>& call, MPI_Comm comm, int keyval) noexcept {
    return comm_delete_attr(call, comm, keyval);
}

} // namespace sartor::mpi
