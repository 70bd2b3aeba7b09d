// MPI_Bcast (MPI-5.0 section 6.4).
#pragma once

#include "mpi_api/collective/buffers/in_use.hpp"
#include "mpi_api/collective/inter/bcast.hpp"
#include "mpi_api/collective/within/bcast.hpp"

namespace sartor::mpi {

// MPI_Bcast: the root's data go to all. The length must be the same everywhere; otherwise MPI_ERR_TRUNCATE or
// MPI_ERR_COUNT at the ranks that find out.
template <class Program>
int bcast(Call<Program>& call, void* buffer, MPI_Count count, MPI_Datatype type, int root,
          MPI_Comm comm) noexcept {
    if (!(is_root(call, root, comm) ? may_send_from(call, buffer, count, type, comm, "buffer")
                                    : may_receive_into(call, buffer, count, type, comm, "buffer")))
        return call.error();
    return by_groups(
        call, comm, [&] { return internal::bcast_within(call, buffer, count, type, root, comm); },
        [&](auto& inter) { return bcast_across(inter, buffer, count, type, root, comm); });
}

} // namespace sartor::mpi
