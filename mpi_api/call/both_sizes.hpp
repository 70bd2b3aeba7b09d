// Functions that a program calls with counts of both types, int and MPI_Count (MPI-5.0 section 2.5.8): one
// body serves both forms.
#pragma once

#include <type_traits>

#include <boost/mp11/algorithm.hpp>
#include <boost/mp11/list.hpp>

#include "mpi_api/call/numbers.hpp"

namespace sartor::mpi {

// Whether the program calls a function with counts of both types; a collective in any of its forms. The cut
// states it for the rows of both sizes, of a collective's blocking form.
template <class Row>
inline constexpr bool is_in_both_sizes = false;

namespace internal {

template <class Function>
struct parameters_of;
template <class Result, class... Parameters>
struct parameters_of<Result (*)(Parameters...)> {
    using type = boost::mp11::mp_list<Parameters...>;
};
template <class Result, class... Parameters>
struct parameters_of<Result (*)(Parameters..., ...)> : parameters_of<Result (*)(Parameters...)> {};
template <auto function>
using parameters = typename parameters_of<std::remove_const_t<decltype(function)>>::type;

// Counts by value widen. Arrays do not: a body for both forms has them behind one type.
struct joined_parameter {
    template <class Narrow, class Wide>
    using fn = std::conditional_t<std::is_same_v<Narrow, Wide>, Narrow,
                                  std::conditional_t<!std::is_pointer_v<Narrow>, Wide, Numbers>>;
};
template <bool is_large>
struct own_parameter {
    template <class Narrow, class Wide>
    using fn = std::conditional_t<!std::is_pointer_v<Narrow> || is_large, Wide, Narrow>;
};

// The parameters of a body that serves those forms of `Row` which the program has: by value the wide ones,
// and arrays of the type that `Called` has if it has one form only.
template <class Row, class Called>
struct shared_parameters {
    using type = parameters<Row::function>;
};
template <class Row, class Called>
requires requires {
    Row::large_function;
}
struct shared_parameters<Row, Called> {
    using rule = boost::mp11::mp_if_c<is_in_both_sizes<typename Row::narrow>, joined_parameter,
                                      own_parameter<Called::is_large>>;
    using type =
        boost::mp11::mp_transform_q<rule, parameters<Row::narrow::function>, parameters<Row::large_function>>;
};

} // namespace internal

} // namespace sartor::mpi
