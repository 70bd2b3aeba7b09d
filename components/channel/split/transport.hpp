// The transport of a split machine: inside an address space that of the host, between two spaces nothing but
// bytes.
#pragma once

#include <string_view>

#include "components/channel/host/transport.hpp"
#include "components/channel/split/byte_channel.hpp"
#include "components/channel/split/handshake.hpp"
#include "components/channel/split/spaces.hpp"

namespace sartor::channel::split {

// One for each worker, which may have ranks of several spaces. What the host's transport does for a rank it
// does only between ranks of one space.
template <class Parcel_, class Receiver>
class Transport : public host::Transport<Parcel_, Receiver> {
    using Base = host::Transport<Parcel_, Receiver>;

  public:
    static constexpr std::string_view name = "split transport";
    using Parcel = Parcel_;
    using Envelope = typename Parcel::envelope_type;
    using Check = typename Envelope::check_type;

    struct Types {
        using Communicator = Receiver;
        using Transport = split::Transport<Parcel_, Receiver>;
        using Parcel = Parcel_;
        using Sending = typename Parcel_::sending_type;
        using Receiving = typename Parcel_::receiving_type;
    };
    using Handshake = split::Handshake<Types>;

    Transport(int worker, int workers) noexcept : Base(worker, workers) {
        if (worker == 0) spaces.read();
    }

    [[nodiscard]] static Transport& of(const process::Rank& rank) noexcept {
        return *static_cast<Transport*>(rank.transport);
    }

    // ---- called by ranks of this worker

    [[nodiscard]] bool is_here(const process::Rank& rank) const noexcept {
        return Base::is_here(rank) && shares_memory(rank);
    }
    [[nodiscard]] static int memory_of(const process::Rank& rank) noexcept { return spaces.of(rank.number); }
    [[nodiscard]] static bool shares_memory(const process::Rank& rank) noexcept {
        return spaces.of(rank.number) == spaces.of(process::current->number);
    }
    [[nodiscard]] static bool may_copy(const process::Rank& destination, std::size_t bytes) noexcept {
        if (shares_memory(destination)) return Base::may_copy(destination, bytes);
        return bytes <= Base::longest_copy && process::ranks.backlog_bytes > 0;
    }
    [[nodiscard]] bool put(process::Rank& destination, const Envelope& envelope) noexcept {
        if (shares_memory(destination)) return Base::put(destination, envelope);
        char data[Base::longest_copy];
        envelope.storage.gather_to(data);
        Control control = control_for(Kind::eager, process::current->number, destination.number);
        describe(envelope, control);
        send(control, envelope.check, data, envelope.storage.bytes);
        return true;
    }

    // The directory lies in the space of rank 0.
    [[nodiscard]] static int reserve(const process::Directory::Question& question) noexcept {
        process::Rank& self = *process::current;
        if (spaces.of(self.number) == 0) return process::directory.reserve(question);
        return Receiver::of(self).protocol().handshake().ask_directory(question, self);
    }

    bool collect() noexcept {
        const bool any = Base::collect();
        return incoming_.template receive<Check>([](const Control& control, const Check& check,
                                                    const void* data, std::size_t bytes) {
            process::Rank& rank = process::rank(control.to);
            Receiver::of(rank).protocol().handshake().handle(control, check, data, bytes, rank);
        }) || any;
    }

    // ---- by any worker

    // To the rank that the control message names.
    static void send(const Control& control, const Check& check, const void* data = nullptr,
                     std::size_t bytes = 0) noexcept {
        process::Rank& destination = process::rank(control.to);
        of(destination).incoming_.send(control, check, data, bytes);
        destination.worker->rouse();
    }
    [[noreturn, gnu::cold]] static void end_without_memory(std::size_t bytes) noexcept {
        process::report("no memory for a message of %zu bytes from another address space", bytes);
        process::end_run(1);
    }

  private:
    ByteChannel incoming_;
};

} // namespace sartor::channel::split
