// A function of MPI whose communicator is not the one that was looked up last.
#pragma once

#include <type_traits>

#include "mpi_api/call/call.hpp"

// A tail call of a function with the same parameters: a jump. GCC 12 has no attribute for it and makes it
// whenever it optimizes.
#if __has_cpp_attribute(clang::musttail)
#define SARTOR_IN_PLACE [[clang::musttail]]
#elif __has_cpp_attribute(gnu::musttail)
#define SARTOR_IN_PLACE [[gnu::musttail]]
#else
#define SARTOR_IN_PLACE
#endif

namespace sartor::mpi {

namespace internal {

// Of the arguments of any MPI function, takes the communicator; the last one if there are several.
template <class Argument>
constexpr void take_communicator([[maybe_unused]] MPI_Comm& comm,
                                 [[maybe_unused]] const Argument& argument) noexcept {
    if constexpr (std::is_same_v<Argument, MPI_Comm>) comm = argument;
}

template <class... Arguments>
[[nodiscard, gnu::always_inline]] inline MPI_Comm communicator_of(Arguments... arguments) noexcept {
    MPI_Comm comm = MPI_COMM_NULL;
    (take_communicator(comm, arguments), ...);
    return comm;
}

} // namespace internal

// Looks the communicator up and calls the function again, which then finds it at once. It is reached from
// that function by a tail call and calls it by one: the return address on the stack stays the call site.
template <class Program, auto function, class... Arguments>
[[gnu::noinline]] int look_up_first(Arguments... arguments) noexcept {
    const MPI_Comm comm = internal::communicator_of(arguments...);
    auto call = this_call<Program>();
    if (!call.initialized() || !call.communicator("comm", comm)) return call.error();
    if constexpr (has<typename Program::features, feature::fortran>) process::caller_of_layer = call.site();
    SARTOR_IN_PLACE return function(arguments...);
}

} // namespace sartor::mpi
