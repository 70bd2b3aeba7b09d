// The same exchange by threads of C++: std::thread and std::async (MPI-5.0 section 11.6).
// flags: -pthread
#include <mpi.h>

#include <cstdio>
#include <future>
#include <thread>
#include <vector>

static int rank, size;
static int failures;

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            ++failures, std::fprintf(stderr, "rank %d: does not hold: %s\n", rank, #condition);              \
    } while (0)

#include "exchange.h"

static void exchange_in_threads() {
    std::vector<std::thread> started;
    for (int thread = 0; thread < exchanging; ++thread) started.emplace_back(exchange, thread);
    for (std::thread& thread : started) thread.join();
}

static void exchange_at_once() {
    std::vector<std::future<int>> results;
    for (int thread = 0; thread < exchanging; ++thread)
        results.push_back(std::async(std::launch::async, [thread] {
            exchange(thread);
            return thread;
        }));
    for (int thread = 0; thread < exchanging; ++thread) CHECK(results[thread].get() == thread);
}

int main(int argc, char** argv) {
    int provided = -1, all = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    if (provided == MPI_THREAD_MULTIPLE) {
        exchange_in_threads();
        exchange_at_once();
    }
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) std::puts(all == 0 ? "ok: threads of C++" : "FAILED: threads of C++");
    MPI_Finalize();
    return all != 0;
}
