// What parts of the program's image (image/parts/) ask of the runtime. The link puts a function into an
// executable when its image looks for it: other programs have none of them.
#pragma once

#include <clocale>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <locale.h>
#include <sys/types.h>

extern "C" {

// The rank that calls, counted from the first of this process; -1 outside of ranks, as in a child of fork().
int sartor_rank_number() noexcept;
// How many ranks share this process.
int sartor_rank_companions() noexcept;
// The rank is a fiber, and others may run on its thread meanwhile.
bool sartor_rank_may_wait() noexcept;
// Lets others run before the next attempt of a wait; longer from turn to turn, up to a millisecond.
void sartor_rank_wait(int turn) noexcept;

// nanosleep(2) that ends when a handler of the rank has run.
int sartor_rank_sleep(const timespec* time, timespec* rest) noexcept;
// How many signals handlers of the rank have handled.
unsigned sartor_rank_handled_signals() noexcept;

// The first rank of a process has its standard input; with SARTOR_INPUT=all every rank.
bool sartor_rank_has_input() noexcept;

// Writes what launch_variables.hpp has, "NAME=VALUE" with a null byte behind each; returns the bytes. None
// where sartor run did not start the program.
std::size_t sartor_rank_launch_variables(char* text, std::size_t bytes) noexcept;

// fork(2) of a rank: its child is no rank, ends by itself and writes to the same streams.
pid_t sartor_rank_fork() noexcept;

// A rank whose image refers to one of these has an OS thread, except on emulated machines. True.
extern const bool sartor_rank_thread_for_folder;
extern const bool sartor_rank_thread_for_folder_of_cplusplus;
extern const bool sartor_rank_thread_for_held_signals;
extern const bool sartor_rank_thread_for_pipes_of_programs;
extern const bool sartor_rank_thread_for_timers;
extern const bool sartor_rank_thread_for_posix_timers;

// The locale of the calling rank from now on, as uselocale(3). It must stay valid as long as the rank.
void sartor_rank_use_locale(locale_t locale) noexcept;

// The process has these entries as its environment until it gets back what it had before. Null: it keeps its
// own, and no rank lends its.
char** sartor_rank_lend_environment(char** entries) noexcept;
void sartor_rank_take_environment_back(char** before) noexcept;

// stream: 1 is standard output, 2 standard error.
// From now on the rank's streams may be redirected; before that, closing them has no effect. To be called
// before the program sees them.
void sartor_rank_watch_streams() noexcept;
// The stream that a rank had before; null if they may not be redirected yet.
FILE* sartor_rank_first_stream(int stream) noexcept;
// What a rank writes goes to a duplicate of this descriptor; -1: nowhere, the stream is closed. Returns 0, or
// -1 with errno.
int sartor_rank_redirect(int stream, int descriptor) noexcept;
// The descriptor that the rank's stream has, after all that was written before; -1 with errno when it is
// closed.
int sartor_rank_descriptor(int stream) noexcept;
ssize_t sartor_rank_write(int stream, const void* text, std::size_t bytes) noexcept;

// The program's functions by allocation_operators.inc, null where it has none. Valid as long as the rank.
void sartor_rank_own_operators(void (*const* operators)()) noexcept;

// on_exit(3).
int sartor_rank_on_exit(void (*function)(int, void*), void* argument) noexcept;
// A timer that may signal a rank later: ranks that wait for each other meanwhile are no deadlock.
void sartor_rank_add_timer(timer_t timer) noexcept;

// Processor time of the rank in nanoseconds; -1: the process's is all that is known.
std::int64_t sartor_rank_processor_time() noexcept;

// The function of the rank's program or libraries that has this address: its name, null if there is none, and
// where it starts. library: its name, null for the program itself.
const char* sartor_rank_function(const void* address, const void** start, const char** library) noexcept;

// What the rank's program, or else its libraries, define for others under this name; null if there is
// nothing.
void* sartor_rank_symbol(const char* name) noexcept;
// dlsym(3).
extern void* (*const sartor_rank_dlsym)(void* handle, const char* name);
// What the process has under this name, whatever the caller's image has.
void* sartor_rank_of_process(const char* name) noexcept;

// sigaction(2) with handlers of each rank's own.
int sartor_rank_sigaction(int signal, const struct sigaction* action, struct sigaction* before) noexcept;
// While true, what the rank ignores, except SIGCHLD, is ignored by the process, and so by programs that it
// starts: a signal that arrives then, or that waits until it is unblocked, is lost for other ranks, too.
// Between the calls nothing may wait.
void sartor_rank_lend_ignored_signals(bool lends) noexcept;
// Signals a rank, counted as above, as kill(2) does. False: there is no such rank.
bool sartor_rank_signal(int rank, int signal) noexcept;
}
