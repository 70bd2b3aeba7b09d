// The transport of a split machine: inside an address space that of the host, between two spaces nothing but
// active messages.
#pragma once

#include <string_view>

#include "components/channel/host/active_messages.hpp"
#include "components/channel/host/transport.hpp"
#include "components/channel/split/control.hpp"
#include "components/channel/split/handshake.hpp"
#include "components/channel/split/spaces.hpp"

namespace sartor::channel::split {

// The messages between spaces, as a service of active messages: control messages and data, for the
// handshakes.
template <class Messages>
struct BetweenSpacesService {
    static constexpr std::string_view name = "control messages";
    using Header = ControlMessage<typename Messages::Parcel::envelope_type::check_type>;
    struct Receiver {
        [[nodiscard]] static auto& of(const process::Rank& rank) noexcept {
            return Messages::Receiver::of(rank).protocol().handshake();
        }
    };
};

// One for each worker, which may have ranks of several spaces. What the host's transport does for a rank it
// does only between ranks of one space.
template <class Messages, class... Active>
class Transport
    : public host::WithActiveMessages<host::Transport<Messages>, BetweenSpacesService<Messages>, Active...> {
    using Between = BetweenSpacesService<Messages>;
    using Base = host::WithActiveMessages<host::Transport<Messages>, Between, Active...>;
    using Receiver = typename Messages::Receiver;

  public:
    static constexpr std::string_view name = "split transport";
    using Parcel = typename Messages::Parcel;
    using Envelope = typename Parcel::envelope_type;
    using Check = typename Envelope::check_type;

    struct Types {
        using Communicator = typename Messages::Receiver;
        using Transport = split::Transport<Messages, Active...>;
        using Parcel = typename Messages::Parcel;
        using Sending = typename Parcel::sending_type;
        using Receiving = typename Parcel::receiving_type;
    };
    using Handshake = split::Handshake<Types>;

    Transport(int worker, int workers) noexcept : Base(worker, workers) {
        if (worker == 0) spaces.read();
    }

    [[nodiscard]] static Transport& of(const process::Rank& rank) noexcept {
        return process::transport_of<Transport>(rank);
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
    // Between spaces an eager message: two copies. False without credits; the send then needs a handshake.
    [[nodiscard]] bool put(process::Rank& destination, const Envelope& envelope) noexcept {
        if (shares_memory(destination)) return Base::put(destination, envelope);
        Handshake& own = Receiver::of(*process::current).protocol().handshake();
        if (!own.take_credit(destination.number, envelope.storage.bytes)) return false;
        char data[Base::longest_copy];
        envelope.storage.gather_to(data);
        Control control = control_for(Kind::eager, process::current->number, destination.number);
        describe(envelope, control);
        send_control(control, envelope.check, data, envelope.storage.bytes);
        return true;
    }

    // The directory is in the space of rank 0: other spaces send it a request.
    [[nodiscard]] static int reserve(const process::Directory::Question& question) noexcept {
        process::Rank& self = *process::current;
        if (spaces.of(self.number) == 0) return process::directory.reserve(question);
        return Receiver::of(self).protocol().handshake().ask_directory(question, self);
    }
    // The rank that should reply may be blocked for ever, so the reply is formed in its space on its behalf.
    // Neither request nor reply may hold an address.
    template <class Question, class Answer>
    static void ask(const process::Rank& rank, const Question& question, Answer& answer,
                    void (*show)(const process::Rank&, const Question&, Answer&)) noexcept {
        refuse_addresses(question);
        answer = {}; // behind the end of a text, too
        process::ask(rank, question, answer, show);
        refuse_addresses(answer);
    }

    // ---- by any worker

    // Addresses must not cross between spaces: one in the header ends the run.
    template <class Service>
    static void send(process::Rank& destination, const typename Service::Header& header,
                     const void* data = nullptr, std::size_t bytes = 0, int = 0) noexcept {
        refuse_addresses(header);
        Base::template send<Service>(destination, header, data, bytes);
    }
    // Sends to the rank that the control message names.
    static void send_control(const Control& control, const Check& check, const void* data = nullptr,
                             std::size_t bytes = 0) noexcept {
        send<Between>(process::rank(control.to), {control, check}, data, bytes);
    }
    [[noreturn, gnu::cold]] static void end_without_memory(std::size_t bytes) noexcept {
        process::report("no memory for a message of %zu bytes from another address space", bytes);
        process::end_run(1);
    }
};

} // namespace sartor::channel::split
