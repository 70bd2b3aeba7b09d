// Attributes of windows: MPI_Win_create_keyval and kin, and the standard's own (MPI-5.0 sections 7.7.3 and
// 12.2.6).
#pragma once

#include "mpi_api/communicator/caching.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi {

namespace internal {

// What an attribute of the standard's points to; null when it is none.
[[nodiscard]] inline void* predefined_attribute(WindowObject& window, int keyval) noexcept {
    switch (keyval) {
    case MPI_WIN_BASE:
        return window.part.base;
    case MPI_WIN_SIZE:
        window.size_attribute = static_cast<MPI_Aint>(window.part.bytes);
        return &window.size_attribute;
    case MPI_WIN_DISP_UNIT:
        window.unit_attribute = static_cast<int>(window.part.unit);
        return &window.unit_attribute;
    case MPI_WIN_CREATE_FLAVOR:
        return &window.flavor;
    case MPI_WIN_MODEL:
        return &window.model;
    default:
        return nullptr;
    }
}

} // namespace internal

template <class Program>
int win_create_keyval(Call<Program>& call, MPI_Win_copy_attr_function* copy,
                      MPI_Win_delete_attr_function* destroy, int* keyval, void* extra_state) noexcept {
    return internal::make_keyval(call, AttributesOf::windows, reinterpret_cast<void*>(copy),
                                 reinterpret_cast<void*>(destroy), keyval, extra_state);
}

// MPIX_Win_create_keyval_x.
template <class Program>
int win_create_keyval_x(Call<Program>& call, MPI_Win_copy_attr_function* copy,
                        MPI_Win_delete_attr_function* destroy, MPIX_Destructor_function* destructor,
                        int* keyval, void* extra_state) noexcept {
    return internal::make_keyval(call, AttributesOf::windows, reinterpret_cast<void*>(copy),
                                 reinterpret_cast<void*>(destroy), keyval, extra_state, destructor);
}

template <class Program>
int win_free_keyval(Call<Program>& call, int* keyval) noexcept {
    return internal::free_keyval(call, AttributesOf::windows, keyval);
}

template <class Program>
int win_set_attr(Call<Program>& call, MPI_Win win, int keyval, void* value) noexcept {
    return internal::set_attribute(call, AttributesOf::windows, internal::window_of(call, win).attributes,
                                   win, keyval, value);
}

template <class Program>
int win_get_attr(Call<Program>& call, MPI_Win win, int keyval, void* value, int* flag) noexcept {
    WindowObject& window = internal::window_of(call, win);
    void* found = internal::predefined_attribute(window, keyval);
    *flag = found != nullptr || keyval == MPI_WIN_BASE ? 1 : 0;
    if (*flag == 0) {
        if (internal::find_keyval(call, AttributesOf::windows, keyval) == nullptr) return call.error();
        const auto* entry = window.attributes.find(keyval);
        *flag = entry != nullptr ? 1 : 0;
        if (entry != nullptr) found = entry->value;
    }
    if (*flag != 0) *static_cast<void**>(value) = found;
    return MPI_SUCCESS;
}

template <class Program>
int win_delete_attr(Call<Program>& call, MPI_Win win, int keyval) noexcept {
    return internal::delete_attribute(call, AttributesOf::windows, internal::window_of(call, win).attributes,
                                      win, keyval);
}

} // namespace sartor::mpi
