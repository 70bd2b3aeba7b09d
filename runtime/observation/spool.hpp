// Where the events of a worker's ranks are kept: in parts of fixed size. The first ones of a run stay in
// memory; then there are two for each worker, and a thread that writes one to a file while the other is
// filled.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "runtime/observation/event_code.hpp"
#include "runtime/scheduler/atomics.hpp"
#include "runtime/scheduler/event_count.hpp"

namespace sartor::observation {

// Of one worker. push() is called on it; a rank whose worker has filled both parts waits until one is
// written. When the limit of the trace is reached, events are counted and not kept.
class alignas(process::line_pair) Spool {
  public:
    static constexpr std::size_t part_units = std::size_t{16} << 10;
    static constexpr std::int64_t part_bytes = part_units * sizeof(EventUnit); // 256 KiB

    // `parts`: memory for two.
    void open(int worker, EventUnit* parts) noexcept;
    [[gnu::always_inline]] void push(const Event& event) noexcept {
        EventUnit* const place = room();
        next_.store(encoder_.write(event, place), std::memory_order_release);
    }
    // The same of a call; `usual` is of its rank and site.
    [[gnu::always_inline]] void push_call(Event call, UsualCall& usual) noexcept {
        EventUnit* const place = room();
        next_.store(encoder_.write_call(call, usual, place), std::memory_order_release);
    }

    [[nodiscard]] int worker() const noexcept { return worker_; }

    // Messages that the ranks of the worker have sent and received, and that wait for their receives: read
    // by all workers.
    struct Counts {
        std::atomic<std::int64_t> sent{0};
        std::atomic<std::int64_t> received{0};
        std::atomic<std::int64_t> unexpected{0};
    };
    Counts counts;
    Ticks next_sample = 0;

  private:
    friend class SpoolFile;
    [[gnu::always_inline]] EventUnit* room() noexcept {
        if (next_.load(std::memory_order_relaxed) > last_) [[unlikely]]
            turn();
        return next_.load(std::memory_order_relaxed);
    }
    [[gnu::cold, gnu::noinline]] void turn() noexcept;
    [[nodiscard]] EventUnit* part(int number) const noexcept { return parts_ + part_units * number; }
    void fill(EventUnit* part) noexcept;

    EventUnit* parts_ = nullptr;              // two
    std::atomic<EventUnit*> filled_{nullptr}; // the part that is filled: of these, or
                                              // one that stays in memory
    std::atomic<EventUnit*> next_{nullptr};
    EventUnit* last_ = nullptr; // behind which no event has room
    EventEncoder encoder_;
    int worker_ = 0;
    int filling_ = 0;
    bool drops_ = false; // the part that is filled will not be written
    std::int64_t lost_ = 0;
    std::atomic<bool> full_{false}; // the other part is to be written
    process::EventCount<> written_; // parts
};

// The file of all workers, which has no name and is gone with the process.
class SpoolFile {
  public:
    // In the folder of the file `beside`; of at most `limit` bytes, of which the first `in_memory` bytes, in
    // whole parts, stay in memory. False, with errno set, when it can't be made.
    [[nodiscard]] bool open(const char* beside, std::int64_t limit, std::int64_t in_memory,
                            int workers) noexcept;
    [[nodiscard]] Spool& of_worker(int worker) noexcept { return spools_[worker]; }
    [[nodiscard]] int workers() const noexcept { return workers_; }

    // Ends writing, and calls visit(object, event) for all that was kept, of each rank in the order of time.
    // May be called while workers go on, and again.
    void read(void (*visit)(void* object, const Event& event), void* object) noexcept;
    [[nodiscard]] std::int64_t lost() const noexcept;
    // 0, or the errno of what could not be written.
    [[nodiscard]] int error() const noexcept { return error_.load(std::memory_order_relaxed); }

  private:
    friend class Spool;
    static void* serve(void* self) noexcept;
    bool write_full() noexcept;
    void write_part(Spool& spool) noexcept;
    void hand_over(Spool& spool) noexcept;
    [[nodiscard]] EventUnit* take_kept() noexcept;
    [[nodiscard]] bool is_kept(const EventUnit* part) const noexcept {
        return part >= kept_ && part < kept_ + static_cast<std::size_t>(most_kept_) * Spool::part_units;
    }
    [[nodiscard]] int count_kept() const noexcept {
        const int taken = taken_.load(std::memory_order_acquire);
        return taken < most_kept_ ? taken : most_kept_;
    }
    void end_writing() noexcept;
    template <class Read>
    void read_parts(const Read& read) noexcept;
    [[nodiscard]] bool is_full() const noexcept {
        const std::int64_t kept = std::int64_t{count_kept()} * Spool::part_bytes;
        return written_.load(std::memory_order_relaxed) + kept >= limit_ || error() != 0;
    }
    // How far a part is filled. Of one whose worker goes on to another one at this moment, it is not known.
    [[nodiscard]] std::size_t units_of(const EventUnit* part) const noexcept;

    Spool* spools_ = nullptr;
    int workers_ = 0;
    int most_kept_ = 0;         // parts that stay in memory:
    EventUnit* kept_ = nullptr; // these; what is not touched takes none
    std::atomic<int> taken_{0}; // of them, also in vain
    int file_ = -1;
    EventUnit* part_read_ = nullptr;
    UsualCall* usual_ = nullptr; // of all ranks and sites, for reading; nearly all of it is never touched
    bool threaded_ = false;
    pthread_t thread_{};
    std::int64_t limit_ = 0;
    std::atomic<std::int64_t> written_{0};
    process::EventCount<> wanted_; // parts that are to be written
    std::atomic<bool> stop_{false};
    std::atomic<int> error_{0};
};
extern SpoolFile spool_file;

} // namespace sartor::observation
