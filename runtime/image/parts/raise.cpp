// raise: SIGKILL ends the rank that raises it and no other, where the program survives failures.
#include <csignal>
#include <pthread.h>
#include <unistd.h>

extern "C" [[gnu::weak]] int raise(int signal) noexcept {
    return signal == SIGKILL ? kill(getpid(), signal) : pthread_kill(pthread_self(), signal);
}
extern "C" [[gnu::weak, gnu::alias("raise")]] int gsignal(int signal) noexcept;
