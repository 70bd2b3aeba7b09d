// What is kept of the buffers of operations under way in programs built with --checked: parts of each request
// and of the rank. aspects/call/checked/watched_buffers.hpp uses them.
#pragma once

#include "components/envelope/buffer_watch.hpp"
#include "components/features.hpp"
#include "framework/select.hpp"
#include "mpi_api/state/memory_in_use.hpp"
#include "mpi_api/state/unfinished_communicator.hpp"
#include "mpi_api/state/watch_turns.hpp"

namespace sartor::mpi {

struct NoBuffersKept {
    struct Uses {};
    template <class Storage>
    struct Received {};
    template <class Storage>
    struct Sent {};
    template <class Storage>
    struct Rest {};
    template <class Request>
    struct OfRank {};
};

struct BuffersKept {
    using Uses = UsesOfRequest;
    template <class Storage>
    using Received = BufferInUse<Storage>;
    template <class Storage>
    using Sent = SentBuffer<Storage>;
    // What few use: storages of collectives' buffers, a communicator that is made.
    template <class Storage>
    struct Rest {
        internal::CopyOfStorage<Storage> copies[2];
        // Of one that is an operation on a window: that, and the rank of the window.
        const void* window = nullptr;
        int target = 0;
        UnfinishedCommunicator unfinished;
    };
    template <class Request>
    struct OfRank {
        MemoryInUse<typename Request::Storage> memory;
        WatchTurns turns;
        int unfinished = 0;          // requests that make a communicator
        Request* starting = nullptr; // the collective that begins now: its buffers are noted in it
    };
};

using kept_buffers =
    family<when_all<BuffersKept, feature::checked, feature::immediate>, otherwise<NoBuffersKept>>;

} // namespace sartor::mpi
