// Data that are sliced by rank at the root of a collective call: Gather, Scatter.
#pragma once

#include <cstddef>

#include "mpi_api/collective/exchange.hpp"

namespace sartor::mpi {

// `count` elements for each rank, one slice after the other.
template <class Program> class Slices {
  public:
    Slices(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type) noexcept
        : datatypes_(&call.state().datatypes), buffer_(static_cast<char*>(const_cast<void*>(buffer))), count_(count),
          type_(value_of(type)) {}

    [[nodiscard]] auto operator()(int rank) const noexcept {
        const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(count_) * datatypes_->extent_of(type_);
        return datatypes_->storage(buffer_ + rank * stride, count_, type_);
    }

  private:
    const typename Interface<Program>::Datatypes* datatypes_;
    char* buffer_;
    MPI_Count count_;
    std::intptr_t type_;
};

} // namespace sartor::mpi
