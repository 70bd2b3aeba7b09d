// Functions of the program that the library calls for its data: their time is the program's.
#pragma once

#include "components/machine/machine.hpp"
#include "mpi_api/state/state.hpp"

namespace sartor::mpi {

// into = from op into by the program's own function. Where virtual time is measured, what it takes is
// accounted as the program's computing.
template <class Program>
void apply_operation(const UserOperation& user, void* from, void* into, MPI_Count count, MPI_Datatype type) {
    using Machine = typename Program::machine;
    if constexpr (machine::TimesOwnWork<Machine>) Machine::begin_function_of_program();
    user.apply(from, into, count, type);
    if constexpr (machine::TimesOwnWork<Machine>) Machine::end_function_of_program();
}

} // namespace sartor::mpi
