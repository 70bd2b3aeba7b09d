// The name service: a rank looks up the address of another one before it sends to it (LWMPI, section 5.6).
#pragma once

#include "emulation/cycles.hpp"
#include "emulation/services/name_options.hpp"

namespace sartor::machine::manycore {

struct Run;

// Its use in a run.
struct NameUse {
    std::uint64_t lookups = 0;
    std::uint64_t local = 0;    // of ranks of the own cluster: its daemon knows them
    std::uint64_t cached = 0;   // of names that the daemon remembered
    std::uint64_t messages = 0; // between clusters and the server
    Cycles time = 0;            // of all lookups
    Cycles longest = 0;
};

// Called when the running rank is about to send to a rank of another cluster, or to one of its own over the
// network. Returns when it has the address.
//
// It sends a request to the daemon of its cluster, which has a PE of its own, the addresses of the ranks of
// the cluster, and a cache of others that were requested lately. For other names the rank sends a request to
// the name server, on the first I/O subsystem (on cluster 0 where there is none), which has the clusters of
// all names; and then to the daemon of that cluster, which has the address: four messages. With forwarding
// (LWMPI's future work) the server passes the request on to that daemon, which replies to the rank: three.
// The last reply is cached by the rank's own daemon. Messages are control messages: they take slots, links
// and calls of kernels as others do. The times of table look-ups and the size of the cache are assumed.
void find_rank(int rank) noexcept;

// The same for other names. Each has a number, after those of ranks, and the node of the rank to which it
// belongs.
void find_name(int number, int node) noexcept;
// The running rank looks up a name that does not exist: in its daemon, then in the server.
void find_nothing() noexcept;
// The running rank registers a new name with both.
void register_name() noexcept;
// Whether the machine has a name service, used in this run or not.
[[nodiscard]] bool has_names() noexcept;

// Called before the ranks run: tables take memory of their nodes.
void set_up_names(Run& run) noexcept;

[[nodiscard]] const NameUse& name_use() noexcept;

} // namespace sartor::machine::manycore
