// What serves Allgather and Alltoall on the host: few ranks exchange short messages, many give theirs to one
// rank; longer ones are read out of each other's memory.
#pragma once

#include "components/collective/algorithms/allgather_algorithms.hpp"
#include "components/collective/algorithms/alltoall_algorithms.hpp"
#include "components/collective/shared/all_to_all.hpp"

namespace sartor::machine {
struct Host;
}

namespace sartor::collective::host {

// Where they took equally long with 2 to 64 ranks on 2 cores: sartor tune finds it for another computer.
inline constexpr std::size_t short_exchange_bytes = 2048;
inline constexpr int fewest_exchange_ranks = 3;
inline constexpr int few_exchange_ranks = 5; // without a barrier of workers
inline constexpr std::size_t short_gathered_bytes = 2048;
inline constexpr std::size_t short_sorted_bytes = 32;

} // namespace sartor::collective::host

template <class Base>
struct sartor::difference<sartor::collective::Allgather, sartor::machine::Host, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::allgather::Exchanging, collective::host::short_exchange_bytes, 2>,
        collective::upto<collective::allgather::GatherBcast, collective::host::short_gathered_bytes>,
        collective::upto<collective::allgather::Shared>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Alltoall, sartor::machine::Host, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::alltoall::Exchanging, collective::host::short_exchange_bytes,
                         collective::host::fewest_exchange_ranks>,
        collective::upto<collective::alltoall::GatherScatter, collective::host::short_sorted_bytes>,
        collective::upto<
            collective::WhereTheyMeet<collective::alltoall::Shared, collective::alltoall::Exchanging>,
            collective::host::short_exchange_bytes, collective::host::few_exchange_ranks>,
        collective::upto<collective::alltoall::Shared>>;
};
template <class Base>
struct sartor::difference<sartor::collective::Alltoallv, sartor::machine::Host, Base> : Base {
    using choices =
        collective::choices<collective::upto<collective::alltoall::Exchanging, collective::any_bytes,
                                             collective::host::fewest_exchange_ranks>,
                            collective::upto<collective::WhereTheyMeet<collective::alltoall::Shared,
                                                                       collective::alltoall::Exchanging>,
                                             collective::any_bytes, collective::host::few_exchange_ranks>,
                            collective::upto<collective::alltoall::Shared>>;
};
