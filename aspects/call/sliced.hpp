// Turns by time in programs with windows: ranks of one worker may wait for each other by loads alone.
#pragma once

#include <string_view>

#include <boost/mp11/list.hpp>

#include "mpi_api/call/points.hpp"
#include "runtime/scheduler/time_slices.hpp"

namespace sartor::aspects {

// From the first window of a worker on, its ranks take turns by time, too. Costs a signal every 5 ms of
// processor time.
struct Sliced {
    static constexpr std::string_view name = "ranks that poll memory give way";
    using points = boost::mp11::mp_list<mpi::point::PartIsMade>;

    template <class Call, class Part>
    static bool at(mpi::point::PartIsMade, Call&, Part&) noexcept {
        process::time_slices::begin();
        return true;
    }
};

} // namespace sartor::aspects
