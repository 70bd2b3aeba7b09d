// Buffers of operations under way, as a component in two forms: programs built with --checked watch them, so
// that no other operation writes them and nothing changes what is sent (MPI-5.0 section 3.7.2). What is kept
// for it is here; the functions of WatchedBuffers are defined in point_to_point/messages/watched_buffers.hpp
// and, for collectives, in collective/buffers/in_use.hpp.
#pragma once

#include "components/envelope/buffer_watch.hpp"
#include "components/features.hpp"
#include "components/process/process.hpp"
#include "framework/select.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/state/memory_in_use.hpp"
#include "mpi_api/state/unfinished_communicator.hpp"
#include "mpi_api/state/watch_turns.hpp"

namespace sartor::mpi {

template <class Program>
class Call;

struct UnwatchedBuffers {
    static constexpr std::string_view name = absent;
    // Parts of each request.
    struct Uses {};
    template <class Storage>
    struct Received {};
    template <class Storage>
    struct Sent {};
    template <class Storage>
    struct Rest {};
    template <class Request>
    struct OfRank {};

    [[nodiscard]] static constexpr const UnfinishedCommunicator* making(const auto&, MPI_Comm) noexcept {
        return nullptr;
    }
    template <class Program, class Data>
    [[nodiscard]] static bool may_use(Call<Program>&, const Data&, bool) noexcept {
        return true;
    }
    template <class Program>
    [[nodiscard]] static bool may_use_in_collective(Call<Program>&, const void*, MPI_Count, MPI_Datatype,
                                                    MPI_Comm, bool) noexcept {
        return true;
    }
    template <class Program, class Request>
    [[nodiscard]] static bool may_start(Call<Program>&, Request&) noexcept {
        return true;
    }
    template <class Program, class Request>
    [[nodiscard]] static bool may_start_sending(Call<Program>&, Request&) noexcept {
        return true;
    }
    template <class Program, class Request>
    [[nodiscard]] static bool may_start_receiving(Call<Program>&, Request&) noexcept {
        return true;
    }
    template <class Program, class Request>
    static void receive_has_started(Call<Program>&, Request&) noexcept {}
    template <class Program, class Request>
    static void begin_collective(Call<Program>&, Request*) noexcept {}
    template <class Program, class Request>
    static void begin_making(Call<Program>&, Request&, MPI_Comm) noexcept {}
    template <class Program, class Request>
    static void stop_use(Call<Program>&, Request&) noexcept {}
    template <class Program, class Request>
    [[nodiscard]] static int end_use(Call<Program>&, Request&) noexcept {
        return MPI_SUCCESS;
    }
    template <class Program, class Request>
    [[nodiscard]] static int end_use_of_receive(Call<Program>&, Request&) noexcept {
        return MPI_SUCCESS;
    }
    template <class Program, class Request>
    [[nodiscard]] static int end_use_of_send(Call<Program>&, Request&) noexcept {
        return MPI_SUCCESS;
    }
};

struct WatchedBuffers {
    static constexpr std::string_view name = "watched while they are in use";
    using Uses = UsesOfRequest;
    template <class Storage>
    using Received = BufferInUse<Storage>;
    template <class Storage>
    using Sent = SentBuffer<Storage>;
    // What few use: storages of collectives' buffers, a communicator that is made.
    template <class Storage>
    struct Rest {
        internal::CopyOfStorage<Storage> copies[2];
        UnfinishedCommunicator unfinished;
    };
    template <class Request>
    struct OfRank {
        MemoryInUse<typename Request::Storage> memory;
        WatchTurns turns;
        int unfinished = 0;          // requests that make a communicator
        Request* starting = nullptr; // the collective that begins now: its buffers are noted in it
    };

    // What makes this communicator, if it is under way. O(1) when nothing makes any, otherwise O(requests).
    template <class Requests>
    [[nodiscard]] static const UnfinishedCommunicator* making(const Requests& requests,
                                                              MPI_Comm comm) noexcept {
        const UnfinishedCommunicator* found = nullptr;
        if (requests.watch.unfinished != 0)
            requests.for_each([&](const auto& request) {
                if (request.uses.makes_communicator && request.watch_rest.unfinished.comm == comm)
                    found = &request.watch_rest.unfinished;
            });
        return found;
    }
    // A blocking operation may read these data, or write them; MPI_ERR_BUFFER, MPI_ERR_TYPE.
    template <class Program, class Data>
    [[nodiscard]] static bool may_use(Call<Program>& call, const Data& data, bool is_written) noexcept;
    // Whether the next immediate operation is not watched (watch_turns.hpp). pass_over() counts it then, in
    // place of may_start_sending().
    template <class Program>
    [[nodiscard]] static bool passes_over_next(Call<Program>& call) noexcept {
        return call.state().requests.watch.turns.passes_over_next();
    }
    template <class Program>
    static void pass_over(Call<Program>& call) noexcept {
        call.state().requests.watch.turns.pass_over();
    }
    // The same as may_use() for a collective that begins now, and for the data of a request that is prepared.
    // Both note that the buffer is in use from here on.
    template <class Program>
    [[nodiscard]] static bool may_use_in_collective(Call<Program>& call, const void* buffer, MPI_Count count,
                                                    MPI_Datatype type, MPI_Comm comm,
                                                    bool is_written) noexcept;
    template <class Program, class Request>
    [[nodiscard]] static bool may_start(Call<Program>& call, Request& request) noexcept;
    // The same for one that only sends, or receives.
    template <class Program, class Request>
    [[nodiscard]] static bool may_start_sending(Call<Program>& call, Request& request) noexcept;
    template <class Program, class Request>
    [[nodiscard]] static bool may_start_receiving(Call<Program>& call, Request& request) noexcept;
    // A receive has been started. Its message may have come already.
    template <class Program, class Request>
    [[gnu::always_inline]] static void receive_has_started(Call<Program>& call, Request& request) noexcept {
        if (request.uses.received) [[likely]]
            request.receiving.transit.watch.has_started(request.receiving,
                                                        call.state().communicator.filling());
    }
    // The buffers of the collective that begins now are noted in this request; null: none begins.
    template <class Program, class Request>
    static void begin_collective(Call<Program>& call, Request* request) noexcept {
        call.state().requests.watch.starting = request;
    }
    // The communicator that a request makes is the program's when it is complete.
    template <class Program, class Request>
    static void begin_making(Call<Program>& call, Request& request, MPI_Comm comm) noexcept;
    // Its buffers, or the communicator that it has made, are the program's again.
    template <class Program, class Request>
    static void stop_use(Call<Program>& call, Request& request) noexcept;
    // A complete request is about to end: what it has sent is what was there when it started, and the program
    // has not written what it receives. MPI_ERR_BUFFER.
    template <class Program, class Request>
    [[nodiscard]] static int end_use(Call<Program>& call, Request& request) noexcept;
    // The same for requests that are nothing else than a receive, or a send. Their buffers are in use but for
    // those of MPI_Imrecv, MPI_Ibsend and the like.
    template <class Program, class Request>
    [[nodiscard]] static int end_use_of_receive(Call<Program>& call, Request& request) noexcept;
    template <class Program, class Request>
    [[nodiscard]] static int end_use_of_send(Call<Program>& call, Request& request) noexcept;
};

using buffer_watches =
    family<when_all<WatchedBuffers, feature::checked, feature::immediate>, otherwise<UnwatchedBuffers>>;

} // namespace sartor::mpi
