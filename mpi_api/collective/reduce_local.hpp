// MPI_Reduce_local (MPI-5.0 section 6.9.7).
#pragma once

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/function_of_program.hpp"

namespace sartor::mpi {

// into = from op into, `count` elements, without messages.
template <class Program>
int reduce_local(Call<Program>& call, const void* from, void* into, MPI_Count count, MPI_Datatype type,
                 MPI_Op op) noexcept {
    if (!call.buffer("inbuf", from, count, type) || !call.buffer("inoutbuf", into, count, type))
        return call.error();
    if (from == into && from != MPI_BOTTOM && count > 0)
        return call.template fail<MPI_ERR_BUFFER>("inbuf and inoutbuf are the same buffer");
    if (!call.at(point::BufferUsed(), from, count, type, false) ||
        !call.at(point::BufferUsed(), into, count, type, true))
        return call.error();
    // into = from op into: the operands stand the other way round than where ranks are joined.
    if (const auto* user = call.state().user_operations.find(op)) {
        apply_operation<Program>(*user, const_cast<void*>(from), into, count, type);
        return MPI_SUCCESS;
    }
    Interface<Program>::Operations::find(value_of(op), call.operand(type))(from, into,
                                                                           static_cast<std::size_t>(count));
    return MPI_SUCCESS;
}

} // namespace sartor::mpi
