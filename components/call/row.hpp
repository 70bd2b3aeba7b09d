// A function of MPI as a type. The build makes one for each function and for each of its twins with large
// counts out of the table's row (generated mpi_api/rows/*.hpp):
//
//     struct MPI_Send : sartor::call::Row {
//         static constexpr const char* name = "MPI_Send";
//         static constexpr auto function = &::PMPI_Send;
//         static constexpr Pace pace = Pace::frequent;
//         static constexpr Argument arguments[] = {{"buf", Role::buffer}, {"count", Role::count}, ...};
//         static auto perform(auto& call, auto... arguments) { return send(call, arguments...); }
//         // Calls Next::perform if the checks of the arguments (checks.hpp) find nothing wrong.
//         template <class Next>
//         static int perform_if_valid(auto& call, auto buf, auto count, ...);
//     };
//
// A row is the component over which the aspects of calls are woven (configuration/calls.hpp).
#pragma once

#include <cstdint>

#include "components/call/argument.hpp"

namespace sartor::call {

// When a function may be called (MPI-5.0 sections 11.2 to 11.4). Those of a session need it alone.
enum class Needs : std::uint8_t {
    nothing,
    mpi,  // MPI_Init has been called, or a session is open
    world // MPI_Init has been called
};

// How often programs call it, which decides how much of its entry is code of its own.
enum class Pace : std::uint8_t {
    seldom,
    brief,   // so short that its checks are in place
    frequent // its entry on the host calls nothing while the communicator is the one of the last call
};

// Collectives (MPI-5.0 chapter 6) and what begins one (sections 6.12 and 6.13).
enum class Form : std::uint8_t { other, collective, nonblocking_collective, persistent_collective };

// Who reports wrong arguments: the entry, or the implementation, without an error handler (section 15.3.10).
enum class Errors : std::uint8_t { by_entry, by_implementation };

// What a row says when it says nothing.
struct Row {
    static constexpr Needs needs = Needs::mpi;
    static constexpr Pace pace = Pace::seldom;
    static constexpr Form form = Form::other;
    static constexpr Errors errors = Errors::by_entry;
    static constexpr bool is_large = false;   // its counts are MPI_Count
    static constexpr bool is_checked = false; // something of it at its entry
};

// The words and arguments of a row as values, for what is computed from them.
struct RowView {
    Needs needs;
    Pace pace;
    Form form;
    Errors errors;
    const Argument* arguments;
    int size; // how many arguments it has

    [[nodiscard]] constexpr bool is_collective() const noexcept { return form != Form::other; }
    [[nodiscard]] constexpr bool begins_collective() const noexcept {
        return is_collective() && form != Form::collective;
    }
    // Its entry has its checks in place; those of others are functions that they share.
    [[nodiscard]] constexpr bool is_checked_in_place() const noexcept {
        return pace != Pace::seldom || form == Form::collective;
    }
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
    // It makes an object of this role.
    [[nodiscard]] constexpr bool makes(Role role) const noexcept {
        for (int index = 0; index < size; ++index)
            if (arguments[index].role == role && arguments[index].direction == Direction::out) return true;
        return false;
    }
};

template <class R>
[[nodiscard]] constexpr RowView view_of() noexcept {
    return {R::needs,
            R::pace,
            R::form,
            R::errors,
            std::data(R::arguments),
            static_cast<int>(std::size(R::arguments))};
}

} // namespace sartor::call
