// The configuration of one program on one machine: what each family contributes, computed from the features.
// Nothing else knows the rules of selection.
#pragma once

#include <string_view>

#include "aspects/buffering/buffering.hpp"
#include "aspects/buffering/own_buffers.hpp"
#include "aspects/eager.hpp"
#include "aspects/lazy.hpp"
#include "aspects/named.hpp"
#include "aspects/rendezvous.hpp"
#include "aspects/revocation.hpp"
#include "aspects/shortcut.hpp"
#include "aspects/split_copy.hpp"
#include "aspects/synchronous.hpp"
#include "components/collective/choice_text.hpp"
#include "components/collective/operations.hpp"
#include "components/communicator/communicator.hpp"
#include "components/communicator/direct_copy.hpp"
#include "components/communicator/queues.hpp"
#include "components/communicator/revocable.hpp"
#include "components/datatype/basic.hpp"
#include "components/datatype/bytes_only.hpp"
#include "components/datatype/checked_type.hpp"
#include "components/datatype/contiguous.hpp"
#include "components/datatype/total.hpp"
#include "components/envelope/envelope.hpp"
#include "components/features.hpp"
#include "components/machine/machine.hpp"
#include "framework/graph.hpp"
#include "framework/select.hpp"
#include "framework/weave.hpp"

namespace sartor {

namespace families {

using source_field = family<when<envelope::OpenField<envelope::SourceKind>, feature::any_source>,
                            otherwise<envelope::ExactField<envelope::SourceKind>>>;

using tag_field = family<when_all<envelope::OpenField<envelope::TagKind>, feature::any_tag, feature::tags>,
                         when<envelope::ExactField<envelope::TagKind>, feature::tags, feature::collective,
                              feature::immediate_collectives>,
                         otherwise<envelope::AbsentField<envelope::TagKind>>>;

// Contexts tell communicators apart. A communicator's collectives are told from its other messages by their
// tags, which are negative.
using context_field =
    family<when<envelope::ExactField<envelope::ContextKind>, feature::communicators,
                feature::self_communicator, feature::local_communicator, feature::partitioned>,
           otherwise<envelope::AbsentField<envelope::ContextKind>>>;

template <class Receiving>
using expected = family<when<communicator::ExpectedQueue<Receiving>, feature::immediate,
                             feature::neighbourhood,       // one receive for each neighbour,
                             feature::intercommunicators>, // or for each rank of the other side
                        otherwise<communicator::ExpectedSlot<Receiving>>>;

using datatypes = family<when<datatype::Total, feature::datatype_total>,
                         when<datatype::Contiguous, feature::datatype_contiguous>,
                         when<datatype::Basic, feature::datatype_basic>, otherwise<datatype::BytesOnly>>;

using check = family<when<datatype::CheckedType, feature::checked>, otherwise<datatype::UncheckedType>>;

template <class Types>
using flows = family<when<communicator::Flows<Types>, feature::immediate_collectives, feature::partitioned,
                          feature::immediate_flush>,
                     otherwise<communicator::NoFlows>>;

using mode = family<when<envelope::ChosenMode, feature::synchronous>, otherwise<envelope::StandardMode>>;

// What is kept with messages under way.
template <class Machine>
using transit = family<when<communicator::Revocable<typename Machine::transit>, feature::cancellation>,
                       otherwise<typename Machine::transit>>;

} // namespace families

// The aspects over the protocol, the outermost first, and what of a machine's transport each is for.
template <class Transport>
using protocol_aspects =
    boost::mp11::mp_list<aspect_if<channel::NamingTransport<Transport>, aspects::Named>,
                         aspect_if<channel::ReachableTransport<Transport>, aspects::Shortcut>,
                         aspect<aspects::Synchronous, feature::synchronous>, aspect<aspects::Eager>,
                         aspect_if<channel::BufferingTransport<Transport>, aspects::Lazy>,
                         aspect_if<!channel::TimedTransport<Transport>, aspects::SplitCopy>,
                         aspect<aspects::Revocation, feature::cancellation>,
                         aspect_if<channel::DistantTransport<Transport>, aspects::Rendezvous>>;

// The types that the communicator is put together from.
template <class Set, class MachineUsed>
struct CommunicatorTypes {
    using Features = Set;
    using Machine = MachineUsed;
    static_assert(
        machine::Machine<Machine>,
        "a machine has a name, tells whether its ranks share memory, and says how envelopes are typed "
        "and what its transport keeps with messages");
    using Transit = select<families::transit<Machine>, Features>;
    using Header = envelope::MessageHeader<select<families::source_field, Features>,
                                           select<families::tag_field, Features>,
                                           select<families::context_field, Features>>;
    static_assert(envelope::Header<Header>, "a header is contiguous data with ==, < and matches()");
    using Datatypes = typename Machine::template level<select<families::datatypes, Features>>;
    static_assert(datatype::Level<Datatypes>,
                  "a datatype level tells sizes and extents and makes an envelope's storage");
    using Envelope = envelope::Envelope<Header, typename Datatypes::Storage, select<families::mode, Features>,
                                        select<families::check, Features>, typename Machine::typing>;
    using Parcel = communicator::Parcel<Envelope, Transit>;
    using Sending = communicator::Sending<Envelope, Transit>;
    using Receiving = communicator::Receiving<Envelope, Transit>;
    using Communicator = communicator::Communicator<CommunicatorTypes>;
    using Transport = typename Machine::template transport<Parcel, Communicator>;
    using Expected = select<families::expected<Receiving>, Features>;
    using Unexpected = communicator::UnexpectedQueue<Parcel>;
    using Flows = select<families::flows<CommunicatorTypes>, Features>;
    using PlainProtocol = communicator::DirectCopy<CommunicatorTypes>;
    using ProtocolAspects = wanted_aspects<Features, protocol_aspects<Transport>>;
    using Protocol = weave_list<PlainProtocol, ProtocolAspects>;
};

// Aspects over the communicator, the outermost first.
using communicator_aspects = boost::mp11::mp_list<aspect<aspects::OwnBuffers, feature::communicator_buffers>,
                                                  aspect<aspects::Buffering, feature::buffering>>;

template <class Features, class Machine>
struct Configuration {
    using features = Features;
    using machine = Machine;
    using types = CommunicatorTypes<Features, Machine>;
    using CommunicatorAspects = wanted_aspects<Features, communicator_aspects>;
    using Communicator = weave_list<typename types::Communicator, CommunicatorAspects>;
    using Datatypes = typename types::Datatypes;
    using Operations = collective::PredefinedOperations<Features>;
};

// ---- the same as a graph, for explain

namespace internal {

struct ThinInterface {
    static constexpr std::string_view name = "functions of the program";
};
struct CollectiveDirections {
    static constexpr std::string_view name = "straight, reverse, bidirectional";
};
struct NoCollectives {
    static constexpr std::string_view name = "none";
};

template <class Family, class Set>
using because = typename choice<Family, Set>::because;
template <class... Fs>
using reasons = boost::mp11::mp_list<Fs...>;

// A component below the aspects that are woven over it, the outermost on top.
template <fixed_text Role, class F, class Component, class Bottom, class Aspects>
struct aspects_over {
    using type = Bottom;
};
template <fixed_text Role, class F, class Component, class Bottom, class First, class... Rest>
struct aspects_over<Role, F, Component, Bottom, boost::mp11::mp_list<First, Rest...>> {
    using type = node<"aspect", Role, weave<Component, First, Rest...>, present<F, typename First::reasons>,
                      typename aspects_over<Role, F, Component, Bottom, boost::mp11::mp_list<Rest...>>::type>;
};

template <class C>
struct graph_of {
    using F = typename C::features;
    using T = typename C::types;

    using header =
        node<"envelope", "header", typename T::Header,
             boost::mp11::mp_unique<
                 boost::mp11::mp_append<because<families::source_field, F>, because<families::tag_field, F>,
                                        because<families::context_field, F>>>>;
    using envelope =
        node<"envelope", "envelope", typename T::Envelope, reasons<>, header,
             node<"envelope", "mode", typename T::Envelope::mode_type, because<families::mode, F>>,
             node<"aspect", "check", typename T::Envelope::check_type, because<families::check, F>>,
             node<"envelope", "storage", typename T::Envelope::storage_type>>;
    using protocol = typename aspects_over<"over the protocol", F, typename T::PlainProtocol,
                                           node<"communicator", "protocol", typename T::PlainProtocol>,
                                           typename T::ProtocolAspects>::type;
    using plain_communicator =
        node<"communicator", "communicator", typename T::Communicator, reasons<>,
             node<"communicator", "expected", typename T::Expected,
                  because<families::expected<typename T::Receiving>, F>>,
             node<"communicator", "unexpected", typename T::Unexpected>,
             node<"communicator", "flows", typename T::Flows, because<families::flows<T>, F>>, protocol,
             envelope,
             node<"channel", "transport", typename T::Transport, reasons<>,
                  node<"machine", "machine", typename C::machine>>>;
    using communicator = typename aspects_over<"over the communicator", F, typename T::Communicator,
                                               plain_communicator, typename C::CommunicatorAspects>::type;
    using datatypes = node<"datatype", "level", typename C::Datatypes, because<families::datatypes, F>>;
    using wants_collectives = present<F, reasons<feature::collective>>;
    template <class Collective>
    using chosen = collective::choice_node<
        Collective, typename traits<Collective, typename C::machine, typename C::program>::choices>;
    using wants_reduction = present<F, reasons<feature::reduction>>;
    template <class... Below>
    using directions =
        node<"collective", "directions", CollectiveDirections, wants_collectives,
             node<"collective", "reductions",
                  boost::mp11::mp_if_c<has<F, feature::reduction>, typename C::Operations, NoCollectives>,
                  wants_reduction>,
             Below...>;
    using collectives = boost::mp11::mp_if_c<
        has<F, feature::collective>,
        boost::mp11::mp_apply<directions,
                              boost::mp11::mp_transform<chosen, typename C::program::collectives>>,
        node<"collective", "directions", NoCollectives>>;
    using type = node<"api", "MPI", ThinInterface, reasons<>, collectives, datatypes, communicator>;
};

} // namespace internal

template <class C>
using graph_of = typename internal::graph_of<C>::type;

} // namespace sartor
