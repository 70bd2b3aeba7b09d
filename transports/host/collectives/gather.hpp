// What serves Gather and Scatter on the host: short slices by messages, others in shared memory.
#pragma once

#include "components/collective/algorithms/gather.hpp"
#include "components/collective/shared/gather.hpp"
#include "topologies/linear_onward.hpp"

namespace sartor::machine {
struct Host;
}

namespace sartor::collective::host {

// Where the two took equally long with 4 to 64 ranks on 2 cores: sartor tune finds it for another computer.
inline constexpr std::size_t short_slice_bytes = 2048;
inline constexpr int few_slice_ranks = 32;
inline constexpr std::size_t shortest_slice_bytes = 768;
inline constexpr std::size_t short_scattered_bytes = 4096;
inline constexpr std::size_t shortest_scattered_bytes = 1024;
inline constexpr int few_varying_ranks = 2;

using GatherByMessages = gather::Along<Reverse, Only<topologies::Linear>>;
// With 16 ranks and roots that take turns three quarters of the time that the linear sequence takes: a worker
// changes from rank to rank once for each root, and not once for each message.
using ScatterByMessages = gather::Along<Straight, Only<topologies::LinearOnward>>;

} // namespace sartor::collective::host

template <class Base>
struct sartor::difference<sartor::collective::Gather, sartor::machine::Host, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::host::GatherByMessages, collective::host::short_slice_bytes,
                         collective::host::few_slice_ranks>,
        collective::upto<collective::host::GatherByMessages, collective::host::shortest_slice_bytes>,
        collective::upto<collective::gather::Shared<collective::Reverse>>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Gatherv, sartor::machine::Host, Base> : Base {
    using choices =
        collective::choices<collective::upto<collective::host::GatherByMessages, collective::any_bytes,
                                             collective::host::few_varying_ranks>,
                            collective::upto<collective::gather::Shared<collective::Reverse>>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Scatter, sartor::machine::Host, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::host::ScatterByMessages, collective::host::short_scattered_bytes,
                         collective::host::few_slice_ranks>,
        collective::upto<collective::host::ScatterByMessages, collective::host::shortest_scattered_bytes>,
        collective::upto<collective::gather::Shared<collective::Straight>>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Scatterv, sartor::machine::Host, Base> : Base {
    using choices =
        collective::choices<collective::upto<collective::host::ScatterByMessages, collective::any_bytes,
                                             collective::host::few_varying_ranks>,
                            collective::upto<collective::gather::Shared<collective::Straight>>>;
};
