// Joining operands with a predefined operation or one of the program's own.
#pragma once

#include "mpi_api/call.hpp"

namespace sartor::mpi {

// A reduction of `count` elements. mine = mine op theirs; `theirs` may be overwritten.
template <class Program>
class Joining {
  public:
    Joining(Call<Program>& call, MPI_Op op, MPI_Datatype type, MPI_Count count) noexcept
        : user_(call.state().user_operations.find(op)), type_(type), count_(count),
          datatypes_(&call.state().datatypes) {
        if (user_ == nullptr) join_ = Interface<Program>::Operations::find(value_of(op), value_of(type));
    }

    void operator()(void* theirs, void* mine) const {
        if (user_ == nullptr) return join_(theirs, mine, static_cast<std::size_t>(count_));
        user_->apply(mine, theirs, count_, type_); // the function writes to its second argument
        datatypes_->storage(theirs, count_, value_of(type_))
            .copy_to(datatypes_->storage(mine, count_, value_of(type_)));
    }

    // mine = theirs op mine.
    void prepend(void* theirs, void* mine) const {
        if (user_ != nullptr) return user_->apply(theirs, mine, count_, type_);
        join_(theirs, mine, static_cast<std::size_t>(count_)); // predefined operations commute
    }

    [[nodiscard]] bool commutative() const noexcept { return user_ == nullptr || user_->commutative; }

  private:
    const UserOperation* user_;
    collective::Join join_ = nullptr;
    MPI_Datatype type_;
    MPI_Count count_;
    const typename Interface<Program>::Datatypes* datatypes_;
};

} // namespace sartor::mpi
