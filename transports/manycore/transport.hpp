// The transport of a manycore: parcels come as control messages over the network on chip, and the server of
// the rank's cluster delivers each as it arrives (MPPA-MPI, section II: the active message server).
#pragma once

#include <cstdint>
#include <string_view>

#include "emulation/memory/memory.hpp"
#include "emulation/ranks.hpp"
#include "emulation/services/names.hpp"
#include "runtime/directory.hpp"
#include "runtime/process.hpp"
#include "transports/manycore/handshake/handshake.hpp"
#include "transports/service.hpp"

namespace sartor::channel::manycore {

namespace model = machine::manycore;

// One for all ranks, which share the machine's only worker. `Messages` is the service that it carries:
// parcels that its receiver takes. `Machine` has the chip's description. Satisfies the concepts Transport,
// TimedTransport, DistantTransport and BufferingTransport, and NamingTransport on machines with a name
// service.
template <class Messages, class Machine_>
class Transport {
    static_assert(MessageService<Messages>,
                  "a service of messages has a name, a type of its parcels and a receiver");
    using Receiver = typename Messages::Receiver;

  public:
    static constexpr std::string_view name = "transport over the network on chip";
    using Parcel = typename Messages::Parcel;
    using Envelope = typename Parcel::envelope_type;

    struct Types {
        using Machine = Machine_;
        using Communicator = typename Messages::Receiver;
        using Transport = manycore::Transport<Messages, Machine_>;
        using Parcel = typename Messages::Parcel;
        using Sending = typename Parcel::sending_type;
        using Receiving = typename Parcel::receiving_type;
    };
    using Handshake = manycore::Handshake<Types>;

    [[nodiscard]] static Transport& of(const process::Rank& rank) noexcept {
        return process::transport_of<Transport>(rank);
    }

    Transport(int, int) noexcept {}

    // No rank accesses another rank's queues: messages are delivered by events.
    [[nodiscard]] static constexpr bool is_here(const process::Rank&) noexcept { return false; }
    [[nodiscard]] static int memory_of(const process::Rank& rank) noexcept {
        return model::node_of(rank.number);
    }
    // Inside a cluster, unless the run switches the shortcut off to measure its worth.
    [[nodiscard]] static bool shares_memory(const process::Rank& rank) noexcept {
        return model::settings().shortcut &&
               model::node_of(rank.number) == model::node_of(process::current->number);
    }
    // By the eager limits of the machine, or of the rank if it is run with others.
    [[nodiscard]] static bool may_copy(const process::Rank& destination, std::size_t bytes) noexcept {
        const std::int64_t limit = shares_memory(destination)
                                       ? Machine_::description.eager_limit
                                       : model::limits_of(process::current->number).eager;
        return limit != 0 && static_cast<std::int64_t>(bytes) <= limit;
    }

    // A copy in the cluster's memory, or control messages. False: no memory or no credit.
    [[nodiscard]] static bool put(process::Rank& destination, const Envelope& envelope) noexcept {
        auto& own = process::handshake_of<Handshake>(*process::current);
        return shares_memory(destination) ? own.put_locally(destination.number, envelope)
                                          : own.put_in_control_messages(destination.number, envelope);
    }

    // By address, inside a cluster: one control word in its memory.
    static void post(process::Rank& destination, Parcel& parcel) noexcept {
        parcel.sender->transit.rank = process::current->number;
        post_locally(destination.number, parcel);
    }
    static void post_locally(int destination, Parcel& parcel) noexcept {
        const int rank = process::current->number;
        parcel.transit.way = model::Way::local;
        model::count(model::Way::local, rank, destination, parcel.envelope.storage.bytes);
        const auto [time, note] =
            model::depart(model::Kind::local, rank, destination, Machine_::description.local_send);
        parcel.transit.control.note = note;
        address(destination, parcel);
        model::chip().events.plan(time, &hand_over, &parcel);
    }
    // The control message leaves when `time` has come.
    static void post_control(int destination, Parcel& parcel, model::Cycles time) noexcept {
        auto& transit = parcel.transit;
        address(destination, parcel);
        transit.control.from = model::node_of(transit.source);
        transit.control.to = model::node_of(destination);
        transit.control.bytes = model::chip().description().control_bytes;
        transit.control.handled = &hand_over;
        transit.control.object = &parcel;
        model::chip().post(transit.control, time);
    }

    [[nodiscard]] static int reserve(const process::Directory::Question& question) noexcept {
        return process::directory.reserve(question);
    }
    template <class Question, class Reply>
    static void query_rank(const process::Rank& rank, const Question& question, Reply& reply,
                           void (*show)(const process::Rank&, const Question&, Reply&)) noexcept {
        process::query_rank(rank, question, reply, show);
    }

    // Arrivals are handled by the cluster's server. To collect means to let all happen that comes before the
    // rank's time.
    static bool collect() noexcept {
        if (process::current != nullptr && !model::in_event()) model::synchronize();
        return false;
    }
    static void wake_at_once(const process::Rank& rank) noexcept { model::resume(rank.number, model::now()); }

    static void look_up(const process::Rank& rank) noexcept
        requires(Machine_::description.name_service != 0) {
        model::find_rank(rank.number);
    }

    // Whether so many bytes more fit into the running rank's buffer for messages that wait there for their
    // receivers.
    [[nodiscard]] static bool may_buffer(std::size_t bytes, std::size_t used) noexcept {
        const std::int64_t limit = model::limits_of(process::current->number).lazy;
        return limit != 0 && static_cast<std::int64_t>(bytes) <= limit &&
               static_cast<std::int64_t>(used + bytes) <= Machine_::description.lazy_bytes &&
               model::has_room_for_buffer(model::node_of(process::current->number),
                                          static_cast<std::int64_t>(bytes));
    }
    static void take_buffer(std::size_t bytes) noexcept {
        model::take_buffer(model::node_of(process::current->number), static_cast<std::int64_t>(bytes));
    }
    static void copied_to_buffer(std::size_t) noexcept {
        model::charge(Machine_::description.lazy_register); // the copy has been accounted by its storage
    }
    static void put_back_buffer(const process::Rank& rank, std::size_t bytes) noexcept {
        model::put_back_buffer(model::node_of(rank.number), static_cast<std::int64_t>(bytes));
    }

  private:
    static void address(int destination, Parcel& parcel) noexcept {
        parcel.transit.source = process::current->number;
        parcel.transit.destination = destination;
        parcel.transit.sequence = model::sent(parcel.transit.source, destination)++;
    }

    static void hand_over(void* object, model::Cycles) noexcept {
        static_assert(MessageReceiver<Receiver, Parcel>, "the receiver of a message is given its parcel");
        auto& parcel = *static_cast<Parcel*>(object);
        process::Rank& rank = process::rank(parcel.transit.destination);
        ++model::received(rank.number, parcel.transit.source);
        Receiver::of(rank).arrive(parcel, rank);
    }
};

} // namespace sartor::channel::manycore
