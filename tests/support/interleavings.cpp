// The scheduler of the model checker.
#include "tests/support/interleavings.hpp"

namespace sartor::test {

Interleavings::~Interleavings() {
    for (const auto& one : threads_) one->context.release();
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
    locations_.clear();
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
    if (address == nullptr || other.address == nullptr) return true;
    return address == other.address && (writes || other.writes);
}

// Of a buffer: to write out its oldest store, or one of several.
Interleavings::Access Interleavings::next_of(int number) const {
    if (number < most_threads) return thread(number).next;
    const Thread& buffering = thread(number - most_threads);
    if (stores_that_may_leave(buffering).size() > 1) return {};
    return {buffering.buffer.front().address, true};
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
            if (one->next.touches({store.address, true})) return true;
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
        const std::vector<std::size_t> stores = stores_that_may_leave(buffering);
        write_out(buffering, stores.size() > 1
                                 ? stores[static_cast<std::size_t>(decide(static_cast<int>(stores.size())))]
                                 : 0);
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

void Interleavings::park_at(const void* address) {
    self().phase = Phase::parked;
    self().parked_at = address;
    self().next = {};
    go_on();
}

void Interleavings::wake(const void* address, int most) {
    fence();
    before_access(address, true);
    std::vector<Thread*> parked;
    for (const auto& one : threads_)
        if (one->phase == Phase::parked && one->parked_at == address) parked.push_back(one.get());
    for (; most > 0 && !parked.empty(); --most) {
        const int count = static_cast<int>(parked.size());
        const auto chosen = parked.begin() + (most < count ? decide(count) : 0);
        (*chosen)->phase = Phase::ready;
        parked.erase(chosen);
    }
}

void Interleavings::change(Thread& by) {
    ++changes_;
    ++by.own_changes;
    for (const auto& one : threads_)
        if (one->phase == Phase::waiting) one->phase = Phase::ready;
}

} // namespace sartor::test
