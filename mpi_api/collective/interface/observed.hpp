// Collective calls as observers see them: which ranks wait for which.
#pragma once

#include "mpi_api/collective/tags/tags.hpp"
#include "mpi_api/state/state.hpp"
#include "runtime/observation/arrivals.hpp"

namespace sartor::mpi {

[[nodiscard]] constexpr observation::Pattern pattern_of(Collective function) noexcept {
    using observation::Pattern;
    switch (function) {
    case Collective::barrier:
        return Pattern::barrier;
    case Collective::bcast:
    case Collective::scatter:
    case Collective::scatterv:
        return Pattern::from_root;
    case Collective::gather:
    case Collective::gatherv:
    case Collective::reduce:
        return Pattern::to_root;
    case Collective::allgather:
    case Collective::alltoall:
    case Collective::alltoallv:
    case Collective::allreduce:
    case Collective::reduce_scatter:
        return Pattern::all_to_all;
    default:
        return Pattern::none;
    }
}

// Of which each rank names the part for one other only.
[[nodiscard]] constexpr bool has_equal_parts(Collective function) noexcept {
    return function == Collective::alltoall || function == Collective::scatter;
}

// A blocking collective begins: `tag` is that of its messages. Immediate ones proceed beside the program and
// have no time of their own.
template <class Program, class View>
void observe_collective([[maybe_unused]] const View& view, [[maybe_unused]] Signature signature,
                        [[maybe_unused]] int context, [[maybe_unused]] int tag) noexcept {
    if constexpr (Interface<Program>::types::Observer::observes) {
        if (tags::is_numbered(tag)) return;
        self<Program>().communicator.observer().begin_collective(
            {pattern_of(signature.function()), signature.is_root(view.rank()), context, view.in_process(0),
             0},
            has_equal_parts(signature.function()) ? view.size() : 1);
    }
}

} // namespace sartor::mpi
