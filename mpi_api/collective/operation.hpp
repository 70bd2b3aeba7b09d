// MPI_Op_create, MPI_Op_free, MPI_Op_commutative (MPI-5.0 section 6.9.5), and MPIX_Op_create_x.
#pragma once

#include "mpi_api/call/call.hpp"
#include "mpi_api/tasks/freeing.hpp"

namespace sartor::mpi {

namespace internal {

template <class Program>
int create_operation(Call<Program>& call, const typename Interface<Program>::OwnOperation& operation,
                     MPI_Op* handle) noexcept {
    *handle = call.state().user_operations.make(operation, call.site());
    return *handle != MPI_OP_NULL ? MPI_SUCCESS
                                  : call.template fail<MPI_ERR_NO_MEM>("no memory for an operation");
}

} // namespace internal

// MPI_Op_create: a function with int counts here, with large counts below. MPI_ERR_NO_MEM.
template <class Program>
int op_create(Call<Program>& call, MPI_User_function* function, int commutes, MPI_Op* handle) noexcept {
    return internal::create_operation(call, {UserOperation{function, nullptr, commutes != 0}}, handle);
}
template <class Program>
int op_create(Call<Program>& call, MPI_User_function_c* function, int commutes, MPI_Op* handle) noexcept {
    return internal::create_operation(call, {UserOperation{nullptr, function, commutes != 0}}, handle);
}

// MPIX_Op_create_x: the destructor gets the state when MPI_Op_free was called and no collective uses the
// function any more; it may be null. MPI_ERR_NO_MEM.
template <class Program>
int op_create_x(Call<Program>& call, MPIX_User_function_x* function, MPIX_Destructor_function* destructor,
                int commutes, void* state, MPI_Op* handle) noexcept {
    return internal::create_operation(
        call, {UserOperation{nullptr, nullptr, commutes != 0}, function, {state, destructor}}, handle);
}

// MPI_Op_free: collectives under way go on using the function. MPI_ERR_OP for predefined operations.
template <class Program>
int op_free(Call<Program>& call, MPI_Op* handle) noexcept {
    auto& operations = call.state().user_operations;
    auto* operation = operations.find(*handle);
    if (operation == nullptr)
        return call.template fail<MPI_ERR_OP>(
            "op: expected an operation made by MPI_Op_create that was not freed");
    if constexpr (Interface<Program>::has_user_operations)
        free_when_unused(call, reinterpret_cast<std::uintptr_t>(*handle),
                         [](RankState<Program>& state, std::uintptr_t freed) {
                             state.user_operations.free(
                                 *state.user_operations.find(reinterpret_cast<MPI_Op>(freed)));
                         });
    *handle = MPI_OP_NULL;
    return MPI_SUCCESS;
}

// MPI_Op_commutative. All predefined operations are assumed to be commutative (MPI-5.0 section 6.9.2), also
// those of one-sided communication alone.
template <class Program>
int op_commutative(Call<Program>& call, MPI_Op op, int* commutes) noexcept {
    const UserOperation* operation = call.state().user_operations.find(op);
    const bool one_sided = op == MPI_REPLACE || op == MPI_NO_OP;
    if (operation == nullptr && !one_sided && !Interface<Program>::Operations::is_operation(value_of(op)))
        return call.template fail<MPI_ERR_OP>("op: not an operation, or an operation that was freed");
    *commutes = operation == nullptr || operation->commutative;
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
