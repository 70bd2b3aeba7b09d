// Functions of the program that the library calls for its data: their time is the program's.
#pragma once

#include "mpi_api/call/call.hpp"
#include "mpi_api/state/state.hpp"
#include "transports/machine.hpp"

namespace sartor::mpi {

// Whether the call is made by a function of the program's operations, which may not communicate (MPI-5.0
// section 6.9.5); then MPI_ERR_OTHER was reported. Known with --checked alone.
template <class Program>
[[nodiscard, gnu::always_inline]] inline bool is_in_operation(Call<Program>& call) noexcept {
    if (!call.state().user_operations.is_applying()) [[likely]]
        return false;
    call.template fail<MPI_ERR_OTHER>(
        "called by the function of an operation (MPI_Op_create), which must not communicate");
    return true;
}

// into = from op into by the program's own function. Where virtual time is measured, what it takes is
// accounted as the program's computing.
template <class Program>
void apply_operation(const typename Interface<Program>::OwnOperation& user, void* from, void* into,
                     MPI_Count count, MPI_Datatype type) {
    using Machine = typename Program::machine;
    if constexpr (machine::TimesOwnWork<Machine>) Machine::begin_function_of_program();
    [[maybe_unused]] auto& operations = self<Program>().user_operations;
    constexpr bool may_watch = requires {
        operations.applies;
    };
    constexpr bool watches = may_watch && !Interface<Program>::types::Callers::many;
    if constexpr (watches) operations.applies = true;
    user.apply(from, into, count, type);
    if constexpr (watches) operations.applies = false;
    if constexpr (machine::TimesOwnWork<Machine>) Machine::end_function_of_program();
}

} // namespace sartor::mpi
