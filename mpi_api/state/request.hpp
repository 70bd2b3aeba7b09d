// What an MPI_Request stands for: a send, a receive, one of each (Isendrecv), a collective or a message in
// partitions, once or again and again.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>

#include "components/communicator/flows.hpp"
#include "components/features.hpp"
#include "components/handle_pool.hpp"
#include "components/one_sided/window.hpp"
#include "framework/features.hpp"
#include "framework/slot.hpp"
#include "mpi.h"
#include "mpi_api/state/buffers_in_use.hpp"
#include "mpi_api/state/request_kinds.hpp"

namespace sartor::mpi {

// What a persistent request keeps from one start to the next: the header that a receive expects, since the
// header of the message takes its place.
template <class Types>
struct Persistence {
    typename Types::Receiving::Header expected{}; // arriving headers fill in the receive's own
    bool buffered = false;
};
struct OnceOnly {};

// What kind of request it is, and what has become of it. Eight flags in one word: the most frequent kind is
// recognized by a single comparison.
struct RequestMarks {
    bool sends = false;
    bool receives = false;
    bool null_receive = false; // a receive from MPI_PROC_NULL
    bool persistent = false;
    bool active = true;    // a persistent request is inactive between its completion and its next start
    bool released = false; // MPI_Request_free was called before it was complete
    bool cancelled = false;
    bool shared = false; // stands for all sends that were over at once: never ends
};
static_assert(sizeof(RequestMarks) == sizeof(std::uint64_t));

inline constexpr RequestMarks marks_of_receive{.receives = true};
inline constexpr RequestMarks marks_of_send{.sends = true};

// Which of several threads waits for it: no other one may (MPI-5.0 section 11.6.1), but it may cancel it.
class WaitingThread {
  public:
    static constexpr bool others_cancel = true;
    // False: another thread waits.
    [[nodiscard]] bool begin() noexcept { return !std::exchange(is_there_, true); }
    void end() noexcept { is_there_ = false; }

  private:
    bool is_there_ = false;
};
struct OneThreadWaits {
    static constexpr bool others_cancel = false;
    [[nodiscard, gnu::always_inline]] static constexpr bool begin() noexcept { return true; }
    static constexpr void end() noexcept {}
};

// One side of a partitioned message (point_to_point/messages/partitions.hpp).
template <class Types>
struct Partitions;

// A collective or a partitioned message that continues on a flow of its own, and how it ended.
template <class Types>
struct RequestTask : communicator::Task<Types> {
    int error = MPI_SUCCESS;
    bool seen_complete = false; // this was returned to the program since the last start
};

// An operation that the program itself completes (MPI-5.0 section 13.2).
struct GeneralizedOperation {
    MPI_Grequest_query_function* query = nullptr;
    MPI_Grequest_free_function* free = nullptr;
    MPI_Grequest_cancel_function* cancel = nullptr;
    void* extra_state = nullptr;
    bool complete = false;
};
struct NotGeneralized {};

// Of a request for an access to a file: how many bytes were moved.
struct FileAccess {
    bool used = false;
    std::uint64_t bytes = 0;
};
struct NoFileAccess {};

// The operation behind a handle. Members for kinds of requests that the program does not have take no memory,
// and their tests are constants. Objects keep their address while channels refer to them.
template <class Types>
struct Request : RequestMarks {
    static constexpr bool may_be_generalized = has<typename Types::Features, feature::generalized_requests>;
    static constexpr bool may_access_file = has<typename Types::Features, feature::files>;
    static constexpr bool may_persist = has<typename Types::Features, feature::persistent>;
    static constexpr bool may_be_task = has_tasks<typename Types::Features>;
    static constexpr bool may_be_partitioned = has<typename Types::Features, feature::partitioned>;
    // An operation on a window that is not over when it is called.
    static constexpr bool may_be_one_sided =
        has<typename Types::Features, feature::windows> && !Types::Machine::shares_memory;
    using Kinds = request_kinds::of<Types>;
    using Storage = typename Types::Envelope::storage_type;
    using Kept = select<kept_buffers, typename Types::Features>;
    static constexpr bool has_trivial_receive = std::is_trivially_destructible_v<typename Types::Receiving>;
    struct NoTask {};
    struct NotPartitioned {};
    struct NotOneSided {};
    // Where a schedule chooses, a test need not find at once that the operation is complete; afterwards all
    // do.
    static constexpr bool may_be_put_off = Types::Unexpected::chooses;
    struct PutOff {
        void starts() noexcept { found = false; }
        bool found = false;
    };
    struct NotPutOff {
        static constexpr void starts() noexcept {}
    };

    // For one whose send is made right away, or its receive if that is trivial.
    struct MessageFollows {};

    Request() noexcept { new (&receiving) typename Types::Receiving; }
    explicit Request(MessageFollows) noexcept {
        if constexpr (!has_trivial_receive) new (&receiving) typename Types::Receiving;
    }
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;
    ~Request() {
        using Sending = typename Types::Sending;
        using Receiving = typename Types::Receiving;
        if constexpr (!has_trivial_receive) receiving.~Receiving();
        if constexpr (!std::is_trivially_destructible_v<typename Types::Sending>)
            if (sends) sending.~Sending();
    }

    // What a receive touches comes first.
    [[no_unique_address]] typename Kept::Uses uses;
    MPI_Comm comm = MPI_COMM_WORLD; // whose error handler its errors go to
    union {
        typename Types::Receiving receiving;
    };
    [[no_unique_address]] typename Kept::template Received<Storage> received;
    void* buffer; // memory of a send's own: Isendrecv_replace
    [[no_unique_address]] typename Kept::template Sent<Storage> sent;
    [[no_unique_address]] std::conditional_t<may_persist, Persistence<Types>, OnceOnly> persistence;
    // In memory of the request's own; null when it is no task.
    [[no_unique_address]] std::conditional_t<may_be_task, RequestTask<Types>*, NoTask> task{};
    // A part of the task's memory; null when the message is in one piece.
    [[no_unique_address]] std::conditional_t<may_be_partitioned, Partitions<Types>*, NotPartitioned> parts{};

    [[no_unique_address]] std::conditional_t<may_be_one_sided, one_sided::Ticket, NotOneSided> ticket{};
    [[no_unique_address]] std::conditional_t<may_be_generalized, GeneralizedOperation, NotGeneralized>
        general;
    [[no_unique_address]] std::conditional_t<may_access_file, FileAccess, NoFileAccess> file_access;
    [[no_unique_address]] std::conditional_t<may_be_put_off, PutOff, NotPutOff> tests;
    [[no_unique_address]] std::conditional_t<Types::Callers::many, WaitingThread, OneThreadWaits>
        waiting_thread;
    union {
        typename Types::Sending sending; // when it sends
    };
    [[no_unique_address]] typename Kept::template Rest<Storage> kept_rest;

    // Makes the send, once in a request's life.
    void begin_sending() noexcept {
        new (&sending) typename Types::Sending;
        buffer = nullptr;
        sends = true;
    }

    // Of one that was made just now and only sends, or receives: the marks are stored as one word, as they
    // are read.
    void mark_plain_send() noexcept { set_marks(marks_of_send); }
    void mark_plain_receive() noexcept { set_marks(marks_of_receive); }

    // Whether it is an active receive of MPI_Irecv and nothing else, neither cancelled nor freed: one
    // comparison.
    [[nodiscard]] bool is_plain_receive() const noexcept { return has_marks(marks_of_receive); }
    // The same for sends that have a request of their own.
    [[nodiscard]] bool is_plain_send() const noexcept { return has_marks(marks_of_send); }
    [[nodiscard]] bool is_generalized() const noexcept {
        return by_kind(*this, [](auto kind) { return kind.is_of_program; });
    }
    [[nodiscard]] bool is_task() const noexcept {
        return by_kind(*this, [](auto kind) { return kind.is_task; });
    }
    // A task whose completion was not returned to the program since its last start.
    [[nodiscard]] bool is_task_under_way() const noexcept {
        return is_active() && by_kind(*this, [&](auto kind) { return kind.is_task_under_way(*this); });
    }
    // Of an active request.
    [[nodiscard, gnu::always_inline]] bool is_complete() const noexcept {
        return by_kind(
            *this, [&](auto kind) __attribute__((always_inline)) { return kind.is_complete(*this); });
    }
    // Whether operations still refer to its memory: one under way, or the first message of a partitioned one,
    // which takes its place among its like even if the request is freed before it arrives.
    [[nodiscard]] bool is_in_use() const noexcept {
        return by_kind(*this, [&](auto kind) { return kind.keeps_place(*this); }) ||
               (is_active() && !is_complete());
    }
    // Whether it became complete by what other ranks did: not so by itself or by the program, and not where
    // it was copied at once.
    [[nodiscard]] bool can_be_put_off() const noexcept requires(may_be_put_off) {
        return !tests.found && !shared && !cancelled && !is_generalized() && (sends || receives || is_task());
    }
    // Frees the memory of a task that does not run.
    void free_task() noexcept {
        by_kind(*this, [&](auto kind) { kind.free_memory(*this); });
    }
    // Whether it takes part in waiting and testing.
    [[nodiscard]] bool is_active() const noexcept { return !may_persist || active; }
    // Whether it remains after its completion.
    [[nodiscard]] bool persists() const noexcept { return may_persist && persistent; }

  private:
    void set_marks(const RequestMarks& marks) noexcept {
        const auto word = std::bit_cast<std::uint64_t>(marks);
        std::memcpy(static_cast<void*>(static_cast<RequestMarks*>(this)), &word, sizeof word);
    }
    [[nodiscard]] bool has_marks(const RequestMarks& marks) const noexcept {
        return std::bit_cast<std::uint64_t>(static_cast<const RequestMarks&>(*this)) ==
               std::bit_cast<std::uint64_t>(marks);
    }
};

// The requests of a rank by their handles. Programs without immediate operations have none.
template <class Types>
struct Requests : HandlePool<Request<Types>> {
    static constexpr std::string_view name = "handles of operations under way";

    [[no_unique_address]] typename Request<Types>::Kept::template OfRank<Request<Types>> kept;
};
struct NoRequests {
    static constexpr std::string_view name = absent;
};

} // namespace sartor::mpi
