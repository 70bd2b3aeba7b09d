// A model checker for lock-free code: runs a small program of a few threads in every order in which their
// atomic accesses can follow each other. Threads are fibers that hand control on before each access.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/scheduler/context.hpp"

namespace sartor::test {

#if defined(SARTOR_ADDRESS_SANITIZER) || defined(SARTOR_THREAD_SANITIZER)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

// Depth first, by running the program again from its beginning. The accesses happen one after the other (a
// sequentially consistent memory), or stores come later, as on x86: each thread's stores wait in a buffer of
// its own, the oldest leaves it first, at any time; its own loads find them there; exchanges, sequentially
// consistent stores and fences come after them (Sewell and others, x86-TSO: A Rigorous and Usable
// Programmer's Model, 2010). Or they leave it in any order, as on Arm: those to one address in theirs, and a
// release store after all before it. Loads are made in the order of the program: Arm makes them earlier, too,
// up to the last acquire. That weaker orders suffice where they are given is checked by vector clocks: a
// plain access (see Watched) that no release and acquire separate from another thread's is an error. Of
// orders that differ only in neighbouring accesses that don't touch each other one is enough (sleep sets:
// Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, 1996); what else threads share
// must lie in atomics, then.
//
// With a limit to how often a thread is left that could go on (Musuvathi and Qadeer, Iterative Context
// Bounding, 2007) all orders within the limit are run; a store that waits in an empty buffer counts as one
// more.
class Interleavings {
  public:
    static constexpr int most_threads = 4;
    static constexpr int most_accesses = 100'000; // in one run

    enum class Memory : std::uint8_t { sequential, store_buffers, unordered_stores };

    static constexpr int unlimited = -1;
    // For explorations of a million runs, which take minutes under a sanitizer: one less there. All orders
    // are run elsewhere, and what it looks for is in the accesses, not in their order.
    static constexpr int limit(int usual) { return is_sanitized ? usual - 1 : usual; }
    explicit Interleavings(int most_preemptions = unlimited, Memory memory = Memory::sequential)
        : most_preemptions_(most_preemptions), memory_(memory) {}
    Interleavings(const Interleavings&) = delete;
    Interleavings& operator=(const Interleavings&) = delete;
    ~Interleavings();

    // set_up() before each run, check() after it. Ends with the first error; its text, or nothing.
    std::string explore(std::function<void()> set_up, std::vector<std::function<void()>> threads,
                        std::function<void()> check);
    // Runs, and how many of them were like others from some access on.
    [[nodiscard]] std::int64_t explored() const { return explored_; }
    [[nodiscard]] std::int64_t cut_off() const { return cut_off_; }

    // ---- for the threads and what they run

    // The explorer whose threads run; null outside of them.
    static inline Interleavings* active = nullptr;

    // Ends the exploration when the condition does not hold.
    void expect(bool condition, const char* what);

    // A thread that found nothing goes on after another one has changed something since `changes` was read.
    [[nodiscard]] std::int64_t changes() const;
    void wait_for_change(std::int64_t since);
    // The same since its last load.
    void pause();
    // Sleeps if the value is what it was expected to be (both in one access), until wake() by another thread.
    template <class Atomic, class T>
    void park(const Atomic& address, T expected) {
        fence();
        before_access(&address, false);
        if (static_cast<T>(address.peek()) == expected) park_at(&address);
    }
    // At most so many of those that sleep there, in all choices.
    void wake(const void* address, int most = most_threads);

    // Stores of this thread come before what follows; stores of all threads do.
    void fence();
    void fence_all();

    // Whether a store waits in the thread's buffer, which is the end of it; the newest store to that address
    // there, null when there is none.
    [[nodiscard]] bool put_aside(void* address, const void* value, std::size_t bytes,
                                 std::memory_order order);
    [[nodiscard]] const void* own_store(const void* address);

    // Before and after each access to an atomic.
    void before_access(const void* address, bool writes);
    void loaded(const void* address, std::memory_order order);
    void stored(const void* address, std::memory_order order, bool changed);
    void exchanged(const void* address, std::memory_order order, bool changed);
    // Plain accesses.
    void read(const void* address);
    void written(const void* address);

  private:
    enum class Phase : std::uint8_t { ready, waiting, parked, fencing, ended };
    struct Clock {
        std::uint32_t of[most_threads] = {};
        void join(const Clock& other);
    };
    // What a thread does next; without an address: it may be anything.
    struct Access {
        const void* address = nullptr;
        bool writes = true;
        [[nodiscard]] bool touches(const Access& other) const;
    };
    // A store that waits.
    struct Pending {
        void* address;
        char value[8];
        std::size_t bytes;
        Clock released;
        bool releases;
    };
    struct Thread {
        Interleavings* explorer = nullptr;
        std::function<void()> body;
        process::Context context;
        Phase phase = Phase::ready;
        Access next;
        const void* parked_at = nullptr;
        std::int64_t own_changes = 0;
        std::int64_t seen_changes = 0; // by others, at its last load
        Clock clock;
        std::deque<Pending> buffer;
    };
    struct Location {
        const void* address;
        Clock released;        // of an atomic: what who acquires it learns
        Clock reads;           // of plain data: when each thread read it
        int writer = -1;       // and who wrote it last
        std::uint32_t written; // when
    };
    struct Choice {
        int chosen;
        int count;
    };

    static void run_thread(void* thread);
    void park_at(const void* address);
    void run_once();
    void start_all();
    void go_on();
    void switch_to(int thread);
    void change(Thread& by);
    void write_out(Thread& thread, std::size_t store);
    [[nodiscard]] std::vector<std::size_t> stores_that_may_leave(const Thread& thread) const;
    [[nodiscard]] Access next_of(int number) const;
    [[nodiscard]] bool matters(const Thread& thread) const;
    [[nodiscard]] bool is_running(const Thread& thread) const;
    int decide(int count);
    void fail(const char* what);
    struct Ready {
        int numbers[2 * most_threads]; // of threads; most_threads more: of their buffers
        int count = 0;
        int without_leaving = 0; // the first of them
        void add(int number) { numbers[count++] = number; }
    };
    void list_buffers(Ready& ready) const;
    [[nodiscard]] Ready list_ready(bool leaving) const;
    int choose(const int* numbers, int count);
    void put_to_sleep(const int* explored, int count, int chosen);
    [[nodiscard]] bool may_leave() const;
    bool advance();
    Thread& thread(int number) const { return *threads_[static_cast<std::size_t>(number)]; }
    Thread& self() const { return thread(current_); }
    Location& location_of(const void* address);

    int most_preemptions_;
    Memory memory_;
    std::vector<std::unique_ptr<Thread>> threads_;
    process::Context main_;
    std::vector<Choice> path_; // of the run under way, and where the next one leaves it
    std::vector<Location> locations_;
    std::size_t depth_ = 0;
    int current_ = -1;
    int preemptions_ = 0;
    int accesses_ = 0;
    unsigned asleep_ = 0; // threads and buffers whose next access was explored from here already, as bits
    bool starting_ = false;
    bool redundant_ = false; // this run's end is known
    std::int64_t changes_ = 0;
    std::int64_t explored_ = 0;
    std::int64_t cut_off_ = 0;
    std::string error_;
};

} // namespace sartor::test
