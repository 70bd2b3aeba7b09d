// Calls of programs that go on when others fail: what a failure has ended is raised once, at the end of the
// call, and communicators that were revoked are not used any more.
#pragma once

#include <string_view>
#include <type_traits>

#include "components/call/row.hpp"
#include "components/process/failures/failures.hpp"

namespace sartor::aspects {

namespace internal {

// Whether the function communicates on its communicator, or makes something of it. Agreement and shrinking go
// on when it is revoked.
template <class Row>
[[nodiscard]] consteval bool uses_communicator() noexcept {
    constexpr std::string_view function = Row::name;
    constexpr call::Arguments arguments = call::arguments_of<Row>();
    if (!arguments.has_value(call::Role::communicator) || function.ends_with("shrink")) return false;
    if (Row::form != call::CollectiveForm::none || arguments.find(call::Role::tag) != call::not_counted)
        return true;
    for (int index = 0; index < arguments.size; ++index) {
        const call::Role role = arguments[index].role;
        const bool is_made = role == call::Role::communicator || role == call::Role::window ||
                             role == call::Role::file;
        if (is_made && arguments[index].direction == call::Direction::out) return true;
    }
    return false;
}

} // namespace internal

// Over the operation of a row. The call has is_usable_after_failures(call, arguments...), which refuses a
// revoked communicator, and raised_after_failures(call, error), which raises the error of a failure and gives
// any other one back. Costs a load and a comparison.
template <class Row>
struct AfterFailures : Row {
    static constexpr std::string_view name = "failures are raised";

    template <class Call, class... Arguments>
    [[gnu::always_inline]] static auto perform(Call& call, Arguments... arguments) noexcept {
        using Result = decltype(Row::perform(call, arguments...));
        if constexpr (std::is_same_v<Result, int>) {
            if constexpr (internal::uses_communicator<Row>())
                if (process::failures::any() && !is_usable_after_failures(call, arguments...)) [[unlikely]]
                    return raised_after_failures(call, call.error());
            const int error = Row::perform(call, arguments...);
            return error >= 0 ? error : raised_after_failures(call, error);
        } else {
            return Row::perform(call, arguments...);
        }
    }
};

} // namespace sartor::aspects
