// Mistakes that MPIs tolerate, and that programs built with --checked are told of.
#pragma once

#include <boost/mp11/list.hpp>

#include "mpi_api/call/call.hpp"
#include "mpi_api/call/points.hpp"

namespace sartor::mpi::checked {

struct NothingTolerated {
    static constexpr std::string_view name = "tolerates no mistake";
    using points = boost::mp11::mp_list<point::KeyIsFreedAgain, point::Finalizes>;

    // MPI_ERR_KEYVAL.
    template <class Program>
    static bool at(point::KeyIsFreedAgain, Call<Program>& call, int key) noexcept {
        return call.template fail<MPI_ERR_KEYVAL>("keyval = %d: it was freed before", key) == MPI_SUCCESS;
    }
    // By another thread than the rank's main thread (MPI-5.0 section 11.2.4): MPI_ERR_OTHER.
    template <class Program>
    static bool at(point::Finalizes, Call<Program>& call) noexcept {
        return call.state().communicator.callers().is_main() ||
               call.template fail<MPI_ERR_OTHER>("called by another thread than the rank's main thread") ==
                   MPI_SUCCESS;
    }
};

} // namespace sartor::mpi::checked
