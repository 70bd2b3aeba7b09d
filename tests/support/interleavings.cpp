// The scheduler of the model checker, and its vector clocks.
#include "tests/support/interleavings.hpp"

#include <algorithm>

namespace sartor::test {

namespace {

bool acquires(std::memory_order order) {
    return order == std::memory_order_acquire || order == std::memory_order_acq_rel ||
           order == std::memory_order_seq_cst;
}
bool releases(std::memory_order order) {
    return order == std::memory_order_release || order == std::memory_order_acq_rel ||
           order == std::memory_order_seq_cst;
}

} // namespace

Interleavings::~Interleavings() {
    for (const auto& one : threads_) one->context.release();
}

void Interleavings::Clock::join(const Clock& other) {
    for (int thread = 0; thread < most_threads; ++thread) of[thread] = std::max(of[thread], other.of[thread]);
}

std::string Interleavings::explore(std::function<void()> set_up, std::vector<std::function<void()>> threads,
                                   std::function<void()> check) {
    main_.adopt_thread();
    for (auto& body : threads) {
        auto& one = *threads_.emplace_back(std::make_unique<Thread>());
        one.explorer = this;
        one.body = std::move(body);
        one.context.prepare(process::map_stack(std::size_t{64} << 10), &run_thread, &one);
    }
    do {
        set_up();
        run_once();
        ++explored_;
        if (error_.empty()) check();
    } while (error_.empty() && advance());
    return error_.empty() ? error_ : error_ + ", in run " + std::to_string(explored_);
}

void Interleavings::run_thread(void* argument) {
    auto& self = *static_cast<Thread*>(argument);
    for (;;) {
        self.body();
        self.phase = Phase::ended;
        self.explorer->go_on();
    }
}

void Interleavings::run_once() {
    places_.clear();
    depth_ = 0;
    preemptions_ = 0;
    changes_ = 0;
    asleep_ = 0;
    redundant_ = false;
    active = this;
    start_all();
    current_ = -1;
    go_on();
    active = nullptr;
    cut_off_ += redundant_ ? 1 : 0;
}

// Each thread runs to its first access.
void Interleavings::start_all() {
    starting_ = true;
    for (int number = 0; number < static_cast<int>(threads_.size()) && error_.empty(); ++number) {
        thread(number).phase = Phase::ready;
        thread(number).own_changes = 0;
        thread(number).clock = {};
        current_ = -1;
        switch_to(number);
    }
    starting_ = false;
}

bool Interleavings::Access::touches(const Access& other) const {
    if (place == nullptr || other.place == nullptr) return true;
    return place == other.place && (writes || other.writes);
}

// The thread that runs comes first: so the first run has no preemptions.
int Interleavings::list_ready(int* ready) const {
    int count = 0;
    if (current_ >= 0 && self().phase == Phase::ready) ready[count++] = current_;
    for (int number = 0; number < static_cast<int>(threads_.size()); ++number)
        if (number != current_ && thread(number).phase == Phase::ready) ready[count++] = number;
    return count;
}

bool Interleavings::may_leave() const {
    return most_preemptions_ == unlimited || preemptions_ < most_preemptions_ || current_ < 0 ||
           self().phase != Phase::ready;
}

void Interleavings::go_on() {
    if (starting_) return switch_to(-1);
    int ready[most_threads];
    const int count = list_ready(ready);
    if (count == 0) {
        for (const auto& one : threads_)
            if (one->phase != Phase::ended) return fail("all threads wait");
        return switch_to(-1);
    }
    switch_to(choose(ready, may_leave() ? count : 1));
}

void Interleavings::switch_to(int number) {
    if (number == current_) return;
    process::Context& from = current_ < 0 ? main_ : self().context;
    current_ = number;
    process::Context::switch_to(from, current_ < 0 ? main_ : self().context);
}

int Interleavings::choose(const int* threads, int count) {
    int awake[most_threads];
    int number = 0;
    for (int index = 0; index < count; ++index)
        if ((asleep_ & 1u << threads[index]) == 0) awake[number++] = threads[index];
    redundant_ |= number == 0;
    if (redundant_) return threads[0];
    int chosen = 0;
    if (number > 1) {
        if (depth_ == path_.size()) path_.push_back({0, number});
        chosen = path_[depth_++].chosen;
    }
    const bool leaves = current_ >= 0 && self().phase == Phase::ready && awake[chosen] != current_;
    preemptions_ += leaves ? 1 : 0;
    if (most_preemptions_ == unlimited) put_to_sleep(awake, chosen, awake[chosen]);
    return awake[chosen];
}

// What was explored before the chosen one need not come right after it, unless the two touch each other.
void Interleavings::put_to_sleep(const int* explored, int count, int chosen) {
    for (int index = 0; index < count; ++index) asleep_ |= 1u << explored[index];
    for (int number = 0; number < static_cast<int>(threads_.size()); ++number)
        if (thread(number).next.touches(thread(chosen).next)) asleep_ &= ~(1u << number);
}

bool Interleavings::advance() {
    while (!path_.empty() && path_.back().chosen + 1 == path_.back().count) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().chosen;
    return true;
}

void Interleavings::fail(const std::string& what) {
    if (error_.empty()) error_ = what;
    if (current_ >= 0) switch_to(-1);
}

void Interleavings::expect(bool condition, const std::string& what) {
    if (!condition) fail(what);
}

// ---- waiting

std::int64_t Interleavings::changes() const {
    return changes_ - self().own_changes;
}

void Interleavings::wait_for_change(std::int64_t since) {
    if (changes() != since) return;
    self().phase = Phase::waiting;
    self().next = {};
    go_on();
}

void Interleavings::pause() {
    wait_for_change(self().seen_changes);
}

void Interleavings::park_at(const void* place) {
    self().phase = Phase::parked;
    self().parked_at = place;
    self().next = {};
    go_on();
}

void Interleavings::wake(const void* place) {
    before_access(place, true);
    for (const auto& one : threads_)
        if (one->phase == Phase::parked && one->parked_at == place) one->phase = Phase::ready;
}

void Interleavings::change() {
    ++changes_;
    ++self().own_changes;
    for (const auto& one : threads_)
        if (one->phase == Phase::waiting) one->phase = Phase::ready;
}

// ---- accesses

Interleavings::Place& Interleavings::place_of(const void* address) {
    for (Place& place : places_)
        if (place.address == address) return place;
    return places_.emplace_back(Place{address, {}, {}, -1, 0});
}

void Interleavings::before_access(const void* place, bool writes) {
    self().next = {place, writes};
    go_on();
}

void Interleavings::loaded(const void* place, std::memory_order order) {
    if (acquires(order)) self().clock.join(place_of(place).released);
    self().seen_changes = changes();
}

void Interleavings::stored(const void* place, std::memory_order order, bool changed) {
    ++self().clock.of[current_];
    place_of(place).released = releases(order) ? self().clock : Clock{};
    if (changed) change();
}

// It continues the release sequence of the store before it.
void Interleavings::exchanged(const void* place, std::memory_order order, bool changed) {
    Place& known = place_of(place);
    if (acquires(order)) self().clock.join(known.released);
    ++self().clock.of[current_];
    if (releases(order)) known.released.join(self().clock);
    if (changed) change();
}

void Interleavings::read(const void* place) {
    Place& known = place_of(place);
    if (known.writer >= 0 && known.writer != current_ && known.written > self().clock.of[known.writer])
        fail("plain data are read while another thread writes them");
    known.reads.of[current_] = self().clock.of[current_] + 1;
}

void Interleavings::written(const void* place) {
    Place& known = place_of(place);
    for (int other = 0; other < most_threads; ++other)
        if (other != current_ && known.reads.of[other] > self().clock.of[other])
            fail("plain data are written while another thread reads them");
    if (known.writer >= 0 && known.writer != current_ && known.written > self().clock.of[known.writer])
        fail("plain data are written by two threads at a time");
    known.writer = current_;
    known.written = self().clock.of[current_] + 1;
}

} // namespace sartor::test
