// Locks of parts, and epochs between groups (MPI-5.0 sections 12.5.2 and 12.5.3).
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "components/library_memory.hpp"
#include "components/one_sided/initiator.hpp"
#include "components/one_sided/messages.hpp"
#include "components/one_sided/rank_lock.hpp"
#include "components/one_sided/sending.hpp"
#include "components/one_sided/spin_lock.hpp"
#include "components/one_sided/window.hpp"
#include "runtime/process.hpp"
#include "runtime/schedules/choices.hpp"

namespace sartor::one_sided {

// Ranks of the window under their numbers there and in the process. `Types`: see engine.hpp.
template <class Types>
class Synchronization {
  public:
    // Returns when the lock of a rank's part is held: at once or after the holders before. By messages one
    // round trip.
    static void lock(Window& window, int rank, int process_rank, bool exclusive) noexcept {
        Window* const theirs = Sending::near(window, rank);
        if (theirs == nullptr) return lock_far(window, process_rank, exclusive);
        if constexpr (Types::chooses) return lock_by_choice(*theirs, process_rank, exclusive);
        LockRequest request;
        request.rank = process::current->number;
        request.exclusive = exclusive;
        theirs->guard.lock();
        const bool granted = theirs->lock.request(request);
        theirs->guard.unlock();
        if (!granted)
            Sending::communicator().wait_until(
                [&] { return request.granted.load(std::memory_order_acquire); });
    }
    // Before an update of a part's memory, where a schedule chooses: `has_order` unless it makes no
    // difference which of several ranks updates the same place first.
    static void await_turn_to_update([[maybe_unused]] int process_rank, [[maybe_unused]] const void* place,
                                     [[maybe_unused]] bool has_order) noexcept {
        if constexpr (Types::chooses) {
            process::choices::Wish wish;
            wish.kind = process::choices::Kind::update;
            wish.place = place;
            wish.owner = &process::rank(process_rank);
            wish.has_order = has_order;
            Sending::communicator().await(wish);
        }
    }
    // A lock that is released by a message is released after the operations before it, and is waited for like
    // these.
    static void unlock(Window& window, int rank, int process_rank, bool exclusive) noexcept {
        Window* const theirs = Sending::near(window, rank);
        if (theirs == nullptr) {
            Header header = Sending::header_for(window, Kind::unlock);
            header.exclusive = exclusive;
            return Initiator<Types>::post_counted(window, {rank, process_rank}, header);
        }
        release(*theirs, exclusive);
    }
    // A rank has failed that waits for the lock of another one's part, or has just got it. Memory is shared.
    // Where a schedule chooses, it waits elsewhere and has nothing.
    static void abandon_lock(Window& window, int rank, int failed) noexcept {
        if constexpr (Types::chooses) return;
        Window& theirs = *Sending::near(window, rank);
        theirs.guard.lock();
        const bool waited = theirs.lock.withdraw(failed);
        const bool exclusive = theirs.lock.is_held_as(true);
        theirs.guard.unlock();
        if (!waited) release(theirs, exclusive);
    }
    // Whether a rank has exposed its part to this one, which has not called start().
    [[nodiscard]] static bool is_exposed(Window& window, int rank_of_window) noexcept {
        const SpinGuard guard(window.guard);
        const Post* post = window.posts;
        while (post != nullptr && post->rank != rank_of_window) post = post->next;
        return post != nullptr;
    }
    // For reports: the rank that holds the lock of another one's part; -1: not known. It is looked for where
    // that rank's memory is.
    [[nodiscard]] static int holder(const Window& window, const process::Rank& owner) noexcept {
        std::int32_t reply = 0;
        Types::Transport::query_rank(owner, std::int32_t{window.context}, reply, &show_holder);
        return reply - 1;
    }

    // Exposes the own part to a rank, which may then start(). False: no memory.
    [[nodiscard]] static bool post(Window& window, int rank, int process_rank) noexcept {
        Window* const theirs = Sending::near(window, rank);
        if (theirs == nullptr) {
            Sending::send(process_rank, Sending::header_for(window, Kind::post));
            return true;
        }
        if (!add_post(*theirs, window.rank)) return false;
        Sending::wake(process::rank(process_rank));
        return true;
    }
    // Returns when a rank has exposed its part to this one.
    static void start(Window& window, int rank) noexcept {
        Sending::communicator().wait_until([&] { return take_post(window, rank); });
    }
    static void complete(Window& window, int rank, int process_rank) noexcept {
        Window* const theirs = Sending::near(window, rank);
        if (theirs == nullptr)
            return Sending::send(process_rank, Sending::header_for(window, Kind::complete));
        theirs->completed.fetch_add(1, std::memory_order_release);
        Sending::wake(process::rank(process_rank));
    }
    // Whether so many ranks have completed their access to this one's part; its exposure ends then.
    [[nodiscard]] static bool try_end_exposure(Window& window, int accesses) noexcept {
        if (window.completed.load(std::memory_order_acquire) < accesses) return false;
        window.completed.fetch_sub(accesses, std::memory_order_relaxed);
        return true;
    }
    [[nodiscard]] static int completed_accesses(const Window& window) noexcept {
        return window.completed.load(std::memory_order_acquire);
    }
    static void wait_for_end_of_exposure(Window& window, int accesses) noexcept {
        Sending::communicator().wait_until([&] { return try_end_exposure(window, accesses); });
    }

    // ---- at the origin, in a handler
    static void take_grant(Window& window, const Header& header) noexcept {
        for (AwaitedLock* one = window.awaited; one != nullptr; one = one->next)
            if (one->rank == header.from) one->is_granted = true;
    }

    // ---- at the target, in a handler

    // Grants are sent when the guard is free, since a message may let other ranks of a chip run first.
    static void release(Window& window, bool exclusive) noexcept {
        LockRequest* granted = nullptr;
        LockRequest** end = &granted;
        {
            const SpinGuard guard(window.guard);
            window.lock.release(exclusive, [&](LockRequest& request) {
                request.next = nullptr;
                *end = &request;
                end = &request.next;
            });
        }
        while (granted != nullptr) grant(window, *std::exchange(granted, granted->next));
    }
    static void take_lock_request(Window& window, const Header& header) noexcept {
        void* memory = allocate_for_library(sizeof(LockRequest));
        if (memory == nullptr) process::end_without_memory("a one-sided operation");
        auto* request = new (memory) LockRequest;
        request->rank = header.from;
        request->exclusive = header.exclusive;
        request->is_message = true;
        {
            const SpinGuard guard(window.guard);
            if (!window.lock.request(*request)) return;
        }
        std::free(request);
        send_grant(window, header.from);
    }

    [[nodiscard]] static bool add_post(Window& window, int rank) noexcept {
        auto* post = static_cast<Post*>(allocate_for_library(sizeof(Post)));
        if (post == nullptr) return false;
        const SpinGuard guard(window.guard);
        *post = {window.posts, rank};
        window.posts = post;
        return true;
    }
    [[nodiscard]] static bool take_post(Window& window, int rank) noexcept {
        const SpinGuard guard(window.guard);
        Post** link = &window.posts;
        while (*link != nullptr && (*link)->rank != rank) link = &(*link)->next;
        if (*link == nullptr) return false;
        std::free(std::exchange(*link, (*link)->next));
        return true;
    }

  private:
    using Sending = one_sided::Sending<Types>;

    // The holder's number and one more; 0: nobody, which is also what an absent answer is.
    static void show_holder(const process::Rank& owner, const std::int32_t& context,
                            std::int32_t& reply) noexcept {
        Window* const window = process::state_of<typename Types::State>(owner).one_sided.find(context);
        if (window == nullptr) return;
        const SpinGuard guard(window->guard);
        reply = window->lock.holder() + 1;
    }

    // All ranks of such a run are on one worker.
    static void lock_by_choice(Window& theirs, int process_rank, bool exclusive) noexcept {
        using process::choices::Wish;
        struct ForLock : Wish {
            RankLock* rank_lock;
            LockRequest request;
        } wish;
        wish.place = wish.rank_lock = &theirs.lock;
        wish.owner = &process::rank(process_rank);
        wish.has_order = wish.request.exclusive = exclusive;
        wish.request.rank = process::current->number;
        wish.is_free = [](const Wish& one) noexcept {
            const auto& own = static_cast<const ForLock&>(one);
            return own.rank_lock->is_free_for(own.request.exclusive);
        };
        wish.take = [](Wish& one) noexcept {
            auto& own = static_cast<ForLock&>(one);
            static_cast<void>(own.rank_lock->request(own.request));
        };
        Sending::communicator().await(wish);
    }

    static void lock_far(Window& window, int rank, bool exclusive) noexcept {
        Header header = Sending::header_for(window, Kind::lock);
        header.exclusive = exclusive;
        AwaitedLock awaited{window.awaited, rank, false};
        window.awaited = &awaited;
        Sending::send(rank, header);
        Sending::communicator().wait_until([&] { return awaited.is_granted; });
        AwaitedLock** link = &window.awaited;
        while (*link != &awaited) link = &(*link)->next;
        *link = awaited.next;
    }

    static void grant(const Window& window, LockRequest& request) noexcept {
        process::Rank& rank = process::rank(request.rank);
        if (request.is_message) {
            std::free(&request);
            return send_grant(window, rank.number);
        }
        request.granted.store(true, std::memory_order_release);
        Sending::wake(rank);
    }
    static void send_grant(const Window& window, int rank) noexcept {
        Header header;
        header.kind = Kind::granted;
        header.context = window.context;
        header.from = window.owner;
        Sending::send(rank, header, nullptr, 0, window.owner);
    }
};

} // namespace sartor::one_sided
