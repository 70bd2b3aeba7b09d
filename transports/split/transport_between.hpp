// The transport of ranks in several address spaces: inside one that of the host, between two nothing but
// active messages.
#pragma once

#include <string_view>

#include "runtime/directory.hpp"
#include "transports/host/active_messages.hpp"
#include "transports/host/transport.hpp"
#include "transports/split/control.hpp"
#include "transports/split/handshake.hpp"
#include "transports/split/remote_copies.hpp"
#include "transports/split/remote_reads.hpp"

namespace sartor::channel::split {

// The messages between spaces, as a service of active messages: control messages and data, for the
// handshakes.
template <class Messages>
struct BetweenSpacesService {
    static constexpr std::string_view name = "control messages";
    using Header = ControlMessage<typename Messages::Parcel::envelope_type::check_type>;
    struct Receiver {
        [[nodiscard]] static auto& of(const process::Rank& rank) noexcept {
            return process::handshake_of<typename Messages::Receiver::Transport::Handshake>(rank);
        }
    };
};

// Which spaces there are, and how active messages get from one to another: an aspect `Way::Over<Base>` over
// those of the host, with send() and query_rank().
template <class W, class Base>
concept WayBetweenSpaces = requires(int rank) {
    { W::name } -> std::convertible_to<std::string_view>;
    { W::space_of(rank) } -> std::same_as<int>;
    { W::is_here(rank) } -> std::same_as<bool>;              // in the space of the rank that calls
    { W::longest_piece(rank) } -> std::same_as<std::size_t>; // of a long message's data
    W::prepare();                                            // before the first transport is used
    typename W::template Over<Base>;
};

// Where spaces may share a directory of their own.
template <class W>
concept HasSharedDirectory = requires(const process::Directory::Question& question) {
    { W::shares_directory(question) } -> std::same_as<bool>;
    { W::reserve(question) } -> std::same_as<int>;
};

template <class Messages, class... Active>
using HostWithActiveMessages =
    host::WithActiveMessages<host::Transport<Messages>, BetweenSpacesService<Messages>, Active...>;

// One for each worker, which may have ranks of several spaces. What the host's transport does for a rank it
// does only between ranks of one space.
template <class Way, class Messages, class... Active>
class TransportBetween : public Way::template Over<HostWithActiveMessages<Messages, Active...>> {
    static_assert(WayBetweenSpaces<Way, HostWithActiveMessages<Messages, Active...>>,
                  "a way between spaces has a name, says which space a rank is in, and sends");
    using Between = BetweenSpacesService<Messages>;
    using Base = typename Way::template Over<HostWithActiveMessages<Messages, Active...>>;
    using Receiver = typename Messages::Receiver;

  public:
    static constexpr std::string_view name = Way::name;
    using Parcel = typename Messages::Parcel;
    using Envelope = typename Parcel::envelope_type;
    using Check = typename Envelope::check_type;

    struct Types {
        using Communicator = typename Messages::Receiver;
        using Transport = TransportBetween;
        using Parcel = typename Messages::Parcel;
        using Sending = typename Parcel::sending_type;
        using Receiving = typename Parcel::receiving_type;
    };
    using Handshake = split::Handshake<Types>;

    TransportBetween(int worker, int workers) noexcept : Base(worker, workers) {
        if (worker == 0) Way::prepare();
    }

    [[nodiscard]] static TransportBetween& of(const process::Rank& rank) noexcept {
        return process::transport_of<TransportBetween>(rank);
    }

    // ---- called by ranks of this worker

    [[nodiscard]] bool is_here(const process::Rank& rank) const noexcept {
        return Base::is_here(rank) && shares_memory(rank);
    }
    [[nodiscard]] static int memory_of(const process::Rank& rank) noexcept {
        return Way::space_of(rank.number);
    }
    [[nodiscard]] static bool shares_memory(const process::Rank& rank) noexcept {
        return Way::is_here(rank.number);
    }
    [[nodiscard]] static bool may_copy(const process::Rank& destination, std::size_t bytes) noexcept {
        if (shares_memory(destination)) return Base::may_copy(destination, bytes);
        return bytes <= Base::longest_copy && process::ranks.backlog_bytes > 0;
    }
    // Between spaces an eager message: two copies. False without credits; the send then needs a handshake.
    [[nodiscard]] bool put(process::Rank& destination, const Envelope& envelope) noexcept {
        if (shares_memory(destination)) return Base::put(destination, envelope);
        auto& own = process::handshake_of<Handshake>(*process::current);
        if (!own.take_credit(destination.number, envelope.storage.bytes)) return false;
        char data[Base::longest_copy];
        envelope.storage.gather_to(data);
        Control control = control_for(Kind::eager, process::current->number, destination.number);
        describe(envelope, control);
        send_control(control, envelope.check, data, envelope.storage.bytes);
        return true;
    }

    // The directory is in memory that all spaces share, or in the space of rank 0: other spaces send it a
    // request.
    [[nodiscard]] static int reserve(const process::Directory::Question& question) noexcept {
        if constexpr (HasSharedDirectory<Way>)
            if (Way::shares_directory(question)) return Way::reserve(question);
        process::Rank& self = *process::current;
        if (Way::space_of(self.number) == 0) return process::directory.reserve(question);
        return process::handshake_of<Handshake>(self).query_directory(question);
    }

    // ---- by any worker

    // Sends to the rank that the control message names.
    static void send_control(const Control& control, const Check& check, const void* data = nullptr,
                             std::size_t bytes = 0) noexcept {
        Base::template send<Between>(process::rank(control.to), {control, check}, data, bytes);
    }
    [[nodiscard]] static std::size_t longest_piece(int rank) noexcept { return Way::longest_piece(rank); }
    [[nodiscard]] static bool copies(int rank) noexcept requires CopiesBetweenSpaces<Way> {
        return Way::copies(rank);
    }
    static bool write(int rank, std::uint64_t address, const void* data,
                      std::size_t bytes) noexcept requires CopiesBetweenSpaces<Way> {
        return Way::write(rank, address, data, bytes);
    }
    static bool read(int rank, std::uint64_t address, void* memory,
                     std::size_t bytes) noexcept requires CopiesBetweenSpaces<Way> {
        return Way::read(rank, address, memory, bytes);
    }
    // See ReadsRemotely. The messages of a read's end come from this rank itself.
    static bool read_remotely(const Control& read, const Region& region,
                              void* memory) noexcept requires ReadsRemotelyFor<Base, Between> {
        Control failed = read;
        failed.bytes = 0;
        return Base::template read_remotely<Between>(read.source, region, memory, read.bytes, read.to,
                                                     {read, Check{}}, {failed, Check{}});
    }
    template <class Service>
    static bool
    read_remotely(int rank, const Region& region, void* memory, std::size_t bytes, int reader,
                  const typename Service::Header& done,
                  const typename Service::Header& failed) noexcept requires ReadsRemotelyFor<Base, Service> {
        return Base::template read_remotely<Service>(rank, region, memory, bytes, reader, done, failed);
    }
};

} // namespace sartor::channel::split
