// Where the data of each rank are in the buffer of a collective call.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi_api/collective/interface/interface.hpp"

namespace sartor::mpi {

// `count` elements for each rank, one slice after the other: Gather, Scatter, Allgather, Alltoall. Computed
// from the rank, no memory.
template <class Program>
class Slices {
  public:
    Slices(Call<Program>& call, const void* buffer, MPI_Count count, MPI_Datatype type) noexcept
        : datatypes_(&call.state().datatypes), buffer_(static_cast<char*>(const_cast<void*>(buffer))),
          count_(count), type_(value_of(type)) {}

    [[nodiscard]] auto operator()(int rank) const noexcept {
        return datatypes_->storage(buffer_ + rank * stride(), count_, type_);
    }
    [[nodiscard]] MPI_Datatype type() const noexcept { return reinterpret_cast<MPI_Datatype>(type_); }
    // The distance from one slice to the next, in bytes.
    [[nodiscard]] std::ptrdiff_t stride() const noexcept {
        return static_cast<std::ptrdiff_t>(count_) * datatypes_->extent_of(type_);
    }
    // The slices of the first `ranks` ranks as one storage.
    [[nodiscard]] auto together(int ranks) const noexcept {
        return datatypes_->storage(buffer_, count_ * ranks, type_);
    }

  private:
    const typename Interface<Program>::Datatypes* datatypes_;
    char* buffer_;
    MPI_Count count_;
    std::intptr_t type_;
};

// A count and a displacement, in elements, for each rank: the v forms. Refers to the program's arrays.
template <class Program, class Counts, class Displacements>
class VaryingSlices {
  public:
    VaryingSlices(Call<Program>& call, const void* buffer, Counts counts, Displacements displacements,
                  MPI_Datatype type) noexcept
        : datatypes_(&call.state().datatypes), buffer_(static_cast<char*>(const_cast<void*>(buffer))),
          counts_(counts), displacements_(displacements), type_(value_of(type)) {}

    [[nodiscard]] auto operator()(int rank) const noexcept {
        const auto offset = static_cast<std::ptrdiff_t>(displacements_[rank]) * datatypes_->extent_of(type_);
        return datatypes_->storage(buffer_ + offset, counts_[rank], type_);
    }
    [[nodiscard]] MPI_Datatype type() const noexcept { return reinterpret_cast<MPI_Datatype>(type_); }

  private:
    const typename Interface<Program>::Datatypes* datatypes_;
    char* buffer_;
    Counts counts_;
    Displacements displacements_;
    std::intptr_t type_;
};

// A count, a displacement in bytes and a datatype for each rank: Alltoallw.
template <class Program, class Counts, class Displacements>
class TypedSlices {
  public:
    TypedSlices(Call<Program>& call, const void* buffer, Counts counts, Displacements displacements,
                const MPI_Datatype* types) noexcept
        : datatypes_(&call.state().datatypes), buffer_(static_cast<char*>(const_cast<void*>(buffer))),
          counts_(counts), displacements_(displacements), types_(types) {}

    [[nodiscard]] auto operator()(int rank) const noexcept {
        return datatypes_->storage(buffer_ + static_cast<std::ptrdiff_t>(displacements_[rank]), counts_[rank],
                                   value_of(types_[rank]));
    }

  private:
    const typename Interface<Program>::Datatypes* datatypes_;
    char* buffer_;
    Counts counts_;
    Displacements displacements_;
    const MPI_Datatype* types_;
};

// The datatype of all slices; MPI_DATATYPE_NULL when they may differ.
template <class Slices>
[[nodiscard]] MPI_Datatype type_of(const Slices& slices) noexcept {
    if constexpr (requires { slices.type(); })
        return slices.type();
    else
        return MPI_DATATYPE_NULL;
}

} // namespace sartor::mpi
