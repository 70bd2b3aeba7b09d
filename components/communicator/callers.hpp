// How many threads of a rank may call the communicator at a time: a component in two forms.
#pragma once

#include <pthread.h>
#include <string_view>
#include <utility>

#include "runtime/process.hpp"
#include "runtime/scheduler/worker.hpp"
#include "runtime/threads/critical_section.hpp"

namespace sartor::communicator {

// One thread at a time: MPI_THREAD_SERIALIZED and below. No state, no code.
struct OneCaller {
    static constexpr std::string_view name = "one thread of a rank";
    static constexpr bool many = false;

    // An object for the duration of a call.
    struct Inside {
        Inside() noexcept = default;
        explicit Inside(process::Rank&) noexcept {}
    };

    // Called before the rank runs. False: no memory.
    static bool prepare(process::Rank&) noexcept { return true; }
    // Called when the rank begins to communicate, on its main thread. `at_once`: others may call at the same
    // time.
    static void begin(bool) noexcept {}
    // Whether this is the thread that called begin().
    [[nodiscard]] static bool is_main() noexcept { return process::on_main_thread(); }

    // Nobody calls while the rank waits, or gives way (Progress): nothing was done.
    template <class P, class Condition>
    [[nodiscard]] static bool wait_beside_others(P&, const Condition&, process::Backoff&) noexcept {
        return false;
    }
    template <class P>
    [[nodiscard]] static bool let_others_call(P&) noexcept {
        return false;
    }
    // The calling thread begins and ends to continue a flow.
    static void enter_flow() noexcept {}
    static void leave_flow() noexcept {}
};

// Any number of threads (MPI_THREAD_MULTIPLE), unless begin() is called for threads that take turns. Requires
// that the rank's worker has no other rank: process::any_thread_may_call(). Costs a lock and an unlock for
// each call.
class ManyCallers {
  public:
    static constexpr std::string_view name = "any threads of a rank";
    static constexpr bool many = true;

    // The critical section of the rank, from the entry of a call to its end.
    class Inside {
      public:
        Inside() noexcept = default; // in a call that is inside already
        explicit Inside(process::Rank& rank) noexcept : section_(rank.critical_section) {
            if (section_ != nullptr) section_->enter();
        }
        ~Inside() {
            if (section_ != nullptr) section_->leave();
        }
        // The copy belongs to a call that continues on a flow, inside of other calls.
        Inside(const Inside&) noexcept {}
        Inside& operator=(const Inside&) = delete;

      private:
        process::CriticalSection* section_ = nullptr;
    };

    // In a program without such threads nothing is prepared.
    [[nodiscard]] static bool prepare(process::Rank& rank) noexcept {
        return !process::any_thread_may_call() || process::let_threads_call_at_once(rank);
    }
    void begin(bool at_once) noexcept {
        main_ = pthread_self();
        if (!at_once) process::current->critical_section = nullptr;
    }
    [[nodiscard]] bool is_main() const noexcept { return pthread_equal(main_, pthread_self()) != 0; }

    // One of several threads of the rank waits: others call meanwhile. On the flow of an operation under way
    // the program continues. False: the threads take turns, and nothing was done.
    template <class P, class Condition>
    [[nodiscard]] static bool wait_beside_others(P& progress, const Condition& condition,
                                                 process::Backoff& backoff) noexcept {
        process::CriticalSection* const section = process::current->critical_section;
        if (section == nullptr) return false;
        while (!condition()) {
            progress.renew_budget();
            if (progress.progress()) continue;
            if (!progress.flows_.on_main())
                progress.flows_.wait(condition, backoff);
            else if (found_beside_others(progress, *section, condition))
                break;
        }
        return true;
    }
    // Nothing on the flow of an operation, which another thread must not meet half-way.
    template <class P>
    [[nodiscard]] static bool let_others_call(P& progress) noexcept {
        process::CriticalSection* const section = process::current->critical_section;
        if (section == nullptr) return false;
        if (!progress.flows_.on_main()) return true;
        [[maybe_unused]] const auto call = progress.observer_.set_aside();
        section->give_way();
        progress.observer_.take_up(call);
        return true;
    }
    static void enter_flow() noexcept { ++process::caller.flows; }
    static void leave_flow() noexcept { --process::caller.flows; }

  private:
    // What this thread waits for is shown when others don't call.
    template <class P, class Condition>
    [[nodiscard]] static bool found_beside_others(P& progress, process::CriticalSection& section,
                                                  const Condition& condition) noexcept {
        const auto own = std::exchange(progress.waiting_, {});
        [[maybe_unused]] const auto call = progress.observer_.set_aside();
        const auto task = progress.flows_.exchange_awaited(nullptr);
        const auto show = [&] {
            progress.waiting_ = own;
            progress.flows_.exchange_awaited(task);
        };
        const bool found = section.wait(condition, progress.flows_, show);
        show();
        progress.observer_.take_up(call);
        return found;
    }

    pthread_t main_{};
};

} // namespace sartor::communicator
