// What serves Reduce and Reduce_scatter on the host: long vectors are joined in shared memory, slice by
// slice.
#pragma once

#include "components/collective/shared/reduce.hpp"

namespace sartor::machine {
struct Host;
}

namespace sartor::collective::host {

// Where the two took equally long with 2 to 16 ranks on 2 cores: sartor tune finds it for another computer.
inline constexpr std::size_t short_reduce_bytes = 4096;
inline constexpr std::size_t short_reduce_scatter_bytes = 8192;

using ReduceTree = reduce::Along<Only<topologies::Tree>>;

} // namespace sartor::collective::host

template <class Base>
struct sartor::difference<sartor::collective::Reduce, sartor::machine::Host, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::host::ReduceTree, collective::host::short_reduce_bytes>,
        collective::upto<collective::reduce::Shared<collective::host::ReduceTree>>>;
};
template <class Base>
struct sartor::difference<sartor::collective::ReduceScatter, sartor::machine::Host, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::reduce_scatter::ReduceThenScatter,
                         collective::host::short_reduce_scatter_bytes>,
        collective::upto<collective::reduce_scatter::Shared<collective::reduce_scatter::ReduceThenScatter>>>;
};
