// Calls of programs that go on when others fail: what a failure has ended is raised once, at the end of the
// call, and communicators that were revoked are not used any more.
#pragma once

#include <string_view>
#include <type_traits>

#include "components/call/row.hpp"
#include "runtime/failures/failures.hpp"

namespace sartor::aspects {

namespace internal {

// The function is a collective operation, or makes something of a communicator. Messages of the program's own
// raise errors where they are found.
template <class Row>
[[nodiscard]] consteval bool is_collective() noexcept {
    constexpr call::Arguments arguments = call::arguments_of<Row>();
    if (!arguments.has_value(call::Role::communicator)) return false;
    bool is_collective = Row::form != call::CollectiveForm::none;
    for (int index = 0; index < arguments.size; ++index) {
        const call::Role role = arguments[index].role;
        const bool is_made =
            role == call::Role::communicator || role == call::Role::window || role == call::Role::file;
        is_collective |= is_made && arguments[index].direction == call::Direction::out;
    }
    return is_collective;
}
// Agreement and shrinking.
template <class Row>
[[nodiscard]] consteval bool goes_on_when_revoked() noexcept {
    constexpr std::string_view function = Row::name;
    return function.ends_with("shrink") || function.ends_with("agree");
}
// An operation of a window or a file, collective or not.
template <class Row>
[[nodiscard]] consteval bool is_of_shared_memory() noexcept {
    constexpr call::Arguments arguments = call::arguments_of<Row>();
    bool is_found = false;
    for (int index = 0; index < arguments.size; ++index)
        is_found |= arguments[index].role == call::Role::window || arguments[index].role == call::Role::file;
    return is_found;
}

} // namespace internal

// Over the operation of a row: of collective ones. raised_if_revoked(call, arguments...) raises the error of
// a revoked communicator; raised_after_failures(call, error) that of an operation in which others have
// failed, and gives any other one back. Costs a load and two comparisons.
template <class Row>
struct AfterFailures : Row {
    static constexpr std::string_view name = "failures are raised";

    template <class Call, class... Arguments>
    [[gnu::always_inline]] static auto perform(Call& call, Arguments... arguments) noexcept {
        constexpr bool goes_on = internal::goes_on_when_revoked<Row>();
        if constexpr (!goes_on && !internal::is_collective<Row>()) {
            const auto result = Row::perform(call, arguments...);
            if constexpr (internal::is_of_shared_memory<Row>() && std::is_same_v<decltype(result), const int>)
                if (result < 0) [[unlikely]]
                    return raised_after_failures(call, result);
            return result;
        } else {
            if (!goes_on && process::failures::any()) [[unlikely]]
                if (const int error = raised_if_revoked(call, arguments...); error != 0) return error;
            const int error = Row::perform(call, arguments...);
            return error >= 0 ? error : raised_after_failures(call, error);
        }
    }
};

} // namespace sartor::aspects
