// Hints of windows (MPI-5.0 sections 12.2.1 to 12.2.3 and 12.2.7): those that are known, with their values
// when a program says nothing. They are kept as a program gives them, and given back; others are ignored.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "mpi_api/call/program_memory.hpp"
#include "mpi_api/info/info.hpp"
#include "mpi_api/one_sided/windows/access.hpp"

namespace sartor::mpi::internal {

struct WindowHint {
    std::string_view key;
    const char* value; // when the program gives none
    bool (*accepts)(std::string_view value);
    int flavor = 0; // of the windows that have it; 0: all
};

[[nodiscard]] inline bool is_truth_value(std::string_view value) noexcept {
    return value == "true" || value == "false";
}
[[nodiscard]] inline bool is_number(std::string_view value) noexcept {
    return !value.empty() && std::ranges::all_of(value, [](char one) { return '0' <= one && one <= '9'; });
}
// "none", or some of rar, raw, war, waw, with commas between them.
[[nodiscard]] inline bool is_ordering(std::string_view value) noexcept {
    if (value == "none") return true;
    for (std::size_t comma = 0; comma != std::string_view::npos; value.remove_prefix(comma + 1)) {
        comma = value.find(',');
        const std::string_view one = value.substr(0, comma);
        if (one != "rar" && one != "raw" && one != "war" && one != "waw") return false;
        if (comma == std::string_view::npos) break;
    }
    return true;
}

// Orders are always kept, any operations may meet, and every window can be locked: what a program promises
// or does without changes nothing but what it may do.
inline constexpr std::array window_hints{
    WindowHint{"no_locks", "false", is_truth_value},
    WindowHint{"accumulate_ordering", "rar,raw,war,waw", is_ordering},
    WindowHint{"accumulate_ops", "same_op_no_op",
               [](std::string_view value) { return value == "same_op" || value == "same_op_no_op"; }},
    WindowHint{"mpi_accumulate_granularity", "0", is_number},
    WindowHint{"same_size", "false", is_truth_value},
    WindowHint{"same_disp_unit", "false", is_truth_value},
    WindowHint{"alloc_shared_noncontig", "false", is_truth_value, MPI_WIN_FLAVOR_SHARED},
    WindowHint{"mpi_minimum_memory_alignment", "64", is_number, MPI_WIN_FLAVOR_ALLOCATE},
    WindowHint{"mpi_minimum_memory_alignment", "64", is_number, MPI_WIN_FLAVOR_SHARED},
};

[[nodiscard]] inline bool has_hint(const WindowHint& hint, int flavor) noexcept {
    return hint.flavor == 0 || hint.flavor == flavor;
}

// Whether a program says "true" to a hint.
template <class Program>
[[nodiscard]] bool promises(Call<Program>& call, const WindowObject& window, const char* key) noexcept {
    const char* const hint = call.state().infos.hint(window.info, key);
    return hint != nullptr && std::strcmp(hint, "true") == 0;
}

// Whether a program wants no more than single elements to be updated atomically (MPI-4.1): then each is, by
// the processor, and no lock is taken. Without a wish the lock, which is faster for several elements.
template <class Program>
[[nodiscard]] bool wants_elements(Call<Program>& call, const WindowObject& window) noexcept {
    const char* const hint = call.state().infos.hint(window.info, "mpi_accumulate_granularity");
    if (hint == nullptr) return false;
    const std::size_t bytes = std::strtoull(hint, nullptr, 10);
    return bytes > 0 && bytes <= one_sided::longest_word;
}

// Keeps what a program says. MPI_ERR_NO_MEM.
template <class Program>
int keep_window_info(Call<Program>& call, WindowObject& window, MPI_Info info) noexcept {
    auto& infos = call.state().infos;
    const auto is_accepted = [&](const char* key) {
        return std::ranges::any_of(window_hints, [&](const WindowHint& hint) {
            return hint.key == key && has_hint(hint, window.flavor) && hint.accepts(infos.hint(info, key));
        });
    };
    if (!infos.keep(window.info, info, is_accepted))
        return call.template fail<MPI_ERR_NO_MEM>("no memory for hints");
    window.promises_no_locks = promises(call, window, "no_locks");
    return MPI_SUCCESS;
}

// All hints of a window, with their values.
template <class Program>
int give_window_info(Call<Program>& call, const WindowObject& window, MPI_Info* handle) noexcept {
    InfoObject* hints = new_info(call, handle);
    if (hints == nullptr) return call.error();
    bool fits = true;
    for (const WindowHint& hint : window_hints)
        if (has_hint(hint, window.flavor)) fits = fits && hints->set(hint.key.data(), hint.value);
    if (window.info != nullptr) fits = fits && info_of(call, window.info).copy_to(*hints);
    return fits ? MPI_SUCCESS : call.template fail<MPI_ERR_NO_MEM>("no memory for hints");
}

// Memory that begins a cache line, or at a multiple of what the program requests
// (mpi_minimum_memory_alignment). Its size is rounded up to whole ones.
template <class Program>
[[nodiscard]] void* allocate_lines(Call<Program>& call, MPI_Info info, std::size_t bytes) noexcept {
    std::size_t alignment = 64;
    constexpr std::size_t most = std::size_t{1} << 30;
    const char* const wish = call.state().infos.hint(info, "mpi_minimum_memory_alignment");
    const std::size_t wanted = wish == nullptr ? 0 : std::strtoull(wish, nullptr, 10);
    while (alignment < wanted && alignment < most) alignment *= 2;
    return allocate_for_program<Program>(bytes, alignment);
}

} // namespace sartor::mpi::internal
