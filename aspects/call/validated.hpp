// Calls whose arguments are checked before they begin (MPI-5.0 section 9.2).
#pragma once

#include <string_view>

namespace sartor::aspects {

// Over the operation of a row: its arguments are checked, and it is not performed if one of them is wrong.
// The call has a function for each condition (components/call/condition.hpp), which reports what is wrong,
// and error(), which the MPI function then returns. Costs the comparisons of right arguments; reports are out
// of the way.
template <class Row>
struct Validated : Row {
    static constexpr std::string_view name = "validated";

    template <class Call, class... Arguments>
    [[gnu::always_inline]] static auto perform(Call& call, Arguments... arguments) noexcept {
        if constexpr (Row::is_checked)
            return Row::template perform_if_valid<Row>(call, arguments...);
        else
            return Row::perform(call, arguments...);
    }
};

} // namespace sartor::aspects
