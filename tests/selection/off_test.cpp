// An aspect that is off changes nothing: one law, over the aspects of the protocol and of the communicator,
// for programs that ask for none, some or all of them, on every machine. The stack is that of
// selection/configuration.hpp. What takes time: tests/aspects/off_in_time_test.cpp.
#include "selection/configuration.hpp"

#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include "aspects/manycore/observed.hpp"
#include "tests/support/smallest_machine.hpp"
#include "transports/host/machine.hpp"
#include "transports/mixed/machine.hpp"
#include "transports/split/machine.hpp"

namespace {

using namespace sartor;
namespace mp11 = boost::mp11;
using mp11::mp_list;

struct Manycore : machine::Manycore<Manycore> {
    static constexpr std::string_view name = "manycore";
    static constexpr machine::manycore::Description description =
#include "mppa256-bostan.inc"
        ;
};
struct WithNames : machine::Manycore<WithNames> {
    static constexpr std::string_view name = "manycore whose ranks are found by name";
    static constexpr machine::manycore::Description description =
#include "mppa256-nanvix.inc"
        ;
};
struct Mixed : machine::Mixed<Mixed> {
    static constexpr std::string_view name = "mixed";
    static constexpr machine::manycore::Description description =
#include "mixed.inc"
        ;
};

using All = features<feature::tags, feature::immediate, feature::synchronous, feature::cancellation,
                     feature::buffering, feature::communicator_buffers, feature::communicators,
                     feature::datatype_total>;
using FeatureSets =
    mp_list<features<>, features<feature::tags, feature::immediate>, features<feature::synchronous>,
            features<feature::cancellation>, features<feature::buffering>,
            features<feature::buffering, feature::communicator_buffers>, All>;

// What each machine's transport can do: by these the aspects are chosen.
template <class Machine>
using TransportOf = typename CommunicatorTypes<All, Machine>::Transport;
template <class Machine>
constexpr bool is_reachable = channel::ReachableTransport<TransportOf<Machine>>;
template <class Machine>
constexpr bool is_peekable =
    channel::PeekableTransport<TransportOf<Machine>, typename CommunicatorTypes<All, Machine>::Parcel>;
template <class Machine>
constexpr bool has_budget = channel::BudgetedTransport<TransportOf<Machine>>;
template <class Machine>
constexpr bool is_distant = channel::DistantTransport<TransportOf<Machine>>;
template <class Machine>
constexpr bool is_timed = channel::TimedTransport<TransportOf<Machine>>;
template <class Machine>
constexpr bool has_buffers = channel::BufferingTransport<TransportOf<Machine>>;
template <class Machine>
constexpr bool has_names = channel::NamingTransport<TransportOf<Machine>>;
static_assert(is_reachable<machine::Host> && is_peekable<machine::Host> && has_budget<machine::Host>);
static_assert(!is_distant<machine::Host> && !is_timed<machine::Host> && !has_buffers<machine::Host>);
static_assert(is_reachable<machine::Split> && is_distant<machine::Split> && !is_timed<machine::Split>);
static_assert(!is_reachable<Manycore> && is_distant<Manycore> && is_timed<Manycore> && has_buffers<Manycore>);
static_assert(has_names<WithNames> && !has_names<Manycore> && !has_names<machine::Host>);
template <class Machine>
constexpr bool has_words =
    channel::WordTransport<typename CommunicatorTypes<features<feature::collective>, Machine>::Transport>;
static_assert(has_words<Manycore> && has_words<Mixed> && !has_words<machine::Host>);
static_assert(!channel::WordTransport<CommunicatorTypes<features<feature::tags>, Manycore>::Transport>,
              "a program without collectives has no words");
static_assert(is_distant<Mixed> && is_timed<Mixed> && has_buffers<Mixed>);

// A program that no schedule runs: the queues, and what is kept with messages, are those of any program.
template <class Set>
using OnHost = CommunicatorTypes<Set, machine::Host>;
template <class Set>
constexpr bool has_no_schedule =
    std::is_same_v<typename OnHost<Set>::Unexpected,
                   communicator::UnexpectedQueue<typename OnHost<Set>::Parcel>>&&
        std::is_base_of_v<communicator::Matching<OnHost<Set>>, typename OnHost<Set>::Communicator> &&
    !OnHost<Set>::Communicator::chooses;
static_assert(has_no_schedule<features<>> && has_no_schedule<All>);
static_assert(std::is_same_v<OnHost<features<>>::Transit, communicator::InSharedMemory>);
static_assert(OnHost<features<feature::scheduled>>::Communicator::chooses);

template <class Machine>
class Off : public testing::Test {};
using Machines =
    testing::Types<machine::Host, machine::Split, Manycore, WithNames, Mixed, test::SmallestMachine>;
TYPED_TEST_SUITE(Off, Machines);

template <class Act>
void for_each_set(Act act) {
    mp11::mp_for_each<mp11::mp_transform<mp11::mp_identity, FeatureSets>>(
        [&](auto set) { act.template operator()<typename decltype(set)::type>(); });
}

// For each aspect of a list that these features leave out: the component is the one of a list that never had
// this aspect. The same type has the same size and the same code.
template <class Set, class Component, class Aspects, class Woven>
void expect_off_changes_nothing() {
    mp11::mp_for_each<mp11::mp_iota<mp11::mp_size<Aspects>>>([](auto index) {
        if constexpr (!mp11::mp_at<Aspects, decltype(index)>::template wanted<Set>) {
            using NeverHeardOf = mp11::mp_erase<Aspects, decltype(index), mp11::mp_size_t<index + 1>>;
            using Without = weave_list<Component, wanted_aspects<Set, NeverHeardOf>>;
            EXPECT_TRUE((std::is_same_v<Woven, Without>)) << "the aspect with index " << index;
            EXPECT_EQ(sizeof(Woven), sizeof(Without)) << "the aspect with index " << index;
        }
    });
}

TYPED_TEST(Off, OverTheProtocol) {
    for_each_set([]<class Set>() {
        using Types = CommunicatorTypes<Set, TypeParam>;
        expect_off_changes_nothing<Set, typename Types::PlainProtocol,
                                   protocol_aspects<typename Types::Transport>, typename Types::Protocol>();
    });
}

TYPED_TEST(Off, OverTheCommunicator) {
    for_each_set([]<class Set>() {
        using Whole = Configuration<Set, TypeParam>;
        expect_off_changes_nothing<Set, typename Whole::types::Communicator, communicator_aspects,
                                   typename Whole::Communicator>();
    });
}

// The stack of a program that asks for nothing, written down: no aspect of features is in it.
template <class Machine>
struct Expected;
template <class Types>
using Straight = communicator::DirectCopy<Types>;
template <>
struct Expected<machine::Host> {
    template <class Types>
    using Protocol = aspects::Shortcut<aspects::Eager<aspects::SplitCopy<Straight<Types>>>>;
};
template <>
struct Expected<machine::Split> {
    template <class Types>
    using Protocol =
        aspects::Shortcut<aspects::Eager<aspects::SplitCopy<aspects::Rendezvous<Straight<Types>>>>>;
};
template <>
struct Expected<Manycore> {
    template <class Types>
    using Protocol = aspects::Eager<aspects::Lazy<aspects::Rendezvous<Straight<Types>>>>;
};
template <>
struct Expected<Mixed> : Expected<Manycore> {};
template <>
struct Expected<WithNames> {
    template <class Types>
    using Protocol = aspects::Named<aspects::Eager<aspects::Lazy<aspects::Rendezvous<Straight<Types>>>>>;
};
template <>
struct Expected<test::SmallestMachine> {
    template <class Types>
    using Protocol = aspects::Eager<aspects::SplitCopy<Straight<Types>>>;
};

TYPED_TEST(Off, LeavesTheStackOfTheMachine) {
    using Types = CommunicatorTypes<features<>, TypeParam>;
    using Protocol = typename Expected<TypeParam>::template Protocol<Types>;
    EXPECT_TRUE((std::is_same_v<typename Types::Protocol, Protocol>))
        << "woven: " << testing::internal::GetTypeName<typename Types::Protocol>();
    EXPECT_TRUE((std::is_same_v<typename Configuration<features<>, TypeParam>::Communicator,
                                communicator::Communicator<Types>>));
}

// What messages carry for the sake of an aspect goes with it.
TYPED_TEST(Off, LeavesNothingInMessages) {
    for_each_set([]<class Set>() {
        using Types = CommunicatorTypes<Set, TypeParam>;
        if constexpr (!has<Set, feature::cancellation>) {
            EXPECT_TRUE((std::is_same_v<typename Types::Transit, typename TypeParam::transit>));
            EXPECT_FALSE(Types::Protocol::revokes);
        }
        if constexpr (!has<Set, feature::synchronous>) {
            EXPECT_TRUE(std::is_empty_v<typename Types::Envelope::mode_type>);
        }
        if constexpr (!has<Set, feature::checked>) {
            EXPECT_TRUE(std::is_empty_v<typename Types::Envelope::check_type>);
        }
    });
}

// Aspects that decide and keep nothing add no byte to a rank's state, also where they are on.
TYPED_TEST(Off, DecidingTakesNoMemory) {
    using Types = CommunicatorTypes<All, TypeParam>;
    using Plain = typename Types::PlainProtocol;
    EXPECT_EQ(sizeof(aspects::Synchronous<Plain>), sizeof(Plain));
    EXPECT_EQ(sizeof(aspects::Eager<Plain>), sizeof(Plain));
    EXPECT_EQ(sizeof(aspects::SplitCopy<Plain>), sizeof(Plain));
    EXPECT_EQ(sizeof(aspects::Revocation<Plain>), sizeof(Plain));
    if constexpr (channel::ReachableTransport<typename Types::Transport>) {
        EXPECT_EQ(sizeof(aspects::Shortcut<Plain>), sizeof(Plain));
    }
    if constexpr (channel::NamingTransport<typename Types::Transport>) {
        EXPECT_EQ(sizeof(aspects::Named<Plain>), sizeof(Plain));
    }
}

// A machine that nobody looks at is the machine itself; one that is looked at differs in three functions.
static_assert(std::is_same_v<weave<Manycore>, Manycore>);
using Looked = aspects::Observed<Manycore>;
static_assert(sizeof(Looked) == sizeof(Manycore));
static_assert(std::is_same_v<Looked::transit, Manycore::transit> &&
              std::is_same_v<Looked::typing, Manycore::typing>);
static_assert(std::is_same_v<Looked::transport<channel::Messages<int, int>>*,
                             Manycore::transport<channel::Messages<int, int>>*>);

// On this computer, too: messages have no stamp, sends no date, and ranks no observer.
template <class Machine>
using NotObserved = CommunicatorTypes<All, Machine>;
template <class Machine>
constexpr bool is_off = std::is_same_v<typename NotObserved<Machine>::Observer, observation::NotObserved>&&
    std::is_empty_v<observation::NotObserved>&&
        std::is_same_v<typename NotObserved<Machine>::Envelope::check_type, datatype::UncheckedType>&&
            std::is_same_v<typename NotObserved<Machine>::Transit,
                           communicator::Revocable<typename Machine::transit>>;
static_assert(is_off<machine::Host> && is_off<machine::Split> && is_off<Manycore>);
template <class Machine>
using LookedAt = CommunicatorTypes<features<feature::observed>, Machine>;
static_assert(std::is_same_v<LookedAt<machine::Host>::Observer, observation::OfRank> &&
              std::is_same_v<LookedAt<Manycore>::Observer, observation::NotObserved>);

} // namespace
