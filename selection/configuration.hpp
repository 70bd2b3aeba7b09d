// The configuration of one program on one machine: the member that each family contributes, computed from the
// features. The rules of selection are here only.
#pragma once

#include <string_view>
#include <type_traits>

#include "aspects/buffering/buffering.hpp"
#include "aspects/buffering/own_buffers.hpp"
#include "aspects/copy_limit.hpp"
#include "aspects/counted.hpp"
#include "aspects/eager.hpp"
#include "aspects/eager_synchronous.hpp"
#include "aspects/failures.hpp"
#include "aspects/lazy.hpp"
#include "aspects/named.hpp"
#include "aspects/observed.hpp"
#include "aspects/ordered.hpp"
#include "aspects/rendezvous.hpp"
#include "aspects/revocation.hpp"
#include "aspects/shortcut.hpp"
#include "aspects/split_copy.hpp"
#include "aspects/synchronous.hpp"
#include "components/collective/choice/choice_text.hpp"
#include "components/collective/operands/operations.hpp"
#include "components/communicator/callers.hpp"
#include "components/communicator/communicator.hpp"
#include "components/communicator/direct_copy.hpp"
#include "components/communicator/failures.hpp"
#include "components/communicator/queues.hpp"
#include "components/communicator/revocable.hpp"
#include "components/datatype/basic.hpp"
#include "components/datatype/bytes_only.hpp"
#include "components/datatype/checked_type.hpp"
#include "components/datatype/contiguous.hpp"
#include "components/datatype/total.hpp"
#include "components/envelope/buffer_watch.hpp"
#include "components/envelope/envelope.hpp"
#include "components/features.hpp"
#include "components/one_sided/messages.hpp"
#include "framework/select.hpp"
#include "framework/slot.hpp"
#include "framework/weave.hpp"
#include "runtime/observation/of_rank.hpp"
#include "transports/machine.hpp"
#include "transports/port_questions.hpp"
#include "transports/service.hpp"

namespace sartor {

namespace families {

// A source is always there; with MPI_ANY_SOURCE a receive may leave it open.
using source_field = family<when<envelope::OpenField<envelope::SourceKind>, feature::any_source>,
                            otherwise<envelope::ExactField<envelope::SourceKind>>>;

// Programs that name no tags have no tag, unless collectives need one.
using tag_field = family<when_all<envelope::OpenField<envelope::TagKind>, feature::any_tag, feature::tags>,
                         when<envelope::ExactField<envelope::TagKind>, feature::tags, feature::collective,
                              feature::immediate_collectives, feature::windows>,
                         otherwise<envelope::AbsentField<envelope::TagKind>>>;

// Contexts distinguish communicators. A communicator's collectives differ from its other messages by their
// tags, which are negative.
using context_field = family<
    when<envelope::ExactField<envelope::ContextKind>, feature::communicators, feature::self_communicator,
         feature::local_communicator, feature::partitioned, feature::windows>,
    otherwise<envelope::AbsentField<envelope::ContextKind>>>;

// A queue if several receives may be posted at a time, else one slot.
template <class Receiving>
using expected = family<when<communicator::ExpectedQueue<Receiving>, feature::immediate,
                             feature::neighbourhood,      // one receive for each neighbour,
                             feature::intercommunicators, // or for each rank of the other side,
                             feature::thread_callers,     // or for each thread; and where a schedule
                             feature::scheduled>,         // chooses, receives wait for their messages
                        otherwise<communicator::ExpectedSlot<Receiving>>>;

template <class Parcel>
using unexpected = family<when<communicator::ChosenQueue<Parcel>, feature::scheduled>,
                          otherwise<communicator::UnexpectedQueue<Parcel>>>;

// The lowest level that has all of the program's datatypes.
using datatypes = family<when<datatype::Total, feature::datatype_total>,
                         when<datatype::Contiguous, feature::datatype_contiguous>,
                         when<datatype::Basic, feature::datatype_basic>, otherwise<datatype::BytesOnly>>;

using check = family<when<datatype::CheckedType, feature::checked>, otherwise<datatype::UncheckedType>>;

template <class Types>
using flows = family<when<communicator::Flows<Types>, feature::immediate_collectives, feature::partitioned,
                          feature::immediate_flush>,
                     otherwise<communicator::NoFlows>>;

// Several threads of a rank may call at once only where the machine admits it.
template <class Machine>
using callers =
    std::conditional_t<machine::AdmitsThreads<Machine>,
                       family<when_all<communicator::ManyCallers, feature::threads, feature::thread_callers>,
                              otherwise<communicator::OneCaller>>,
                       family<otherwise<communicator::OneCaller>>>;

template <class Types>
using failures = family<when<communicator::SurvivedFailures<Types>, feature::failures>,
                        otherwise<communicator::NoFailures>>;

using mode = family<when<envelope::ChosenMode, feature::synchronous>, otherwise<envelope::StandardMode>>;

// What is kept with messages under way: the machine's, a claim for sends that may be cancelled, and what a
// schedule has to know.
template <class Machine>
using transit =
    family<when_all<communicator::ChosenTransit<communicator::Revocable<typename Machine::transit>>,
                    feature::scheduled, feature::cancellation>,
           when<communicator::ChosenTransit<typename Machine::transit>, feature::scheduled>,
           when<communicator::Revocable<typename Machine::transit>, feature::cancellation>,
           otherwise<typename Machine::transit>>;

// Emulated machines have observers of their own (aspects/manycore/observed.hpp), and name what belongs to
// ranks.
template <class Machine>
struct named_observer {
    using type = observation::NotObserved;
};
template <class Machine>
requires requires {
    typename Machine::observer;
}
struct named_observer<Machine> {
    using type = typename Machine::observer;
};
template <class Machine>
using observer = family<when_if<!machine::Emulated<Machine>, observation::OfRank, feature::observed>,
                        otherwise<typename named_observer<Machine>::type>>;

} // namespace families

// For runs in real time that are observed.
template <class Machine>
using check_aspects =
    boost::mp11::mp_list<aspect_if<!machine::Emulated<Machine>, aspects::Stamped, feature::observed>>;
// Where a rank may learn what others know.
template <class Machine, class Set>
using order_aspects =
    boost::mp11::mp_list<aspect_if<Machine::shares_memory && has_all<Set, feature::checked> &&
                                       has_any<Set, feature::windows, feature::any_source>,
                                   aspects::Ordered>>;
template <class Machine>
using transit_aspects =
    boost::mp11::mp_list<aspect_if<!machine::Emulated<Machine>, aspects::Dated, feature::observed>,
                         aspect<envelope::Watched, feature::checked>,
                         aspect<aspects::Failing, feature::failures>>;

// What the tool interface reads.
using observer_aspects = boost::mp11::mp_list<aspect<aspects::Counted, feature::tools>>;

// The aspects over the protocol, the outermost first, each with what it requires of the transport or the
// feature that requires it.
template <class Transport>
using protocol_aspects = boost::mp11::mp_list<
    aspect<aspects::RaisesFailures, feature::failures>,
    aspect_if<channel::NamingTransport<Transport>, aspects::Named>,
    aspect_if<!channel::TimedTransport<Transport>, aspects::Dating, feature::observed>,
    aspect_if<channel::ReachableTransport<Transport>, aspects::Shortcut>,
    aspect<aspects::Synchronous, feature::synchronous>, aspect<aspects::CopyLimit, feature::tools>,
    aspect<aspects::Eager>, aspect_if<channel::BufferingTransport<Transport>, aspects::Lazy>,
    aspect_if<!channel::TimedTransport<Transport>, aspects::SplitCopy>,
    aspect<aspects::Revocation, feature::cancellation>,
    aspect_if<channel::DistantTransport<Transport>, aspects::Rendezvous>,
    aspect_if<channel::AcknowledgingTransport<Transport>, aspects::EagerSynchronous, feature::synchronous>>;

namespace internal {

struct NoWords {};
template <class Machine>
struct words_of {
    using type = NoWords;
};
template <class Machine>
requires(machine::CarriesWords<Machine>) struct words_of<Machine> {
    using type = typename Machine::words;
};

} // namespace internal

// Whether some ranks can't read the tables of rank 0. Those of an emulated machine are all in this process.
template <class Machine>
inline constexpr bool has_distant_ranks = !Machine::shares_memory && !machine::Emulated<Machine>;

// The services that a machine's transport carries besides messages, with the features that require each.
template <class Machine, class State>
using services =
    boost::mp11::mp_list<when_if<!Machine::shares_memory, one_sided::Service<State>, feature::windows>,
                         when_if<has_distant_ranks<Machine>, channel::PortService<State>, feature::spawning>,
                         when_if<machine::CarriesWords<Machine>, typename internal::words_of<Machine>::type,
                                 feature::collective, feature::communicators, feature::windows>>;

namespace internal {

template <class Set>
struct wanted_by {
    template <class Member>
    using fn = std::bool_constant<Member::template holds<Set>>;
};
template <class Member>
using component_of = typename Member::component;
template <class Service>
using service_slot = filled_slot<"channel", "service", Service>;

template <class Machine, class Messages, class Services>
struct transport_of;
template <class Machine, class Messages, class... Services>
struct transport_of<Machine, Messages, boost::mp11::mp_list<Services...>> {
    static_assert(
        requires { typename Machine::template transport<Messages, Services...>; },
        "this machine's transport carries no active messages, which a feature of the program needs");
    using type = typename Machine::template transport<Messages, Services...>;
};

} // namespace internal

template <class Set, class Services>
using wanted_services =
    boost::mp11::mp_transform<internal::component_of,
                              boost::mp11::mp_copy_if_q<Services, internal::wanted_by<Set>>>;

// The types of which the communicator is composed, each with its slot. `StateUsed` is the state of a rank
// that the communicator is a part of; without one it is the whole state. What does not fit fails to compile,
// with a sentence.
template <class Set, class MachineUsed, class StateUsed = void>
struct CommunicatorTypes {
    using Features = Set;
    using Machine = MachineUsed;
    static_assert(machine::Machine<Machine>,
                  "a machine has a name, states whether its ranks share memory, and how envelopes are typed "
                  "and what its transport keeps with messages");
    static_assert(
        machine::NamesTransport<Machine> && machine::NamesLevel<Machine>,
        "a machine names its transport, template <class Messages, class... Active> using transport, "
        "and what a datatype level is on it, template <class Level> using level");
    static_assert(machine::EmulatedIfScheduled<Machine>,
                  "a machine with a schedule has enter(), leave(), described() and the time in seconds, too");
    using machine_slot = filled_slot<"machine", "machine", Machine>;
    using transit_slot = woven_slot<"over what is kept with messages", Set,
                                    slot<"communicator", "transit", families::transit<Machine>, Set>,
                                    wanted_aspects<Set, transit_aspects<Machine>>>;
    using Transit = typename transit_slot::type;

    using source_slot = slot<"envelope", "source", families::source_field, Set>;
    using tag_slot = slot<"envelope", "tag", families::tag_field, Set>;
    using context_slot = slot<"envelope", "context", families::context_field, Set>;
    using Header = envelope::MessageHeader<typename source_slot::type, typename tag_slot::type,
                                           typename context_slot::type>;
    static_assert(envelope::Header<Header>, "a header is contiguous data with ==, < and matches()");
    using header_slot = joint_slot<"envelope", "header", Header, source_slot, tag_slot, context_slot>;

    using datatypes_slot = slot<"datatype", "level", families::datatypes, Set>;
    using Datatypes = typename Machine::template level<typename datatypes_slot::type>;
    static_assert(datatype::Level<Datatypes>,
                  "a datatype level gives sizes and extents and makes an envelope's storage");
    using level_slot = joint_slot<"datatype", "level", Datatypes, datatypes_slot>;

    using mode_slot = slot<"envelope", "mode", families::mode, Set>;
    using check_slot = woven_slot<
        "over the check", Set, slot<"aspect", "check", families::check, Set>,
        wanted_aspects<Set, boost::mp11::mp_append<check_aspects<Machine>, order_aspects<Machine, Set>>>>;
    using storage_slot = filled_slot<"envelope", "storage", typename Datatypes::Storage>;
    using Envelope = envelope::Envelope<Header, typename storage_slot::type, typename mode_slot::type,
                                        typename check_slot::type, typename Machine::typing>;
    using envelope_slot =
        over<filled_slot<"envelope", "envelope", Envelope>, header_slot, mode_slot, check_slot, storage_slot>;

    using Parcel = communicator::Parcel<Envelope, Transit>;
    using Sending = communicator::Sending<Envelope, Transit>;
    using Receiving = communicator::Receiving<Envelope, Transit>;
    using Communicator = communicator::Communicator<CommunicatorTypes>;
    using State = boost::mp11::mp_if<std::is_void<StateUsed>, communicator::Alone<Communicator>, StateUsed>;
    using Messages = channel::Messages<Parcel, Communicator>;
    using Services = wanted_services<Set, services<Machine, State>>;
    using Transport = typename internal::transport_of<Machine, Messages, Services>::type;
    static_assert(channel::WholeTransport<Transport, Parcel>,
                  "this machine's transport supplies a part of a capability: transports/transport.hpp "
                  "says what belongs to it");
    using transport_slot = boost::mp11::mp_apply<
        over, boost::mp11::mp_append<boost::mp11::mp_list<filled_slot<"channel", "transport", Transport>,
                                                          filled_slot<"channel", "service", Messages>>,
                                     boost::mp11::mp_transform<internal::service_slot, Services>,
                                     boost::mp11::mp_list<machine_slot>>>;

    using expected_slot = slot<"communicator", "expected", families::expected<Receiving>, Set>;
    using Expected = typename expected_slot::type;
    using unexpected_slot = slot<"communicator", "unexpected", families::unexpected<Parcel>, Set>;
    using Unexpected = typename unexpected_slot::type;
    using flows_slot = slot<"communicator", "flows", families::flows<CommunicatorTypes>, Set>;
    using Flows = typename flows_slot::type;

    using callers_slot = slot<"communicator", "callers", families::callers<Machine>, Set>;
    using Callers = typename callers_slot::type;
    using failures_slot = slot<"communicator", "failures", families::failures<CommunicatorTypes>, Set>;
    using Failures = typename failures_slot::type;
    using observer_slot = woven_slot<"over the observer", Set,
                                     slot<"communicator", "observer", families::observer<Machine>, Set>,
                                     wanted_aspects<Set, observer_aspects>>;
    using Observer = typename observer_slot::type;

    using PlainProtocol = communicator::DirectCopy<CommunicatorTypes>;
    using ProtocolAspects = wanted_aspects<Features, protocol_aspects<Transport>>;
    using protocol_slot = woven_slot<"over the protocol", Set,
                                     filled_slot<"communicator", "protocol", PlainProtocol>, ProtocolAspects>;
    using Protocol = typename protocol_slot::type;
};

// Aspects over the communicator, the outermost first.
using communicator_aspects = boost::mp11::mp_list<aspect<aspects::OwnBuffers, feature::communicator_buffers>,
                                                  aspect<aspects::Buffering, feature::buffering>>;

namespace internal {

struct CollectiveDirections {
    static constexpr std::string_view name = "straight, reverse, bidirectional";
};
struct None {
    static constexpr std::string_view name = "none";
};

} // namespace internal

// The slots of the collectives: below them those that the program calls (Program::collectives), each with the
// algorithms that serve it.
template <class Features, class Machine, class Program>
struct Collectives {
    using directions =
        slot<"collective", "directions",
             family<when<internal::CollectiveDirections, feature::collective>, otherwise<internal::None>>,
             Features>;
    using reductions =
        slot<"collective", "reductions",
             family<when<collective::PredefinedOperations<Features, Machine>, feature::reduction>,
                    otherwise<internal::None>>,
             Features>;
    template <class Collective>
    using choice =
        collective::choice_slot<Collective, typename traits<Collective, Machine, Program>::choices>;
    using choices = boost::mp11::mp_transform<choice, typename Program::collectives>;
    using slot_of_all = boost::mp11::mp_if_c<
        has<Features, feature::collective>,
        boost::mp11::mp_apply<over, boost::mp11::mp_push_front<choices, directions, reductions>>, directions>;
};

// The components of one program on one machine. The slots of a layer are shown in their order.
template <class Features, class Machine, class State = void>
struct Configuration {
    using features = Features;
    using machine = Machine;
    using types = CommunicatorTypes<Features, Machine, State>;
    using CommunicatorAspects = wanted_aspects<Features, communicator_aspects>;
    using communicator_slot = woven_slot<
        "over the communicator", Features,
        over<filled_slot<"communicator", "communicator", typename types::Communicator>,
             typename types::expected_slot, typename types::unexpected_slot, typename types::flows_slot,
             typename types::callers_slot, typename types::failures_slot, typename types::observer_slot,
             typename types::protocol_slot, typename types::envelope_slot, typename types::transport_slot>,
        CommunicatorAspects>;
    using Communicator = typename communicator_slot::type;
    using Datatypes = typename types::Datatypes;
    using Operations = collective::PredefinedOperations<Features, Machine>;
    using slots = boost::mp11::mp_list<typename types::level_slot, communicator_slot>;
};

} // namespace sartor
