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
    accesses_ = 0;
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
        thread(number).buffer.clear();
        current_ = -1;
        switch_to(number);
    }
    starting_ = false;
}

bool Interleavings::Access::touches(const Access& other) const {
    if (place == nullptr || other.place == nullptr) return true;
    return place == other.place && (writes || other.writes);
}

// Of a buffer: to write out its oldest store.
Interleavings::Access Interleavings::next_of(int number) const {
    if (number < most_threads) return thread(number).next;
    return {thread(number - most_threads).buffer.front().place, true};
}

// Whether now is a time at which a buffer's oldest store may have to leave it: somebody waits for that, or
// may see one of its stores next. At other times it makes no difference; nor does it to its own thread,
// unless that is left after it.
bool Interleavings::matters(const Thread& buffering) const {
    if (most_preemptions_ == unlimited || buffering.phase == Phase::fencing) return true;
    if (is_running(buffering) && !may_leave()) return false;
    bool any_ready = false;
    for (const auto& one : threads_) {
        any_ready |= one->phase == Phase::ready;
        if (one.get() == &buffering || (one->phase != Phase::ready && one->phase != Phase::waiting)) continue;
        for (const Pending& store : buffering.buffer)
            if (one->next.touches({store.place, true})) return true;
    }
    return !any_ready;
}

void Interleavings::list_buffers(Ready& ready) const {
    for (int number = 0; number < static_cast<int>(threads_.size()); ++number)
        if (!thread(number).buffer.empty() && matters(thread(number))) ready.add(most_threads + number);
}

// The thread that runs comes first: so the first run has no preemptions.
Interleavings::Ready Interleavings::list_ready(bool leaving) const {
    Ready ready;
    if (current_ >= 0 && self().phase == Phase::ready && !leaving) ready.add(current_);
    list_buffers(ready);
    ready.without_leaving = ready.count;
    for (int number = 0; number < static_cast<int>(threads_.size()); ++number)
        if (number != current_ && thread(number).phase == Phase::ready) ready.add(number);
    return ready;
}

bool Interleavings::is_running(const Thread& thread) const {
    return current_ >= 0 && &thread == &self() && thread.phase == Phase::ready;
}

bool Interleavings::may_leave() const {
    return most_preemptions_ == unlimited || preemptions_ < most_preemptions_ || current_ < 0 ||
           self().phase != Phase::ready;
}

void Interleavings::go_on() {
    if (starting_) return switch_to(-1);
    bool leaving = false;
    for (;;) {
        Ready ready = list_ready(leaving);
        if (ready.count == 0 && leaving) ready = list_ready(false);
        if (ready.count == 0) break;
        const int chosen = choose(ready.numbers, may_leave() ? ready.count : ready.without_leaving);
        if (chosen < most_threads) return switch_to(chosen);
        Thread& buffering = thread(chosen - most_threads);
        leaving |= most_preemptions_ != unlimited && is_running(buffering);
        write_out(buffering);
    }
    for (const auto& one : threads_)
        if (one->phase != Phase::ended) return fail("all threads wait");
    switch_to(-1);
}

void Interleavings::switch_to(int number) {
    if (number == current_) return;
    process::Context& from = current_ < 0 ? main_ : self().context;
    current_ = number;
    process::Context::switch_to(from, current_ < 0 ? main_ : self().context);
}

int Interleavings::decide(int count) {
    if (depth_ == path_.size()) path_.push_back({0, count});
    return path_[depth_++].chosen;
}

int Interleavings::choose(const int* numbers, int count) {
    int awake[2 * most_threads];
    int number = 0;
    for (int index = 0; index < count; ++index)
        if ((asleep_ & 1u << numbers[index]) == 0) awake[number++] = numbers[index];
    redundant_ |= number == 0;
    if (redundant_) return numbers[0];
    const int chosen = number > 1 ? decide(number) : 0;
    const bool is_buffer = awake[chosen] >= most_threads;
    const bool leaves =
        !is_buffer && current_ >= 0 && self().phase == Phase::ready && awake[chosen] != current_;
    preemptions_ += leaves ? 1 : 0;
    if (most_preemptions_ == unlimited) put_to_sleep(awake, chosen, awake[chosen]);
    return awake[chosen];
}

// What was explored before the chosen one need not come right after it, unless the two touch each other. A
// thread and its own buffer don't: it finds its stores wherever they are.
void Interleavings::put_to_sleep(const int* explored, int count, int chosen) {
    for (int index = 0; index < count; ++index) asleep_ |= 1u << explored[index];
    const Access access = next_of(chosen);
    for (int number = 0; number < static_cast<int>(threads_.size()); ++number) {
        if (thread(number).next.touches(access)) asleep_ &= ~(1u << number);
        const int buffer = most_threads + number;
        const bool touched = thread(number).buffer.empty() || next_of(buffer).touches(access);
        if (touched) asleep_ &= ~(1u << buffer);
    }
}

bool Interleavings::advance() {
    while (!path_.empty() && path_.back().chosen + 1 == path_.back().count) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().chosen;
    return true;
}

void Interleavings::fail(const char* what) {
    if (error_.empty()) error_ = what;
    if (current_ >= 0) switch_to(-1);
}

void Interleavings::expect(bool condition, const char* what) {
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
    fence();
    before_access(place, true);
    for (const auto& one : threads_)
        if (one->phase == Phase::parked && one->parked_at == place) one->phase = Phase::ready;
}

void Interleavings::change(Thread& by) {
    ++changes_;
    ++by.own_changes;
    for (const auto& one : threads_)
        if (one->phase == Phase::waiting) one->phase = Phase::ready;
}

// ---- stores that wait

bool Interleavings::put_aside(void* place, const void* value, std::size_t bytes, std::memory_order order) {
    if (memory_ == Memory::sequential) return false;
    if (order == std::memory_order_seq_cst) {
        fence();
        return false;
    }
    if (most_preemptions_ != unlimited && self().buffer.empty()) {
        if (preemptions_ >= most_preemptions_ || decide(2) == 0) return false;
        ++preemptions_;
    }
    before_access(&self().buffer, true); // nobody else's access touches that, but fences of all threads do
    ++self().clock.of[current_];
    Pending store{place, {}, bytes, releases(order) ? self().clock : Clock{}};
    std::memcpy(store.value, value, bytes);
    self().buffer.push_back(store);
    return true;
}

const void* Interleavings::own_store(const void* place) {
    self().seen_changes = changes();
    const auto& buffer = self().buffer;
    const auto found = std::find_if(buffer.rbegin(), buffer.rend(),
                                    [&](const Pending& store) { return store.place == place; });
    return found == buffer.rend() ? nullptr : found->value;
}

void Interleavings::write_out(Thread& thread) {
    const Pending store = thread.buffer.front();
    thread.buffer.pop_front();
    place_of(store.place).released = store.released;
    if (std::memcmp(store.place, store.value, store.bytes) != 0) {
        std::memcpy(store.place, store.value, store.bytes);
        change(thread);
    }
    if (thread.buffer.empty() && thread.phase == Phase::fencing) thread.phase = Phase::ready;
}

void Interleavings::fence() {
    if (self().buffer.empty()) return;
    self().phase = Phase::fencing;
    self().next = {};
    go_on();
}

// As membarrier(2): each thread passes a fence between its call and its return. That all do when it is called
// is the least that it promises.
void Interleavings::fence_all() {
    fence();
    if (memory_ == Memory::sequential) return;
    before_access(nullptr, true);
    for (const auto& one : threads_)
        while (!one->buffer.empty()) write_out(*one);
}

// ---- accesses

Interleavings::Place& Interleavings::place_of(const void* address) {
    for (Place& place : places_)
        if (place.address == address) return place;
    return places_.emplace_back(Place{address, {}, {}, -1, 0});
}

void Interleavings::before_access(const void* place, bool writes) {
    if (++accesses_ > most_accesses) fail("the threads come to no end");
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
    if (changed) change(self());
}

// It continues the release sequence of the store before it.
void Interleavings::exchanged(const void* place, std::memory_order order, bool changed) {
    Place& known = place_of(place);
    if (acquires(order)) self().clock.join(known.released);
    ++self().clock.of[current_];
    if (releases(order)) known.released.join(self().clock);
    if (changed) change(self());
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
