// The entries of MPI functions: what the program calls.
#pragma once

#include "mpi_api/call/both_sizes.hpp"
#include "mpi_api/call/look_up.hpp"
#include "mpi_api/call/woven_row.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program, class Row, class Parameters>
struct BegunCollective; // tasks/begun_collective.hpp, in programs that begin one

// A function for both sizes of counts, and the same in place.
template <class Program, class Row, class Parameters>
struct Body;
template <class Program, class Row, class... Parameters>
struct Body<Program, Row, boost::mp11::mp_list<Parameters...>> {
    [[gnu::noinline]] static int shared(call_of<Program, Row>& call, Parameters... arguments) noexcept {
        return woven_row<Program, Row>::perform(call, arguments...);
    }
    [[gnu::always_inline]] static int in_place(call_of<Program, Row>& call,
                                               Parameters... arguments) noexcept {
        return woven_row<Program, Row>::perform(call, arguments...);
    }
};
template <class Program, class Row>
using body_of_both = Body<Program, typename Row::narrow, typename shared_parameters<Row, Row>::type>;

// Functions of messages: a look-up of their communicator is another function, which calls them again. In
// their middle, all arguments would have to be saved for it. Not if something is to be done at the end of
// each call.
template <class Program, class Row, class... Arguments>
inline constexpr bool looks_up_first =
    Row::pace == call::Pace::frequent && !Row::is_large && std::is_trivially_destructible_v<Call<Program>> &&
    (std::is_same_v<Arguments, MPI_Comm> || ...);

} // namespace internal

// What the entry of a row's function does: makes the call, then the operation with its aspects. One body
// serves the forms that begin a collective, and both sizes of counts unless what it makes depends on their
// type.
template <class Program, class Row, class... Arguments>
[[gnu::always_inline]] inline auto entry(Arguments... arguments) noexcept {
    if constexpr (call::begins_collective(Row::form)) {
        SharedCall<Program> call{Row::name};
        using Parameters = typename internal::shared_parameters<typename Row::begun, Row>::type;
        return internal::BegunCollective<Program, typename Row::begun, Parameters>::enter(call, arguments...);
    } else if constexpr (is_in_both_sizes<Row> && Row::shares_body) {
        SharedCall<Program> call{Row::name};
        return internal::body_of_both<Program, Row>::shared(call, arguments...);
    } else if constexpr (is_in_both_sizes<Row> && Row::form == call::CollectiveForm::blocking) {
        Call<Program> call{Row::name};
        return internal::body_of_both<Program, Row>::in_place(call, arguments...);
    } else {
        call_of<Program, Row> call{Row::name};
        if constexpr (internal::looks_up_first<Program, Row, Arguments...>)
            if (!call.remembers(internal::communicator_of(arguments...)))
                SARTOR_IN_PLACE return look_up_first<Program, Row::function>(arguments...);
        return woven_row<Program, Row>::perform(call, arguments...);
    }
}

} // namespace sartor::mpi

// The definitions of a function's two names, PMPI_X and MPI_X, in a cut; and of the first one alone, where
// the program defines the other.
#define SARTOR_PROFILED_FUNCTION(FUNCTION)                                                                   \
    extern "C" SARTOR_PROTOTYPE_##FUNCTION(P##FUNCTION) {                                                    \
        return sartor::mpi::entry<Program, sartor::mpi::rows::FUNCTION>(SARTOR_ARGUMENTS_##FUNCTION);        \
    }
#define SARTOR_FUNCTION(FUNCTION)                                                                            \
    SARTOR_PROFILED_FUNCTION(FUNCTION)                                                                       \
    extern "C" __attribute__((weak, alias("P" #FUNCTION))) SARTOR_PROTOTYPE_##FUNCTION(FUNCTION);
// The program has both sizes of a function, or of a collective in any of its forms.
#define SARTOR_BOTH_SIZES(FUNCTION)                                                                          \
    template <>                                                                                              \
    inline constexpr bool sartor::mpi::is_in_both_sizes<sartor::mpi::rows::FUNCTION> = true;                 \
    template <>                                                                                              \
    inline constexpr bool sartor::mpi::is_in_both_sizes<sartor::mpi::rows::FUNCTION##_c> = true;
