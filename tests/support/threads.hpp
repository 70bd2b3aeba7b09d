// Ranks inside a test whose threads call MPI at once.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "tests/support/messages.hpp"

namespace sartor::test {

// What a program with threads has besides the features of messages.
template <class... Fs>
using ThreadedProgram = TestProgram<feature::threads, feature::thread_callers, feature::tags,
                                    feature::any_source, feature::any_tag, feature::immediate,
                                    feature::probing, feature::datatype_basic, feature::collective, Fs...>;

// Runs body(rank, thread) on so many threads of each rank, its main one among them, between MPI_Init_thread
// and MPI_Finalize; the exit code.
template <class Program>
int run_threads(int ranks, int threads, std::function<void(process::Rank&, int)> body) {
    static constexpr process::Program runtime = mpi::runtime_program<Program>();
    body_of_ranks = [=](process::Rank& rank) {
        int provided = 0;
        {
            mpi::Call<Program> call{"MPI_Init_thread"};
            mpi::init_thread(call, nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
        }
        expect_equal(provided, MPI_THREAD_MULTIPLE);
        std::vector<std::thread> others;
        for (int thread = 1; thread < threads; ++thread)
            others.emplace_back([&rank, &body, thread] {
                process::current = &rank;
                body(rank, thread);
            });
        body(rank, 0);
        for (std::thread& other : others) other.join();
        mpi::Call<Program> call{"MPI_Finalize"};
        mpi::finalize(call);
    };
    process::Layout layout;
    layout.ranks = ranks;
    layout.has_threads = layout.own_threads = true;
    layout.stack_bytes = std::size_t{256} << 10;
    return process::run(layout, runtime, [](process::Rank& rank) { body_of_ranks(rank); });
}

// The calls of one thread. Each is a call of its own, as in a cut.
template <class Program>
struct Thread {
    using Call = mpi::Call<Program>;

    static void send(const void* data, int bytes, int to, int tag) {
        Call call{"MPI_Send"};
        mpi::send(call, data, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD);
    }
    static MPI_Status receive(void* data, int bytes, int from, int tag) {
        Call call{"MPI_Recv"};
        MPI_Status status;
        mpi::recv(call, data, bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, &status);
        return status;
    }
    static MPI_Request start_send(const void* data, int bytes, int to, int tag) {
        Call call{"MPI_Isend"};
        MPI_Request request;
        mpi::isend(call, data, bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
        return request;
    }
    static MPI_Request start_receive(void* data, int bytes, int from, int tag) {
        Call call{"MPI_Irecv"};
        MPI_Request request;
        mpi::irecv(call, data, bytes, MPI_BYTE, from, tag, MPI_COMM_WORLD, &request);
        return request;
    }
    static void wait(MPI_Request& request) {
        Call call{"MPI_Wait"};
        mpi::wait(call, &request, MPI_STATUS_IGNORE);
    }
    static void wait_for_all(int count, MPI_Request* requests) {
        Call call{"MPI_Waitall"};
        mpi::waitall(call, count, requests, MPI_STATUSES_IGNORE);
    }
    static bool test(MPI_Request& request) {
        Call call{"MPI_Test"};
        int flag = 0;
        mpi::test(call, &request, &flag, MPI_STATUS_IGNORE);
        return flag != 0;
    }
};

} // namespace sartor::test
