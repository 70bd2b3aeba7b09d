// Machines: what a program can be cut for. Each is a class without objects. The concept that all satisfy is
// small; what only some have is a concept of its own.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "transports/meters.hpp"

namespace sartor::machine {

// The core. Besides these a machine names, as member templates,
//   transport<Messages, Services...>  how messages get from rank to rank (transports/transport.hpp),
//                                     and what else it carries (transports/service.hpp),
//   level<Level>                      a datatype level as it is on the machine: Level itself, unless data are
//                                     converted for the network, or copies of them take virtual time.
template <class M>
concept Machine = requires {
    { M::name } -> std::convertible_to<std::string_view>;
    { M::shares_memory } -> std::convertible_to<bool>; // between any two ranks, beside messages
    typename M::typing;                                // of envelopes: envelope::Untyped, NetworkOrder
    typename M::transit;                               // what its transport keeps with messages under way
};

// Threads of a rank may call at once: its worker has no other rank, and whatever comes for it wakes that
// worker.
template <class M>
concept AdmitsThreads = requires {
    requires M::admits_threads;
};

namespace internal {
template <template <class...> class>
struct named_template;
}

// Whether the machine names these two.
template <class M>
concept NamesTransport = requires {
    typename internal::named_template<M::template transport>;
};
template <class M>
concept NamesLevel = requires {
    typename internal::named_template<M::template level>;
};

// Machines whose ranks run in virtual time, in an order that the machine decides.
template <class M>
concept Emulated = Machine<M> && requires(const char* call) {
    M::schedule();  // process::Schedule: who runs next
    M::described(); // what the schedule starts with
    M::enter(call); // an MPI function begins: it takes time
    M::leave();
    { M::seconds() } -> std::convertible_to<double>; // of the running rank
    { M::seconds_per_tick() } -> std::convertible_to<double>;
};

// Emulated machines with instruments that ranks can read.
template <class M>
concept Metered = Emulated<M> && requires(Meter meter) {
    { M::read_meter(meter) } -> std::same_as<double>;
};

// Machines on which the library's work in a rank's own memory takes time: each function accounts, for the
// running rank, what has been done. Elsewhere nothing is called.
template <class M>
concept TimesOwnWork = Emulated<M> && requires(std::size_t bytes, std::int64_t pieces, int ranks) {
    M::copied(bytes, pieces); // gathered from or scattered to so many pieces of memory; 0: one stretch each
    M::combined(bytes);       // operands of a reduction
    M::made_communicator(ranks);
    M::begin_function_of_program(); // that the library calls: its time is the program's
    M::end_function_of_program();
};

// A machine with a schedule must have all that goes with it: without the rest it would be treated as one in
// real time.
template <class M>
concept EmulatedIfScheduled = Emulated<M> || !requires {
    M::schedule();
};

// Machines whose ranks are in clusters: inside one, messages are cheaper.
template <class M>
concept Clustered = requires {
    typename M::Clusters; // which ranks of a group share one: see collective::KnowsClusters
};

// With 64-bit words between clusters beside messages (AOS, section 4.3.2): a service of the transport
// (channel::WordService).
template <class M>
concept CarriesWords = Clustered<M> && Emulated<M> && requires(int rank, std::int64_t time) {
    typename M::words;
    M::resume(rank, time); // the rank goes on, not before this time
};

} // namespace sartor::machine
