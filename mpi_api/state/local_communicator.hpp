// MPI_COMM_LOCAL: all ranks of a chip, the I/O rank last (MPPA-MPI, section II). Not of the MPI standard.
#pragma once

#include <cstring>
#include <string_view>

#include "mpi_api/state/communicators.hpp"
#include "mpi_api/state/managed_communicators.hpp"
#include "runtime/process.hpp"
#include "sartor/constants.h"

namespace sartor::mpi {

// An aspect over the communicators of `Base`: one predefined communicator more.
template <class Base>
class WithLocal : public Base {
  public:
    static constexpr std::string_view name = "communicators of the program's own, and MPI_COMM_LOCAL";
    using typename Base::View;

    WithLocal() = default;
    ~WithLocal() {
        if (local_.group != nullptr) local_.group->release();
    }

    [[nodiscard]] bool set_up(process::World world, int context) noexcept {
        const int own = process::current->number;
        const process::World all = process::ranks.guests > 0 ? process::World{0, process::size()} : world;
        local_.group = Group::make_regular(all.size, all.first, 1);
        if (local_.group == nullptr || !Base::set_up(world, context)) return false;
        local_.rank = own - all.first;
        local_.context = local_context;
        std::strcpy(local_.name, "MPI_COMM_LOCAL");
        return true;
    }

    [[nodiscard]] bool valid(MPI_Comm comm) const noexcept { return find(comm) != nullptr; }
    [[nodiscard]] View view(MPI_Comm comm) const noexcept { return {find(comm)}; }
    [[nodiscard]] bool remembers(MPI_Comm comm) const noexcept {
        return comm == MPI_COMM_LOCAL || Base::remembers(comm);
    }
    [[nodiscard]] CommunicatorObject* find(MPI_Comm comm) const noexcept {
        return comm == MPI_COMM_LOCAL ? &local_ : Base::find(comm);
    }

    template <class Visit>
    void for_each_predefined(Visit visit) const {
        Base::for_each_predefined(visit);
        visit(MPI_COMM_LOCAL);
    }

  private:
    mutable CommunicatorObject local_;
};

} // namespace sartor::mpi
