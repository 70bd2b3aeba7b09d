// The options of a run on a manycore: SARTOR_ variables, which sartor run sets.
#pragma once

#include "emulation/ranks.hpp"
#include "emulation/services/name_options.hpp"

namespace sartor::machine::manycore {

struct Options {
    Settings settings;
    NameOptions names;
    bool measured = false; // computing counts by the processor time that it takes here
    Rate factor;           // times this
    bool summary = false;
    const char* json = nullptr;      // a file to write to
    const char* placement = nullptr; // 0,15,io0: the node of each rank
    std::int64_t smem = 0;           // bytes of a cluster's memory; 0: unlimited
    int per_cluster = 0;             // most ranks of a cluster; 0: as many as the machine takes
    int threads = 1;                 // most of a rank in a cluster, each with a PE
};

// Ends the run with a line about the first wrong value.
[[nodiscard]] Options read_options(const Description& description) noexcept;
[[noreturn]] void refuse_threads(const Description& description) noexcept;
[[noreturn]] void refuse_no_threads(int threads) noexcept;

} // namespace sartor::machine::manycore
