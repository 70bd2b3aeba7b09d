// Which buffers a call uses for messages of other ranks, out of its row.
#pragma once

#include <array>

#include "components/call/row.hpp"

namespace sartor::call {

// A buffer with its count and datatype, the rank that its data go to or come from, all by their indices, and
// whether the call writes it. Nothing is used if the rank is MPI_PROC_NULL.
struct Use {
    int buffer = not_counted;
    int count = not_counted;
    int datatype = not_counted;
    int peer = not_counted;
    bool is_written = false;
};

// The uses of a blocking message (MPI-5.0 sections 3.2, 3.4 and 3.10): one, or two if it sends and receives.
struct Uses {
    std::array<Use, 2> of{};
    int size = 0;

    // Data go from one buffer and come into another one.
    [[nodiscard]] constexpr bool exchange() const noexcept {
        return size == 2 && of[0].buffer != of[1].buffer;
    }
};

template <class Row>
[[nodiscard]] consteval Uses uses_of() noexcept {
    Uses uses;
    if constexpr (requires { Row::arguments; }) {
        if (Row::form != Form::other) return uses;
        Use next;
        bool has_communicator = false;
        for (int index = 0; index < static_cast<int>(std::size(Row::arguments)); ++index) {
            const Argument& argument = Row::arguments[index];
            if (argument.role == Role::request) return {}; // it goes on after the call
            if (argument.role == Role::communicator && argument.is_value()) has_communicator = true;
            if (argument.role == Role::buffer) next.buffer = index;
            if (argument.role == Role::count) next.count = index;
            if (argument.role == Role::datatype) next.datatype = index;
            if (argument.is_peer() && next.buffer != not_counted && next.datatype != not_counted) {
                next.peer = index;
                next.is_written = argument.special == Special::or_any;
                uses.of[uses.size++] = next;
            }
        }
        if (!has_communicator) return {};
    }
    return uses;
}

} // namespace sartor::call
