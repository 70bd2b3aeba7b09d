// What GCC's OpenMP runtime (libgomp) keeps for each thread and a rank must keep for itself: its team, its
// pool of threads, its settings. Ranks of one worker take turns on one thread, so this is exchanged when they
// are changed. Then ranks of programs with OpenMP are fibers, as long as only a rank's main thread calls MPI
// (MPI_THREAD_FUNNELED).
#pragma once

// Whether the runtime is in this process, with data that can be exchanged. On the main thread, before any
// rank. The functions below are there when this one is: executables without OpenMP leave all of them out.
extern "C" [[nodiscard, gnu::weak]] bool sartor_find_openmp() noexcept;

namespace sartor::process::openmp {

// Room for so many ranks, all as at the start of a program. False: no memory.
[[nodiscard, gnu::weak]] bool prepare(int ranks) noexcept;

// The calling thread's data; null when the program has none.
[[nodiscard, gnu::weak]] char* of_thread() noexcept;

[[gnu::weak]] void save(int rank, const char* of_thread) noexcept;
[[gnu::weak]] void load(int rank, char* of_thread) noexcept;
// The thread has no rank any more: what it ends then belongs to none.
[[gnu::weak]] void clear(char* of_thread) noexcept;

} // namespace sartor::process::openmp
