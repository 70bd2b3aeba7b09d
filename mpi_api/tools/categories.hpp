// Categories: MPI_T_category_... (MPI-5.0 section 15.3.9). None contains another one, and none ever changes.
#pragma once

#include "mpi_api/tools/variables/events.hpp"
#include "mpi_api/tools/variables/lookup.hpp"

namespace sartor::mpi {

namespace internal {

// How many members of a list are in a category; the indices of the first `length` of them.
template <class List>
int list_members(const List& list, int category, int length, int* indices) noexcept {
    int count = 0;
    for (std::size_t one = 0; one < list.size(); ++one) {
        if (list[one].category != static_cast<ToolCategory>(category)) continue;
        if (count < length) indices[count] = static_cast<int>(one);
        ++count;
    }
    return count;
}

template <class Program, class List>
int give_members(Call<Program>& call, int category, int length, int* indices, const List& list) noexcept {
    if (const int error = check_index(call, category, tool_categories<Program>); error != MPI_SUCCESS)
        return error;
    if (length > 0 && indices == nullptr) return MPI_T_ERR_INVALID;
    list_members(list, category, length, indices);
    return MPI_SUCCESS;
}

} // namespace internal

template <class Program>
int t_category_get_num(Call<Program>& call, int* number) noexcept {
    return internal::give_number(call, number, tool_categories<Program>);
}

template <class Program>
int t_category_get_info(Call<Program>& call, int index, char* name, int* name_length, char* description,
                        int* description_length, int* control, int* performance, int* categories) noexcept {
    if (const int error = internal::check_index(call, index, tool_categories<Program>); error != MPI_SUCCESS)
        return error;
    const ToolCategoryText& text = tool_categories<Program>[static_cast<std::size_t>(index)];
    internal::give_text(text.name, name, name_length);
    internal::give_text(text.description, description, description_length);
    internal::give(control, internal::list_members(control_variables, index, 0, nullptr));
    internal::give(performance, internal::list_members(performance_variables<Program>, index, 0, nullptr));
    internal::give(categories, 0);
    return MPI_SUCCESS;
}

template <class Program>
int t_category_get_num_events(Call<Program>& call, int index, int* number) noexcept {
    if (const int error = internal::check_index(call, index, tool_categories<Program>); error != MPI_SUCCESS)
        return error;
    if (number == nullptr) return MPI_T_ERR_INVALID;
    *number = internal::list_members(tool_events, index, 0, nullptr);
    return MPI_SUCCESS;
}

template <class Program>
int t_category_get_index(Call<Program>& call, const char* name, int* index) noexcept {
    return internal::find_named(call, name, index, tool_categories<Program>);
}

template <class Program>
int t_category_get_cvars(Call<Program>& call, int index, int length, int* indices) noexcept {
    return internal::give_members(call, index, length, indices, control_variables);
}
template <class Program>
int t_category_get_pvars(Call<Program>& call, int index, int length, int* indices) noexcept {
    return internal::give_members(call, index, length, indices, performance_variables<Program>);
}
template <class Program>
int t_category_get_events(Call<Program>& call, int index, int length, int* indices) noexcept {
    return internal::give_members(call, index, length, indices, tool_events);
}
template <class Program>
int t_category_get_categories(Call<Program>& call, int index, int, int*) noexcept {
    return internal::check_index(call, index, tool_categories<Program>);
}

template <class Program>
int t_category_changed(Call<Program>& call, int* update_number) noexcept {
    if (call.state().tools.initialized == 0) return MPI_T_ERR_NOT_INITIALIZED;
    if (update_number == nullptr) return MPI_T_ERR_INVALID;
    *update_number = 0;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
