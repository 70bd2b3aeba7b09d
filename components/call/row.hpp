// A function of MPI as a type. The build makes one for each function and for each of its twins with large
// counts out of the table's row (generated mpi_api/rows/*.hpp):
//
//     struct MPI_Send : sartor::call::Row {
//         static constexpr const char* name = "MPI_Send";
//         static constexpr auto function = &::PMPI_Send;
//         static constexpr Pace pace = Pace::frequent;
//         static constexpr Argument arguments[] = {{"buf", Role::buffer}, {"count", Role::count}, ...};
//         static auto perform(auto& call, auto... arguments) { return send(call, arguments...); }
//         // Calls Next::perform if the checks of the arguments find nothing wrong.
//         static constexpr bool is_checked = true;
//         template <class Next>
//         static int perform_if_valid(auto& call, auto buf, auto count, ...);
//     };
//
// A row is the component over which the aspects of calls are woven (selection/calls.hpp).
#pragma once

#include <cstdint>

#include "components/call/argument.hpp"

namespace sartor::call {

// How often programs call a function, which decides how much of its entry is code of its own.
enum class Pace : std::uint8_t {
    seldom,
    brief,   // so short that its checks are in place
    frequent // its entry on the host calls nothing while the communicator is the one of the last call
};

// The forms of a collective operation (MPI-5.0 sections 6.12 and 6.13 have the third and the fourth).
enum class CollectiveForm : std::uint8_t { none, blocking, nonblocking, persistent };

// It begins a collective operation that ends later: MPI_Ibcast, MPI_Bcast_init.
[[nodiscard]] constexpr bool begins_collective(CollectiveForm form) noexcept {
    return form == CollectiveForm::nonblocking || form == CollectiveForm::persistent;
}

// The entry of a function has its checks in place; those of others are functions that they share.
[[nodiscard]] constexpr bool is_checked_in_place(Pace pace, CollectiveForm form) noexcept {
    return pace != Pace::seldom || form == CollectiveForm::blocking;
}

// What a row says when it says nothing.
struct Row {
    static constexpr Pace pace = Pace::seldom;
    static constexpr CollectiveForm form = CollectiveForm::none;
    static constexpr bool is_large = false;    // its counts are MPI_Count
    static constexpr bool is_checked = false;  // its entry checks something
    static constexpr bool shares_body = false; // one body can serve both sizes of its counts
};

// The arguments of a row, for what is computed from them.
struct Arguments {
    const Argument* arguments;
    int size; // how many there are

    [[nodiscard]] constexpr const Argument& operator[](int index) const noexcept { return arguments[index]; }

    // The index of the first argument of a role, or not_counted.
    [[nodiscard]] constexpr int find(Role role) const noexcept {
        for (int index = 0; index < size; ++index)
            if (arguments[index].role == role) return index;
        return not_counted;
    }
    // The same of those that are passed by value.
    [[nodiscard]] constexpr int find_value(Role role) const noexcept {
        for (int index = 0; index < size; ++index)
            if (arguments[index].role == role && arguments[index].is_value()) return index;
        return not_counted;
    }
    [[nodiscard]] constexpr bool has_value(Role role) const noexcept {
        return find_value(role) != not_counted;
    }
    // The index of the last argument of a role before another one, or not_counted.
    [[nodiscard]] constexpr int last_before(int index, Role role) const noexcept {
        while (--index >= 0)
            if (arguments[index].role == role) return index;
        return not_counted;
    }
};

template <class R>
[[nodiscard]] consteval Arguments arguments_of() noexcept {
    if constexpr (requires { R::arguments; })
        return {R::arguments, sizeof R::arguments / sizeof(Argument)};
    else
        return {nullptr, 0};
}

} // namespace sartor::call
