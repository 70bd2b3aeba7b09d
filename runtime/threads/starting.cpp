// Threads that a program starts belong to the rank that started them: the program's calls of the functions
// that start one arrive here, those of OpenMP's and other libraries too.
#include <cerrno>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <threads.h>

#include "runtime/process.hpp"
#include "runtime/rank/original.hpp"
#include "runtime/reports/crash.hpp"

namespace sartor::process {

namespace {

template <class Result>
struct ThreadStart {
    Result (*function)(void*);
    void* argument;
    Rank* rank;
};

template <class Result>
Result run_thread(void* memory) {
    const auto start = *static_cast<ThreadStart<Result>*>(memory);
    std::free(memory);
    current = start.rank;
    give_thread_signal_stack();
    return start.function(start.argument);
}

// create(function, argument) starts a thread and returns 0, or why not; `no_memory` is such a reason.
template <class Result, class Create>
int create_thread(Result (*function)(void*), void* argument, int no_memory, Create create) {
    if (current == nullptr) return create(function, argument);
    using Start = ThreadStart<Result>;
    void* memory = std::malloc(sizeof(Start));
    if (memory == nullptr) return no_memory;
    const int error = create(&run_thread<Result>, new (memory) Start{function, argument, current});
    if (error != 0) std::free(memory);
    return error;
}

} // namespace

} // namespace sartor::process

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                   void* argument) {
    using namespace sartor::process;
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    return create_thread(function, argument, EAGAIN, [&](void* (*begin)(void*), void* start) {
        return original<Create>("pthread_create")(thread, attributes, begin, start);
    });
}

int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
    using namespace sartor::process;
    using Create = int (*)(thrd_t*, thrd_start_t, void*);
    return create_thread(function, argument, thrd_nomem, [&](thrd_start_t begin, void* start) {
        return original<Create>("thrd_create")(thread, begin, start);
    });
}

} // extern "C"
