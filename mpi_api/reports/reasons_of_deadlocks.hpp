// What is added to the report of a deadlock.
#pragma once

#include <type_traits>

#include "mpi_api/call/points.hpp"
#include "mpi_api/reports/mismatched_collectives.hpp"
#include "runtime/ports.hpp"

namespace sartor::mpi::internal {

// The reason, as far as it is known.
template <class Program>
[[gnu::cold]] void explain_deadlock() {
    if constexpr (has<typename Program::features, feature::spawning>)
        if (process::waiting_at_ports.load() > 0)
            process::report("  no rank of this run connects; other runs can connect if all are started with "
                            "sartor run --universe NAME");
    at_point<typename Interface<Program>::PointAspects>(point::DeadlockIsExplained(),
                                                        std::type_identity<Program>());
    report_first_mismatch<Program>();
}

} // namespace sartor::mpi::internal
