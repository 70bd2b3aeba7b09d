// Emulated manycores: clusters without shared memory and a network on chip, in virtual time.
#pragma once

#include <string_view>

#include "aspects/manycore/observed.hpp"
#include "components/datatype/timed.hpp"
#include "components/envelope/envelope.hpp"
#include "components/features.hpp"
#include "emulation/chip/clusters.hpp"
#include "emulation/memory/memory.hpp"
#include "emulation/meters.hpp"
#include "emulation/own_work.hpp"
#include "emulation/ranks.hpp"
#include "emulation/services/files.hpp"
#include "framework/weave.hpp"
#include "transports/manycore/active_messages.hpp"
#include "transports/manycore/collectives/choices.hpp"
#include "transports/manycore/transport.hpp"
#include "transports/manycore/words.hpp"
#include "transports/service.hpp"

namespace sartor::machine {

// The base of an emulated machine. `Self` is the machine: it has a name and a description.
template <class Self>
struct Manycore {
    using manycore = Self;
    static constexpr bool shares_memory = false;
    using typing = envelope::Untyped;
    using transit = channel::manycore::OverNetwork;
    // How data get from a sender to a receiver that knows of them.
    template <class Types>
    using rendezvous = channel::manycore::Clearing<Types>;
    template <class Level>
    using level = datatype::Timed<Level, Self>;
    template <class Base, class... Active>
    using with_active_messages = channel::manycore::WithActiveMessages<Base, Self, Active...>;
    using words = channel::manycore::Words; // a service
    template <class Messages, class... Services>
    using transport = typename channel::manycore::carrying_all<
        words, with_active_messages, channel::manycore::Transport<Messages, Self>, Services...>::type;

    // Of ranks.
    using Clusters = machine::manycore::Clusters;
    static void resume(int rank, machine::manycore::Cycles time) noexcept {
        machine::manycore::resume(rank, time);
    }

    // For the MPI interface: what emulated machines have besides hosts.
    static constexpr const process::Schedule* schedule() noexcept { return &machine::manycore::schedule; }
    static constexpr const void* described() noexcept { return &Self::description; }
    static void enter(const char* call) noexcept { machine::manycore::enter(call); }
    static void leave() noexcept { machine::manycore::leave(); }
    static void* allocate_for_program(std::size_t alignment, std::size_t bytes) noexcept {
        return machine::manycore::allocate_for_program(alignment, bytes);
    }
    static void copied(std::size_t bytes, std::int64_t pieces) noexcept {
        machine::manycore::copied(bytes, pieces);
    }
    static void combined(std::size_t bytes) noexcept { machine::manycore::combined(bytes); }
    static void made_communicator(int ranks) noexcept { machine::manycore::made_communicator(ranks); }
    static void begin_function_of_program() noexcept { machine::manycore::leave(); }
    static void end_function_of_program() noexcept { machine::manycore::count_measured(); }
    static void access_file(std::int64_t bytes) noexcept { machine::manycore::access_file(bytes); }
    static double read_meter(Meter meter) noexcept { return machine::manycore::read_meter(meter); }
    static double seconds() noexcept { return machine::manycore::seconds(); }
    static double seconds_per_tick() noexcept { return machine::manycore::seconds_per_cycle(); }
};

// Aspects over an emulated machine, and what requires each.
using emulated_aspects = boost::mp11::mp_list<aspect<aspects::Observed, feature::observed>>;

// The base of a machine in a program with the features `Set`.
template <class Emulated, class Set>
using observed_if_wanted = weave_list<Emulated, wanted_aspects<Set, emulated_aspects>>;

} // namespace sartor::machine
