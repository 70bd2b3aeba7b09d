// What begins a collective that ends later: MPI_Ibcast, MPI_Bcast_init (MPI-5.0 sections 6.12 and 6.13).
#pragma once

#include "mpi_api/call/both_sizes.hpp"
#include "mpi_api/call/look_up.hpp"
#include "mpi_api/call/woven_row.hpp"
#include "mpi_api/tasks/collectives.hpp"

namespace sartor::mpi::internal {

// One function for both forms of a collective; the arguments are copied into the request. `R` is the row of
// both: that of the blocking form with a request and without hints, which the entries check and nobody uses.
// `Parameters` are those of the blocking form.
template <class Program, class R, class Parameters>
struct BegunCollective;
template <class Program, class R, class... Parameters>
struct BegunCollective<Program, R, boost::mp11::mp_list<Parameters...>> : R {
    [[gnu::always_inline]] static int perform(Call<Program>& call, Parameters... arguments,
                                              MPI_Request* request, Started started) noexcept {
        const auto blocking = [=](auto& task) { return R::perform(task, arguments...); };
        return launch(call, blocking, communicator_of(arguments...), request, started);
    }

    [[gnu::noinline]] static int begin(SharedCall<Program>& call, Parameters... arguments,
                                       MPI_Request* request, Started started) noexcept {
        return woven_row<Program, BegunCollective>::perform(call, arguments..., request, started);
    }

    // What the entries call: the nonblocking form, and the persistent one.
    [[gnu::always_inline]] static int enter(SharedCall<Program>& call, Parameters... arguments,
                                            MPI_Request* request) noexcept {
        return begin(call, arguments..., request, Started::by_call);
    }
    [[gnu::always_inline]] static int enter(SharedCall<Program>& call, Parameters... arguments, MPI_Info info,
                                            MPI_Request* request) noexcept {
        return call.hints("info", info) ? begin(call, arguments..., request, Started::by_start)
                                        : call.error();
    }
};

} // namespace sartor::mpi::internal
