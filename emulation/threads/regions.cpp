// Parallel regions, barriers, single constructs and locks, by the names that GCC's code has for them.
#include "emulation/threads/team.hpp"

namespace sartor::machine::manycore::threads {

namespace {

// A lock is a word of the program's: 0 is free. Requests are granted in order of virtual time.
void lock(int& word) noexcept {
    Crew& crew = own_crew();
    if (crew.active == 1 && word == 0) {
        word = 1;
        return;
    }
    const InRuntime inside;
    synchronize();
    if (word == 0) {
        word = 1;
        return charge(chip().description().thread_critical);
    }
    Thread& self = running(crew);
    self.lock = &word;
    self.request = ++crew.requests;
    wait_for("waits for a critical section or a lock");
}

Thread* first_waiting(Crew& crew, const int& word) noexcept {
    Thread* first = nullptr;
    for (int number = 0; number < crew.active; ++number) {
        Thread& one = crew.threads[number];
        if (one.lock == &word && (first == nullptr || one.request < first->request)) first = &one;
    }
    return first;
}

void unlock(int& word) noexcept {
    Crew& crew = own_crew();
    if (crew.active == 1) {
        word = 0;
        return;
    }
    const InRuntime inside;
    synchronize();
    Thread* next = first_waiting(crew, word);
    if (next == nullptr) {
        word = 0;
        return;
    }
    next->lock = nullptr;
    go_on(*next, own_pe().clock, chip().work(own_pe().node, chip().description().thread_critical));
}

// Trying costs as much as getting: a loop that tries comes to its end.
bool try_lock(int& word) noexcept {
    const InRuntime inside;
    synchronize();
    const bool free = word == 0;
    word = 1;
    charge(chip().description().thread_critical);
    return free;
}

// omp_nest_lock_t of GCC has 16 bytes.
struct NestLock {
    int word;
    int count;
    const Thread* owner;
};
static_assert(sizeof(NestLock) == 16);

bool is_mine(const NestLock& nested) noexcept {
    return nested.count > 0 && nested.owner == &running(own_crew());
}

int take(NestLock& nested) noexcept {
    nested.owner = &running(own_crew());
    return ++nested.count;
}

bool is_first() noexcept {
    const InRuntime inside;
    const bool first = enter_share({});
    if (own_seat().team->size > 1) charge(chip().description().thread_share);
    leave_share();
    return first;
}

} // namespace

} // namespace sartor::machine::manycore::threads

using namespace sartor::machine::manycore;
using namespace sartor::machine::manycore::threads;

extern "C" {

void GOMP_parallel(void (*body)(void*), void* data, unsigned threads, unsigned) {
    run_region(body, data, threads, nullptr);
}
void GOMP_barrier() {
    barrier();
}

bool GOMP_single_start() {
    return is_first();
}
// Null for the thread that does it; it ends with GOMP_single_copy_end.
void* GOMP_single_copy_start() {
    if (is_first()) return nullptr;
    barrier();
    return own_seat().team->copied;
}
void GOMP_single_copy_end(void* data) {
    own_seat().team->copied = data;
    barrier();
}

// Critical sections have a pointer of the program's each, of which the first word serves. A program has its
// own for those without a name (runtime/image/parts/openmp.cpp).
void GOMP_critical_name_start(void** pointer) {
    lock(*reinterpret_cast<int*>(pointer));
}
void GOMP_critical_name_end(void** pointer) {
    unlock(*reinterpret_cast<int*>(pointer));
}

void GOMP_critical_start() {
    lock(own_crew().unnamed);
}
void GOMP_critical_end() {
    unlock(own_crew().unnamed);
}

void GOMP_atomic_start() {
    lock(own_crew().atomic);
}
void GOMP_atomic_end() {
    unlock(own_crew().atomic);
}

void omp_init_lock(int* word) {
    *word = 0;
}
void omp_destroy_lock(int*) {}
void omp_set_lock(int* word) {
    lock(*word);
}
void omp_unset_lock(int* word) {
    unlock(*word);
}
int omp_test_lock(int* word) {
    return try_lock(*word) ? 1 : 0;
}

void omp_init_nest_lock(NestLock* nested) {
    *nested = {0, 0, nullptr};
}
void omp_destroy_nest_lock(NestLock*) {}
void omp_set_nest_lock(NestLock* nested) {
    if (!is_mine(*nested)) lock(nested->word);
    take(*nested);
}
void omp_unset_nest_lock(NestLock* nested) {
    if (--nested->count == 0) unlock(nested->word);
}
int omp_test_nest_lock(NestLock* nested) {
    return is_mine(*nested) || try_lock(nested->word) ? take(*nested) : 0;
}

} // extern "C"
