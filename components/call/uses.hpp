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
    constexpr Arguments arguments = arguments_of<Row>();
    Uses uses;
    // With a request the operation goes on after the call.
    if (Row::form != CollectiveForm::none || arguments.find(Role::request) != not_counted ||
        !arguments.has_value(Role::communicator))
        return uses;
    for (int peer = 0; peer < arguments.size; ++peer) {
        if (!arguments[peer].is_peer()) continue;
        const Use use{arguments.last_before(peer, Role::buffer), arguments.last_before(peer, Role::count),
                      arguments.last_before(peer, Role::datatype), peer,
                      arguments[peer].special == Special::any};
        if (use.buffer != not_counted && use.datatype != not_counted) uses.of[uses.size++] = use;
    }
    return uses;
}

} // namespace sartor::call
