// How many threads of a rank may call the communicator at a time: a component in two forms.
#pragma once

#include <pthread.h>
#include <string_view>

#include "components/process/process.hpp"
#include "components/process/threads/critical_section.hpp"

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

  private:
    pthread_t main_{};
};

} // namespace sartor::communicator
