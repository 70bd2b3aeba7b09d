// What is thread_local in a thread that the program starts ends with this thread, and in its main thread with
// the rank.
#include <dlfcn.h>
#include <pthread.h>

#include "runtime/image/parts/of_c_library.hpp"

extern "C" int __cxa_thread_atexit_impl(void (*function)(void*), void* argument, void* object) noexcept;

namespace {

pthread_t main_thread;
__attribute__((constructor(100))) void note_main_thread() {
    main_thread = pthread_self();
}

} // namespace

extern "C" [[gnu::weak]] int __cxa_thread_atexit(void (*function)(void*), void* argument,
                                                 void* object) noexcept {
    using Register = int (*)(void (*)(void*), void*, void*);
    if (pthread_equal(pthread_self(), main_thread) == 0)
        return __cxa_thread_atexit_impl(function, argument, object);
    static const auto of_rank = reinterpret_cast<Register>(sartor_rank_of_process("__cxa_thread_atexit"));
    return of_rank(function, argument, object);
}
