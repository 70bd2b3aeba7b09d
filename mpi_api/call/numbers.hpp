// Counts or displacements of either type: cuts of programs that call both forms of a function (MPI_Alltoallv
// and MPI_Alltoallv_c) have one body for both.
#pragma once

#include "mpi.h"

namespace sartor::mpi {

// An array of counts or displacements of either type, not copied: cuts of programs that call both forms of a
// function (MPI_Alltoallv and MPI_Alltoallv_c) have one body for both. Cost: a branch for each element.
class Numbers {
  public:
    Numbers(const int* numbers) noexcept : numbers_(numbers), large_(false) {}
    Numbers(const MPI_Count* numbers) noexcept : numbers_(numbers), large_(true) {}

    [[nodiscard]] bool is_null() const noexcept { return numbers_ == nullptr; }
    [[nodiscard]] MPI_Count operator[](int index) const noexcept {
        return large_ ? static_cast<const MPI_Count*>(numbers_)[index]
                      : static_cast<const int*>(numbers_)[index];
    }

  private:
    const void* numbers_;
    bool large_;
};

} // namespace sartor::mpi
