// What serves collectives between processes: as on every machine, but for two ranks that give each other what
// they have.
#pragma once

#include "components/collective/algorithms/allreduce.hpp"
#include "components/collective/algorithms/reduce_long.hpp"

namespace sartor::machine {
struct Fabric;
}

template <class Base>
struct sartor::difference<sartor::collective::Allreduce, sartor::machine::Fabric, Base> : Base {
    static constexpr std::size_t short_bytes = std::size_t{8} << 10;
    using choices =
        collective::choices<collective::upto<collective::allreduce::RecursiveDoubling, short_bytes, 2>,
                            collective::upto<collective::allreduce::ReduceBcast>>;
};
