#include "runtime/observation/spool.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/observation/call_sites.hpp"
#include "runtime/observation/memory.hpp"
#include "runtime/observation/recorded.hpp"
#include "runtime/trace/background_thread.hpp"

namespace sartor::observation {

SpoolFile spool_file;

Recorded recorded = {
    [](void (*visit)(void*, const Event&), void* object) noexcept { spool_file.read(visit, object); },
    []() noexcept { return spool_file.lost(); }, []() noexcept { return spool_file.error(); }};

static std::int64_t count_events(const EventUnit* units, std::size_t count) noexcept {
    UsualCall any;
    std::int64_t events = 0;
    EventDecoder::read(
        units, count, [&](int, int) -> UsualCall& { return any; }, [&](const Event&) { ++events; });
    return events;
}

void Spool::open(int worker, EventUnit* parts) noexcept {
    worker_ = worker;
    parts_ = parts;
    EventUnit* const kept = spool_file.take_kept();
    fill(kept != nullptr ? kept : parts);
}

void Spool::fill(EventUnit* part) noexcept {
    encoder_.begin_anew();
    filled_.store(part, std::memory_order_release);
    last_ = part + part_units - EventUnit::most_of_event;
    next_.store(part, std::memory_order_release);
}

void Spool::turn() noexcept {
    EventUnit* const next = next_.load(std::memory_order_relaxed);
    EventUnit* const filled = filled_.load(std::memory_order_relaxed);
    const bool was_kept = spool_file.is_kept(filled);
    std::memset(static_cast<void*>(next), 0,
                static_cast<std::size_t>(filled + part_units - next) * sizeof *next);
    if (drops_)
        lost_ += count_events(filled, part_units);
    else if (!was_kept)
        spool_file.hand_over(*this);
    drops_ = spool_file.is_full();
    EventUnit* const kept = was_kept && !drops_ ? spool_file.take_kept() : nullptr;
    fill(kept != nullptr ? kept : part(filling_));
}

namespace {

// A file without a name in this folder, or one that loses its name at once.
int open_nameless(const char* beside) noexcept {
    char path[4096];
    const char* const slash = std::strrchr(beside, '/');
    const int folder = slash == nullptr ? 1 : slash == beside ? 1 : static_cast<int>(slash - beside);
    std::snprintf(path, sizeof path, "%.*s", folder, slash == nullptr ? "." : beside);
    constexpr mode_t own = 0600;
    const int file = ::open(path, O_TMPFILE | O_RDWR | O_CLOEXEC, own);
    if (file >= 0) return file;
    std::snprintf(path, sizeof path, "%s.%d.part", beside, getpid());
    const int named = ::open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, own);
    if (named >= 0) unlink(path);
    return named;
}

bool transfer_all(int file, const void* memory, std::size_t bytes) noexcept {
    const auto* from = static_cast<const char*>(memory);
    while (bytes > 0) {
        const ssize_t written = write(file, from, bytes);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        from += written;
        bytes -= static_cast<std::size_t>(written);
    }
    return true;
}

} // namespace

bool SpoolFile::open(const char* beside, std::int64_t limit, std::int64_t in_memory, int workers) noexcept {
    file_ = open_nameless(beside);
    if (file_ < 0) return false;
    limit_ = limit;
    workers_ = workers;
    const auto count = static_cast<std::size_t>(workers);
    most_kept_ = static_cast<int>(in_memory / Spool::part_bytes);
    kept_ = allocate<EventUnit>(static_cast<std::size_t>(most_kept_) * Spool::part_units);
    madvise(kept_, static_cast<std::size_t>(in_memory), MADV_HUGEPAGE); // faster, where the system has them
    spools_ = allocate<Spool>(count);
    auto* parts = allocate<EventUnit>(2 * Spool::part_units * count);
    for (int worker = 0; worker < workers; ++worker)
        (new (&spools_[worker]) Spool)
            ->open(worker, parts + 2 * Spool::part_units * static_cast<std::size_t>(worker));
    threaded_ = trace::start_background_thread(thread_, &serve, this);
    return true;
}

void* SpoolFile::serve(void* self) noexcept {
    auto& file = *static_cast<SpoolFile*>(self);
    while (!file.stop_.load(std::memory_order_acquire))
        file.wanted_.wait_until(
            [&] { return file.write_full() || file.stop_.load(std::memory_order_acquire); });
    return nullptr;
}

// Whether there was any.
bool SpoolFile::write_full() noexcept {
    bool any = false;
    for (int worker = 0; worker < workers_; ++worker) {
        Spool& spool = spools_[worker];
        if (!spool.full_.load(std::memory_order_acquire)) continue;
        write_part(spool);
        any = true;
        spool.full_.store(false, std::memory_order_release);
        spool.written_.advance();
    }
    return any;
}

void SpoolFile::write_part(Spool& spool) noexcept {
    constexpr auto bytes = static_cast<std::size_t>(Spool::part_bytes);
    if (!transfer_all(file_, spool.part(1 - spool.filling_), bytes))
        error_.store(errno, std::memory_order_relaxed);
    else
        written_.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
}

// By the spool's worker: the part that is full is to be written, the other one is to be filled.
void SpoolFile::hand_over(Spool& spool) noexcept {
    spool.written_.wait_until([&] { return !spool.full_.load(std::memory_order_acquire); });
    spool.filling_ = 1 - spool.filling_;
    if (!threaded_) return write_part(spool);
    spool.full_.store(true, std::memory_order_release);
    wanted_.advance();
}

// Null: all are taken.
EventUnit* SpoolFile::take_kept() noexcept {
    if (count_kept() == most_kept_) return nullptr;
    const int number = taken_.fetch_add(1, std::memory_order_acq_rel);
    return number < most_kept_ ? kept_ + static_cast<std::size_t>(number) * Spool::part_units : nullptr;
}

std::size_t SpoolFile::units_of(const EventUnit* part) const noexcept {
    for (int worker = 0; worker < workers_; ++worker) {
        if (spools_[worker].filled_.load(std::memory_order_acquire) != part) continue;
        const std::ptrdiff_t units = spools_[worker].next_.load(std::memory_order_acquire) - part;
        if (units >= 0 && units <= static_cast<std::ptrdiff_t>(Spool::part_units))
            return static_cast<std::size_t>(units);
        return is_kept(part) ? Spool::part_units : 0; // zeros follow, or what was there before
    }
    return Spool::part_units;
}

// Calls read(units, count) for each part, of each worker in the order of time.
template <class Read>
void SpoolFile::read_parts(const Read& read) noexcept {
    constexpr auto bytes = static_cast<std::size_t>(Spool::part_bytes);
    for (int number = 0; number < count_kept(); ++number) {
        const EventUnit* const part = kept_ + static_cast<std::size_t>(number) * Spool::part_units;
        read(part, units_of(part));
    }
    const std::int64_t end = written_.load(std::memory_order_relaxed);
    for (std::int64_t at = 0; at < end; at += static_cast<std::int64_t>(bytes)) {
        if (pread(file_, part_read_, bytes, at) != static_cast<ssize_t>(bytes)) break;
        read(part_read_, Spool::part_units);
    }
    for (int worker = 0; worker < workers_; ++worker) {
        const Spool& spool = spools_[worker];
        if (spool.full_.load(std::memory_order_acquire))
            read(spool.part(1 - spool.filling_), Spool::part_units);
        const EventUnit* const filled = spool.filled_.load(std::memory_order_acquire);
        if (!spool.drops_ && !is_kept(filled)) read(filled, units_of(filled));
    }
}

static std::size_t usual_calls() noexcept {
    return static_cast<std::size_t>(process::size()) * CallSites::most;
}

void SpoolFile::end_writing() noexcept {
    if (part_read_ == nullptr) {
        part_read_ = allocate<EventUnit>(Spool::part_units);
        usual_ = allocate<UsualCall>(usual_calls());
    }
    if (!threaded_) return;
    stop_.store(true, std::memory_order_release);
    wanted_.advance();
    pthread_join(thread_, nullptr);
    threaded_ = false;
}

void SpoolFile::read(void (*visit)(void*, const Event&), void* object) noexcept {
    end_writing();
    // Zeroed, as it was when the first event was written.
    madvise(usual_, usual_calls() * sizeof(UsualCall), MADV_DONTNEED);
    const auto usual_of = [this](int rank, int site) -> UsualCall& {
        return usual_[static_cast<std::size_t>(rank) * CallSites::most + static_cast<std::size_t>(site)];
    };
    read_parts([&](const EventUnit* units, std::size_t count) {
        EventDecoder::read(units, count, usual_of, [&](const Event& event) { visit(object, event); });
    });
}

std::int64_t SpoolFile::lost() const noexcept {
    std::int64_t sum = 0;
    for (int worker = 0; worker < workers_; ++worker) {
        const Spool& spool = spools_[worker];
        const EventUnit* const filled = spool.filled_.load(std::memory_order_acquire);
        sum += spool.lost_;
        if (spool.drops_) sum += count_events(filled, units_of(filled));
    }
    return sum;
}

} // namespace sartor::observation
