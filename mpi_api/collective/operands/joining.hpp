// Joining operands with a predefined operation or one of the program's own.
#pragma once

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/function_of_program.hpp"

namespace sartor::mpi {

// A reduction's operation on `count` elements: a predefined one on this datatype, or one of the program's
// own. Requires a checked pair of operation and datatype.
template <class Program>
class Joining {
  public:
    Joining(Call<Program>& call, MPI_Op op, MPI_Datatype type, MPI_Count count) noexcept
        : user_(call.state().user_operations.find(op)), type_(type), count_(count),
          datatypes_(&call.state().datatypes) {
        if (user_ != nullptr) return;
        const collective::Kernel* kernel =
            Interface<Program>::Operations::find_kernel(value_of(op), call.operand(type));
        join_ = kernel->join;
        operands_ = kernel->operands;
    }

    // mine = mine op theirs. `theirs` may be overwritten.
    void operator()(void* theirs, void* mine) const {
        (*this)(theirs, mine, static_cast<std::size_t>(count_));
    }
    void operator()(void* theirs, void* mine, std::size_t elements) const {
        if (user_ == nullptr) return join_(theirs, mine, elements);
        const auto count = static_cast<MPI_Count>(elements);
        apply_operation<Program>(*user_, mine, theirs, count,
                                 type_); // the function writes to its second argument
        datatypes_->storage(theirs, count, value_of(type_))
            .copy_to(datatypes_->storage(mine, count, value_of(type_)));
    }

    // mine = theirs op mine, for operations that do not commute.
    void prepend(void* theirs, void* mine) const { prepend(theirs, mine, static_cast<std::size_t>(count_)); }
    void prepend(void* theirs, void* mine, std::size_t elements) const {
        if (user_ != nullptr)
            return apply_operation<Program>(*user_, theirs, mine, static_cast<MPI_Count>(elements), type_);
        join_(theirs, mine, elements); // predefined operations commute
    }

    // Whether the operation reads one operand only, which join_predefined() requires.
    [[nodiscard]] bool predefined() const noexcept { return user_ == nullptr; }
    // into = into op from, without writing to `from`.
    void join_predefined(const void* from, void* into, std::size_t elements) const {
        join_(from, into, elements);
    }

    // What the ranks' operations and datatypes must have in common, for the signature of the call.
    [[nodiscard]] collective::OperandClass operands() const noexcept { return operands_; }

    [[nodiscard]] bool commutative() const noexcept { return user_ == nullptr || user_->commutative; }

  private:
    const typename Interface<Program>::OwnOperation* user_;
    collective::Join join_ = nullptr;
    collective::OperandClass operands_ = collective::OperandClass::of_programs();
    MPI_Datatype type_;
    MPI_Count count_;
    const typename Interface<Program>::Datatypes* datatypes_;
};

} // namespace sartor::mpi
