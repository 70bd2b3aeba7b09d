// What an entry does with its call: the operation of its row, with the aspects that the program wants.
#pragma once

#include "components/call/row.hpp"
#include "mpi_api/call/outlined_call.hpp"
#include "selection/calls.hpp"

namespace sartor::mpi {

// The call of a function that is not frequent. Few entries share nothing: their checks are all in place.
template <class Program>
using SharedCall = std::conditional_t<Program::has_few_functions, Call<Program>, OutlinedCall<Program>>;

template <class Program, class Row>
using call_of =
    std::conditional_t<call::is_checked_in_place(Row::pace, Row::form), Call<Program>, SharedCall<Program>>;

namespace internal {
template <class Program>
struct aspects_of_operations {
    using type = wanted_aspects<typename Program::features, operation_aspects>;
};
} // namespace internal

// The operation of a row with the aspects that the program wants around it.
template <class Program, class Row>
using woven_row = weave_list<Row, typename internal::aspects_of_operations<Program>::type>;

} // namespace sartor::mpi
