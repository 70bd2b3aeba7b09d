// The memory of the model checker: stores that wait in buffers, and vector clocks that find races.
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

void Interleavings::Clock::join(const Clock& other) {
    for (int thread = 0; thread < most_threads; ++thread) of[thread] = std::max(of[thread], other.of[thread]);
}

// ---- stores that wait

bool Interleavings::put_aside(void* address, const void* value, std::size_t bytes, std::memory_order order) {
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
    Pending store{address, {}, bytes, releases(order) ? self().clock : Clock{}, releases(order)};
    std::memcpy(store.value, value, bytes);
    self().buffer.push_back(store);
    return true;
}

const void* Interleavings::own_store(const void* address) {
    self().seen_changes = changes();
    const auto& buffer = self().buffer;
    const auto found = std::find_if(buffer.rbegin(), buffer.rend(),
                                    [&](const Pending& store) { return store.address == address; });
    return found == buffer.rend() ? nullptr : found->value;
}

std::vector<std::size_t> Interleavings::stores_that_may_leave(const Thread& thread) const {
    std::vector<std::size_t> found{0};
    if (memory_ != Memory::unordered_stores) return found;
    const auto& buffer = thread.buffer;
    for (std::size_t store = 1; store < buffer.size(); ++store) {
        const auto end = buffer.begin() + static_cast<std::ptrdiff_t>(store);
        const bool is_first = std::none_of(buffer.begin(), end, [&](const Pending& earlier) {
            return earlier.address == buffer[store].address;
        });
        if (is_first && !buffer[store].releases) found.push_back(store);
    }
    return found;
}

void Interleavings::write_out(Thread& thread, std::size_t number) {
    const Pending store = thread.buffer[number];
    thread.buffer.erase(thread.buffer.begin() + static_cast<std::ptrdiff_t>(number));
    location_of(store.address).released = store.released;
    if (std::memcmp(store.address, store.value, store.bytes) != 0) {
        std::memcpy(store.address, store.value, store.bytes);
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
        while (!one->buffer.empty()) write_out(*one, 0);
}

// ---- accesses

Interleavings::Location& Interleavings::location_of(const void* address) {
    for (Location& location : locations_)
        if (location.address == address) return location;
    return locations_.emplace_back(Location{address, {}, {}, -1, 0});
}

void Interleavings::before_access(const void* address, bool writes) {
    if (++accesses_ > most_accesses) fail("the threads come to no end");
    self().next = {address, writes};
    go_on();
}

void Interleavings::loaded(const void* address, std::memory_order order) {
    if (acquires(order)) self().clock.join(location_of(address).released);
    self().seen_changes = changes();
}

void Interleavings::stored(const void* address, std::memory_order order, bool changed) {
    ++self().clock.of[current_];
    location_of(address).released = releases(order) ? self().clock : Clock{};
    if (changed) change(self());
}

// It continues the release sequence of the store before it.
void Interleavings::exchanged(const void* address, std::memory_order order, bool changed) {
    Location& known = location_of(address);
    if (acquires(order)) self().clock.join(known.released);
    ++self().clock.of[current_];
    if (releases(order)) known.released.join(self().clock);
    if (changed) change(self());
}

void Interleavings::read(const void* address) {
    Location& known = location_of(address);
    if (known.writer >= 0 && known.writer != current_ && known.written > self().clock.of[known.writer])
        fail("plain data are read while another thread writes them");
    known.reads.of[current_] = self().clock.of[current_] + 1;
}

void Interleavings::written(const void* address) {
    Location& known = location_of(address);
    for (int other = 0; other < most_threads; ++other)
        if (other != current_ && known.reads.of[other] > self().clock.of[other])
            fail("plain data are written while another thread reads them");
    if (known.writer >= 0 && known.writer != current_ && known.written > self().clock.of[known.writer])
        fail("plain data are written by two threads at a time");
    known.writer = current_;
    known.written = self().clock.of[current_] + 1;
}

} // namespace sartor::test
