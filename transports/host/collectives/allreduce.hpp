// What serves Allreduce on the host: two ranks on two cores give each other what they have.
#pragma once

#include "components/collective/algorithms/allreduce.hpp"
#include "components/collective/algorithms/reduce_long.hpp"
#include "components/collective/shared/allreduce_by_worker.hpp"
#include "transports/host/collectives/reduce.hpp"

// With 2 ranks on 2 cores doubling takes 0.6 of the time of Reduce and Bcast up to here, with 4 equally long,
// with more ranks of a worker longer. With 16 ranks, up to a chunk, one rank of each worker takes half to two
// thirds of the time of Reduce and Bcast. Longer vectors are joined in shared memory.
template <class Base>
struct sartor::difference<sartor::collective::Allreduce, sartor::machine::Host, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::allreduce::RecursiveDoubling, collective::host::short_reduce_bytes, 2>,
        collective::upto<collective::allreduce::ByWorker<collective::allreduce::ReduceBcast>,
                         collective::shared::most_chunk_bytes>,
        collective::upto<collective::allreduce::ReduceBcast>>;
};
