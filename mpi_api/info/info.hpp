// The functions of info objects (MPI-5.0 chapter 10), and hints of communicators (section 7.4.4).
#pragma once

#include <algorithm>
#include <cstring>

#include "mpi_api/call/call.hpp"

namespace sartor::mpi {

namespace internal {

// Requires a valid handle.
template <class Program>
InfoObject& info_of(Call<Program>& call, MPI_Info handle) noexcept {
    return *call.state().infos.find(handle);
}

// Null after reporting MPI_ERR_NO_MEM.
template <class Program>
InfoObject* new_info(Call<Program>& call, MPI_Info* handle) noexcept {
    auto& infos = call.state().infos;
    InfoObject* object = infos.make(call.site());
    if (object == nullptr)
        call.template fail<MPI_ERR_NO_MEM>("no memory for an info object");
    else
        *handle = infos.handle_of(*object);
    return object;
}

// 1 to MPI_MAX_INFO_KEY - 1 characters; otherwise MPI_ERR_INFO_KEY.
template <class Program>
[[nodiscard]] bool valid_key(Call<Program>& call, const char* key) noexcept {
    if (key != nullptr && key[0] != '\0' && std::strlen(key) < MPI_MAX_INFO_KEY) return true;
    call.template fail<MPI_ERR_INFO_KEY>("key: expected 1 to %d characters", MPI_MAX_INFO_KEY - 1);
    return false;
}

// Copies at most `room` characters with the terminator, and writes nothing behind it, since a program's array
// may be shorter than the length it gives.
inline void copy_string(char* target, const char* text, std::size_t room) noexcept {
    std::size_t length = std::strlen(text);
    if (length >= room) length = room - 1;
    std::memcpy(target, text, length);
    target[length] = '\0';
}

// MPI_INFO_ENV can't be changed: MPI_ERR_INFO.
template <class Program>
[[nodiscard]] bool changeable(Call<Program>& call, MPI_Info info) noexcept {
    if (info != MPI_INFO_ENV) return true;
    call.template fail<MPI_ERR_INFO>("info = MPI_INFO_ENV: it can't be changed");
    return false;
}

} // namespace internal

template <class Program>
int info_create(Call<Program>& call, MPI_Info* handle) noexcept {
    return internal::new_info(call, handle) != nullptr ? MPI_SUCCESS : call.error();
}

template <class Program>
int info_create_env(Call<Program>& call, int, char**, MPI_Info* handle) noexcept {
    return info_create(call, handle);
}

// MPI_Info_set: adds or replaces. MPI_ERR_INFO_VALUE for MPI_MAX_INFO_VAL characters or more, MPI_ERR_NO_MEM.
template <class Program>
int info_set(Call<Program>& call, MPI_Info info, const char* key, const char* value) noexcept {
    if (!internal::changeable(call, info) || !internal::valid_key(call, key)) return call.error();
    if (value == nullptr || std::strlen(value) >= MPI_MAX_INFO_VAL)
        return call.template fail<MPI_ERR_INFO_VALUE>("value: expected at most %d characters",
                                                      MPI_MAX_INFO_VAL - 1);
    return internal::info_of(call, info).set(key, value)
               ? MPI_SUCCESS
               : call.template fail<MPI_ERR_NO_MEM>("no memory for a pair of strings");
}

// MPI_ERR_INFO_NOKEY when there is no such key.
template <class Program>
int info_delete(Call<Program>& call, MPI_Info info, const char* key) noexcept {
    if (!internal::changeable(call, info) || !internal::valid_key(call, key)) return call.error();
    return internal::info_of(call, info).remove(key)
               ? MPI_SUCCESS
               : call.template fail<MPI_ERR_INFO_NOKEY>("key = %s: the info object has no such key", key);
}

// MPI_Info_get (deprecated): at most `length` characters and a terminator.
template <class Program>
int info_get(Call<Program>& call, MPI_Info info, const char* key, int length, char* value,
             int* flag) noexcept {
    if (!internal::valid_key(call, key)) return call.error();
    const auto* entry = internal::info_of(call, info).find(key);
    *flag = entry != nullptr;
    if (entry == nullptr) return MPI_SUCCESS;
    // The array has one element more than `length`, for the terminator (MPI-5.0 section 15.1).
    internal::copy_string(value, entry->value, static_cast<std::size_t>(length) + 1);
    return MPI_SUCCESS;
}

template <class Program>
int info_get_valuelen(Call<Program>& call, MPI_Info info, const char* key, int* length, int* flag) noexcept {
    if (!internal::valid_key(call, key)) return call.error();
    const auto* entry = internal::info_of(call, info).find(key);
    *flag = entry != nullptr;
    if (entry != nullptr) *length = static_cast<int>(std::strlen(entry->value));
    return MPI_SUCCESS;
}

// MPI_Info_get_string: `length` counts the terminating null, as given and as returned; with 0 nothing is
// written.
template <class Program>
int info_get_string(Call<Program>& call, MPI_Info info, const char* key, int* length, char* value,
                    int* flag) noexcept {
    if (!internal::valid_key(call, key)) return call.error();
    const auto* entry = internal::info_of(call, info).find(key);
    *flag = entry != nullptr;
    if (entry == nullptr) return MPI_SUCCESS;
    if (!call.array("value", value, *length)) return call.error();
    if (*length > 0) internal::copy_string(value, entry->value, static_cast<std::size_t>(*length));
    *length = static_cast<int>(std::strlen(entry->value)) + 1;
    return MPI_SUCCESS;
}

template <class Program>
int info_get_nkeys(Call<Program>& call, MPI_Info info, int* count) noexcept {
    *count = internal::info_of(call, info).count();
    return MPI_SUCCESS;
}

// In the order in which keys were first set; MPI_ERR_ARG beyond the last.
template <class Program>
int info_get_nthkey(Call<Program>& call, MPI_Info info, int number, char* key) noexcept {
    const auto* entry = number < 0 ? nullptr : internal::info_of(call, info).nth(number);
    if (entry == nullptr) return call.template fail<MPI_ERR_ARG>("n = %d: there is no such key", number);
    std::strcpy(key, entry->key);
    return MPI_SUCCESS;
}

template <class Program>
int info_dup(Call<Program>& call, MPI_Info info, MPI_Info* handle) noexcept {
    InfoObject* copy = internal::new_info(call, handle);
    if (copy == nullptr) return call.error();
    return internal::info_of(call, info).copy_to(*copy)
               ? MPI_SUCCESS
               : call.template fail<MPI_ERR_NO_MEM>("no memory for a copy");
}

// Objects that were given the hints have copied them.
template <class Program>
int info_free(Call<Program>& call, MPI_Info* handle) noexcept {
    if (*handle == MPI_INFO_NULL || *handle == MPI_INFO_ENV || call.state().infos.find(*handle) == nullptr)
        return call.template fail<MPI_ERR_INFO>("info: expected an info object made by the program");
    call.state().infos.free(internal::info_of(call, *handle));
    *handle = MPI_INFO_NULL;
    return MPI_SUCCESS;
}

namespace internal {

// The hints of this library: promises of the program, of which it makes no use (MPI-5.0 section 7.4.4).
[[nodiscard]] inline bool is_known_hint(const char* key) noexcept {
    constexpr const char* known[] = {"mpi_assert_no_any_tag", "mpi_assert_no_any_source",
                                     "mpi_assert_exact_length", "mpi_assert_allow_overtaking"};
    return std::ranges::any_of(known, [key](const char* one) { return std::strcmp(one, key) == 0; });
}

} // namespace internal

// Known hints are kept and given back by MPI_Comm_get_info, others are ignored. MPI_ERR_NO_MEM.
template <class Program>
int comm_set_info(Call<Program>& call, MPI_Comm comm, MPI_Info info) noexcept {
    CommunicatorObject& object = *call.state().communicators.find(comm);
    auto& infos = call.state().infos;
    if (object.info == nullptr) {
        InfoObject* made = infos.make(nullptr); // not the program's to free
        if (made == nullptr) return call.template fail<MPI_ERR_NO_MEM>("no memory for hints");
        object.info = infos.handle_of(*made);
    }
    if (info == MPI_INFO_NULL) return MPI_SUCCESS;
    return internal::info_of(call, info)
                   .copy_to(internal::info_of(call, object.info), internal::is_known_hint)
               ? MPI_SUCCESS
               : call.template fail<MPI_ERR_NO_MEM>("no memory for hints");
}

// A new info object, which the program frees.
template <class Program>
int comm_get_info(Call<Program>& call, MPI_Comm comm, MPI_Info* handle) noexcept {
    const CommunicatorObject& object = *call.state().communicators.find(comm);
    return object.info == nullptr ? info_create(call, handle) : info_dup(call, object.info, handle);
}

} // namespace sartor::mpi
