// The start of a run: a spawn server starts one process in each cluster, which starts the ranks there (LWMPI,
// section 5.5; MPPA-MPI, section II: it is the I/O rank that does so).
#pragma once

#include "emulation/description.hpp"
#include "emulation/memory/image_sizes.hpp"

namespace sartor::machine::manycore {

// Its cost. Ranks enter their programs together, when the spawn server has got a message from all processes:
// that moment is the zero of the run's clock.
struct StartUp {
    Cycles time = 0; // before that zero
    int processes = 0;
    std::int64_t bytes = 0; // of programs, that went to clusters
};

struct HowToStart {
    bool by_program = false; // the spawn server is a program of the run itself, which is started first
    bool registers_names = false;
};

// Simulated on a chip of its own, so that links and memories are idle when programs begin.
//
// The spawn server runs on the first I/O subsystem, on cluster 0 where there is none. It starts processes one
// after the other; the DMA engine brings the program to the cluster, whose system then starts ranks, each
// with its own copy of the program's globals. Where ranks have names (LWMPI, section 5.6) a control message
// for each registers its cluster with the name server. A word of the control network reports that they are
// there, another one starts all. No paper gives the times of any of this: the constants are assumed.
//
// `ranks`: how many each node has, by node.
[[nodiscard]] StartUp start_up(const Description& description, const int* ranks, const ImageSizes& image,
                               const HowToStart& how) noexcept;

} // namespace sartor::machine::manycore
