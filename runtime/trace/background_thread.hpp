// Threads that write while the run goes on.
#pragma once

#include <csignal>
#include <pthread.h>

namespace sartor::trace {

// Starts a thread that takes no signals: these are the run's. False: the system gives none.
[[nodiscard]] inline bool start_background_thread(pthread_t& thread, void* (*body)(void*),
                                                  void* argument) noexcept {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&thread, nullptr, body, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

} // namespace sartor::trace
