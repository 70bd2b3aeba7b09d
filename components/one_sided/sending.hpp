// What the parts of the engine send, and how ranks are woken.
#pragma once

#include <cstddef>

#include "components/one_sided/messages.hpp"
#include "components/one_sided/window.hpp"
#include "runtime/process.hpp"
#include "transports/service.hpp"
#include "transports/transport.hpp"

namespace sartor::one_sided {

// A rank by its numbers in the window and in the process.
struct Peer {
    int in_window;
    int in_process;
};

// `Types`: see engine.hpp.
template <class Types>
struct Sending {
    using Transport = typename Types::Transport;
    using Service = one_sided::Service<typename Types::State>;
    // Whether some ranks can be reached by messages alone.
    static constexpr bool has_far = channel::CarryingTransport<Transport, Service>;

    [[nodiscard]] static auto& communicator() noexcept {
        return process::state_of<typename Types::State>(*process::current).communicator;
    }
    static void wake(process::Rank& rank) noexcept {
        if constexpr (channel::TimedTransport<Transport>)
            Transport::wake_at_once(rank);
        else
            process::wake(rank);
    }
    [[nodiscard]] static Header header_for(const Window& window, Kind kind) noexcept {
        Header header;
        header.kind = kind;
        header.from = window.owner;
        header.context = window.context;
        header.rank = window.rank;
        return header;
    }
    static void send(int rank, const Header& header, const void* data = nullptr, std::size_t bytes = 0,
                     int from = process::current->number) noexcept {
        if constexpr (has_far)
            Transport::template send<Service>(process::rank(rank), header, data, bytes, from);
    }

    // The part of a rank whose memory this one may load and store; null for others. In virtual time only the
    // own one: what happens at others happens when a message has arrived there.
    [[nodiscard]] static Window* near(Window& window, int rank) noexcept {
        if constexpr (channel::TimedTransport<Transport>)
            return rank == window.rank ? &window : nullptr;
        else
            return window.board->parts[rank];
    }
};

} // namespace sartor::one_sided
