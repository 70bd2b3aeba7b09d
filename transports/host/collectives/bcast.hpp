// What serves Bcast on the host: longer messages cross from worker to worker once, long data are copied
// straight out of the root's buffer.
#pragma once

#include "components/collective/interface/nested.hpp"
#include "components/collective/shared/bcast.hpp"

namespace sartor::machine {
struct Host;
}

namespace sartor::collective::host {

// Where the ways took equally long with 4 to 64 ranks on 2 cores: sartor tune finds it for another computer.
// With 16 ranks and 4 KiB the nested tree takes two thirds of the other's time.
inline constexpr std::size_t short_bcast_bytes = 512;
inline constexpr std::size_t nested_bcast_bytes = 65536;

} // namespace sartor::collective::host

template <class Base>
struct sartor::difference<sartor::collective::Bcast, sartor::machine::Host, Base> : Base {
    using choices = collective::choices<
        collective::upto<collective::bcast::Along<collective::Only<topologies::Tree>>,
                         collective::host::short_bcast_bytes>,
        collective::upto<collective::bcast::Along<collective::Nested>, collective::host::nested_bcast_bytes>,
        collective::upto<collective::bcast::Shared>>;
};
