#include "components/file/exchange.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <pthread.h>

#include "components/file/locks.hpp"
#include "components/file/staging.hpp"

namespace sartor::file {

Share Share::of(const Pieces& file) noexcept {
    if (file.bytes == 0) return {};
    // What is not in order can't be joined: more runs than any plan takes.
    if (!file.sorted) return {0, UINT64_MAX, file.bytes, 0, 1};
    return {file.first(), file.end(), file.bytes, file.runs(), file.granules};
}

void Share::add(const Share& other) noexcept {
    if (other.end == 0) return;
    first = end == 0 ? other.first : std::min(first, other.first);
    end = std::max(end, other.end);
    bytes += other.bytes;
    runs += other.runs;
    granules |= other.granules;
}

Plan Plan::of(const Share& all, int ranks, const Hints& hints, Choice choice) noexcept {
    constexpr std::uint64_t large_run = 32768; // is accessed as fast by itself
    constexpr std::uint64_t sparse = 8;        // as much of the file as of data
    const std::uint64_t span = all.end - all.first;
    if (choice == Choice::disable || ranks < 2 || all.end == 0 || all.end == UINT64_MAX) return {};
    if (choice == Choice::automatic &&
        (all.runs < 2 || all.bytes / all.runs >= large_run || span / sparse > all.bytes))
        return {};
    constexpr std::uint64_t page = 4096;
    constexpr std::uint64_t least_window = 65536; // is not worth dividing
    Plan plan;
    plan.first = all.first & ~(page - 1);
    plan.end = all.end;
    const int wanted = hints.cb_nodes > 0 ? hints.cb_nodes : 1;
    plan.aggregators = std::min({wanted, ranks, Exchange::most_aggregators});
    // Few data: one round, or one window.
    const std::uint64_t share = (plan.end - plan.first) / static_cast<std::uint64_t>(plan.aggregators) + page;
    if (share <= least_window) plan.aggregators = 1;
    const auto most =
        std::min(static_cast<std::uint64_t>(hints.cb_buffer_size), std::uint64_t{Staging::size});
    plan.window = static_cast<std::size_t>(std::clamp(
        std::min(std::max(share, least_window), most) & ~(page - 1), page, std::uint64_t{Staging::size}));
    const std::uint64_t granule = all.granules & -all.granules; // the largest power of two
    plan.granule = static_cast<std::size_t>(std::min(granule, page));
    return plan;
}

int Plan::aggregator_of(int rank, int ranks) const noexcept {
    for (int index = 0; index < aggregators; ++index)
        if (static_cast<int>(std::int64_t{index} * ranks / aggregators) == rank) return index;
    return -1;
}

void Exchange::free_memory() noexcept {
    for (auto& turn : buffers_)
        for (Buffer& one : turn) {
            std::free(one.bytes);
            std::free(one.covered);
        }
}

bool Exchange::allocate() noexcept {
    for (auto& turn : buffers_)
        for (Buffer& one : turn) {
            one.bytes = static_cast<char*>(std::aligned_alloc(4096, Staging::size));
            one.covered = static_cast<char*>(std::calloc(1, Staging::size));
            if (one.bytes == nullptr || one.covered == nullptr) return false;
        }
    return true;
}

namespace {

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
Exchange* first_free = nullptr;

} // namespace

Exchange* Exchange::take() noexcept {
    pthread_mutex_lock(&mutex);
    Exchange* exchange = first_free;
    if (exchange != nullptr) first_free = exchange->next_free_;
    pthread_mutex_unlock(&mutex);
    if (exchange == nullptr) {
        void* memory = std::malloc(sizeof(Exchange));
        if (memory == nullptr) return nullptr;
        exchange = new (memory) Exchange;
        if (!exchange->allocate()) {
            exchange->free_memory();
            std::free(memory);
            return nullptr;
        }
    }
    exchange->error_.store(0, std::memory_order_relaxed);
    return exchange;
}

void Exchange::give_back(Exchange& exchange) noexcept {
    pthread_mutex_lock(&mutex);
    exchange.next_free_ = first_free;
    first_free = &exchange;
    pthread_mutex_unlock(&mutex);
}

void Exchange::copy_in(const Plan& plan, std::uint64_t round, PairedWalk& walk) noexcept {
    for (int index = 0; index < plan.aggregators && walk.left() > 0; ++index) {
        const std::uint64_t first = plan.begin_of(round, index);
        char* const window = buffer(round, index).bytes;
        Coverage covered = coverage(plan, round, index);
        const Portion portion = walk.portion_before(plan.end_of(round, index), [&](RegularRuns runs) {
            runs.first -= first;
            covered.add(runs);
        });
        walk.copy<layout::Direction::gather>(portion.bytes, first, window);
    }
}

bool Exchange::put(const Plan& plan, std::uint64_t round, int aggregator, const GivenParts& parts,
                   std::size_t bytes, const char* data) noexcept {
    const std::size_t window = plan.end_of(round, aggregator) - plan.begin_of(round, aggregator);
    if (!parts.are_within(window, bytes)) return false;
    Coverage covered = coverage(plan, round, aggregator);
    parts.scatter(buffer(round, aggregator).bytes, covered, data);
    return true;
}

std::size_t Exchange::get(const Plan& plan, std::uint64_t round, int aggregator, const GivenParts& parts,
                          std::size_t bytes, char* data) noexcept {
    const std::size_t window = plan.end_of(round, aggregator) - plan.begin_of(round, aggregator);
    if (!parts.are_within(window, bytes)) return 0;
    const Buffer& there = buffer(round, aggregator);
    return parts.gather(there.bytes, there.read, data);
}

namespace {

constexpr std::size_t few_stretches = 4;

// The gaps of a window get what the file has there.
int fill_gaps(const Descriptor& descriptor, std::uint64_t first, Stretch whole, const Coverage& covered,
              char* window) noexcept {
    const std::size_t bytes = whole.end - whole.begin;
    const Staging staging(bytes);
    if (staging.data() == nullptr) return ENOMEM;
    const Outcome before = read_stretch(descriptor, first + whole.begin, staging.data(), bytes);
    if (before.error != 0) return before.error;
    std::memset(staging.data() + before.bytes, 0, bytes - before.bytes);
    std::size_t done = whole.begin;
    covered.for_each_stretch([&](Stretch data) {
        if (data.begin > done)
            std::memcpy(window + done, staging.data() + (done - whole.begin), data.begin - done);
        done = data.end;
        return true;
    });
    return 0;
}

// A window with gaps: its stretches one by one when they are few, else with the gaps.
int write_stretches(const Descriptor& descriptor, std::uint64_t first, const Coverage& covered,
                    char* window) noexcept {
    std::size_t number = 0;
    Stretch whole{0, 0};
    covered.for_each_stretch([&](Stretch data) {
        if (++number == 1) whole.begin = data.begin;
        whole.end = data.end;
        return true;
    });
    if (number == 0) return 0;
    if (number > few_stretches && descriptor.reads) {
        const Lock lock(descriptor, Lock::Kind::exclusive, first + whole.begin, first + whole.end);
        const int error = fill_gaps(descriptor, first, whole, covered, window);
        if (error != 0) return error;
        return write_stretch(descriptor, first + whole.begin, window + whole.begin, whole.end - whole.begin)
            .error;
    }
    const Lock lock(descriptor, Lock::Kind::shared);
    int error = 0;
    covered.for_each_stretch([&](Stretch data) {
        error =
            write_stretch(descriptor, first + data.begin, window + data.begin, data.end - data.begin).error;
        return error == 0;
    });
    return error;
}

} // namespace

void Exchange::write(const Plan& plan, std::uint64_t round, int aggregator,
                     const Descriptor& descriptor) noexcept {
    const std::uint64_t first = plan.begin_of(round, aggregator);
    if (first >= plan.end_of(round, aggregator)) return;
    Coverage covered = coverage(plan, round, aggregator);
    note(write_stretches(descriptor, first, covered, buffer(round, aggregator).bytes));
    covered.clear();
}

void Exchange::read(const Plan& plan, std::uint64_t round, int aggregator,
                    const Descriptor& descriptor) noexcept {
    const std::uint64_t first = plan.begin_of(round, aggregator);
    const std::uint64_t end = plan.end_of(round, aggregator);
    if (first >= end) return;
    Buffer& window = buffer(round, aggregator);
    const Outcome outcome = read_stretch(descriptor, first, window.bytes, end - first);
    window.read = outcome.bytes;
    note(outcome.error);
}

std::size_t Exchange::copy_out(const Plan& plan, std::uint64_t round, PairedWalk& walk) const noexcept {
    std::size_t copied = 0;
    for (int index = 0; index < plan.aggregators && walk.left() > 0; ++index) {
        const std::uint64_t first = plan.begin_of(round, index);
        const Buffer& window = buffer(round, index);
        // What is behind the end of the file is passed over.
        const std::size_t there =
            walk.portion_before(std::min(first + window.read, plan.end_of(round, index))).bytes;
        walk.copy<layout::Direction::scatter>(there, first, window.bytes);
        copied += there;
        walk.visit_before(plan.end_of(round, index), [](std::uint64_t, std::uintptr_t, std::size_t) {});
    }
    return copied;
}

} // namespace sartor::file
