// Laws of messages where threads of a rank call MPI at once (MPI-5.0 section 11.6).
#include <atomic>
#include <cstring>
#include <random>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/point_to_point/matched_probe.hpp"
#include "tests/support/threads.hpp"

namespace {

using namespace sartor;
using test::expect;
using test::expect_equal;
using test::run_threads;
using Program = test::ThreadedProgram<>;
using Thread = test::Thread<Program>;

static_assert(mpi::Interface<Program>::types::Callers::many);

// A program without threads, or whose threads take turns, has nothing of it.
using Single = test::TestProgram<feature::tags, feature::thread_callers>;
static_assert(!mpi::Interface<Single>::types::Callers::many);
static_assert(std::is_empty_v<mpi::Interface<Single>::types::Callers>);
static_assert(sizeof(mpi::Call<Single>) == sizeof(mpi::Call<test::TestProgram<feature::tags>>));
static_assert(sizeof(mpi::RankState<Single>::communicator) <
              sizeof(mpi::RankState<test::TestProgram<feature::tags, feature::threads,
                                                      feature::thread_callers>>::communicator));

class Threads : public testing::TestWithParam<std::tuple<int, int>> {
  protected:
    static int ranks() { return std::get<0>(GetParam()); }
    static int threads() { return std::get<1>(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Counts, Threads,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8), testing::Values(1, 2, 4)));

constexpr int sizes[] = {0, 8, 192, 193, 4096, 70000, 200000};

void fill(std::vector<char>& data, int mark) {
    for (std::size_t index = 0; index < data.size(); ++index)
        data[index] = static_cast<char>(static_cast<std::size_t>(mark) + index * 7);
}
bool is_filled(const std::vector<char>& data, int bytes, int mark) {
    for (int index = 0; index < bytes; ++index)
        if (data[static_cast<std::size_t>(index)] != static_cast<char>(mark + index * 7)) return false;
    return true;
}

// Each thread has a ring of its own, told from the others by tags.
TEST_P(Threads, SendAroundTheirOwnRings) {
    const int size = ranks();
    EXPECT_EQ(run_threads<Program>(size, threads(),
                                   [size](process::Rank& rank, int thread) {
                                       const int next = (rank.number + 1) % size;
                                       const int before = (rank.number + size - 1) % size;
                                       for (int round = 0; round < 20; ++round)
                                           for (const int bytes : sizes) {
                                               std::vector<char> out(static_cast<std::size_t>(bytes)),
                                                   in(out);
                                               fill(out, rank.number + thread + round);
                                               MPI_Request request =
                                                   Thread::start_receive(in.data(), bytes, before, thread);
                                               Thread::send(out.data(), bytes, next, thread);
                                               Thread::wait(request);
                                               expect(is_filled(in, bytes, before + thread + round));
                                           }
                                   }),
              0);
}

// Windows of sends and receives in all directions; waited for at once, one by one, or asked for.
TEST_P(Threads, ExchangeWithAllRanks) {
    const int size = ranks();
    const auto body = [size](process::Rank& rank, int thread) {
        std::mt19937 random(static_cast<unsigned>(rank.number * 100 + thread));
        const auto count = static_cast<std::size_t>(size);
        for (int round = 0; round < 15; ++round) {
            const int bytes = sizes[static_cast<unsigned>(round) % 5];
            std::vector<std::vector<char>> in(count, std::vector<char>(static_cast<std::size_t>(bytes))),
                out(in);
            std::vector<MPI_Request> requests;
            for (int peer = 0; peer < size; ++peer) {
                auto& data = out[static_cast<std::size_t>(peer)];
                fill(data, rank.number * 3 + peer + thread);
                requests.push_back(
                    Thread::start_receive(in[static_cast<std::size_t>(peer)].data(), bytes, peer, thread));
                requests.push_back(Thread::start_send(data.data(), bytes, peer, thread));
            }
            switch (random() % 3) {
            case 0:
                Thread::wait_for_all(static_cast<int>(requests.size()), requests.data());
                break;
            case 1:
                for (MPI_Request& request : requests) Thread::wait(request);
                break;
            default:
                for (MPI_Request& request : requests)
                    while (!Thread::test(request)) {
                    }
            }
            for (int peer = 0; peer < size; ++peer)
                expect(is_filled(in[static_cast<std::size_t>(peer)], bytes, peer * 3 + rank.number + thread));
        }
    };
    EXPECT_EQ(run_threads<Program>(size, threads(), body), 0);
}

// Receives of any rank and any tag by several threads: each message is received once, and what one thread of
// a rank receives of one sending thread is in its order.
TEST_P(Threads, TakeMessagesOfAnyoneOnce) {
    const int size = ranks();
    const int count = threads();
    constexpr int messages = 100;
    static std::atomic<int> received[8][8][4];
    for (auto& of_rank : received)
        for (auto& of_sender : of_rank)
            for (auto& number : of_sender) number = 0;
    const auto body = [size](process::Rank& rank, int thread) {
        int last[8][4] = {};
        for (int number = 1; number <= messages; ++number) {
            for (int peer = 0; peer < size; ++peer) {
                const int message[2] = {thread, number};
                Thread::send(message, sizeof message, peer, number % 5);
            }
            for (int peer = 0; peer < size; ++peer) {
                int message[2] = {-1, -1};
                const MPI_Status status =
                    Thread::receive(message, sizeof message, MPI_ANY_SOURCE, MPI_ANY_TAG);
                expect_equal(status.MPI_TAG, message[1] % 5);
                int& before = last[status.MPI_SOURCE][message[0]];
                expect(message[1] > before);
                before = message[1];
                ++received[rank.number][status.MPI_SOURCE][message[0]];
            }
        }
    };
    EXPECT_EQ(run_threads<Program>(size, count, body), 0);
    for (int rank = 0; rank < size; ++rank)
        for (int peer = 0; peer < size; ++peer)
            for (int thread = 0; thread < count; ++thread) EXPECT_EQ(received[rank][peer][thread], messages);
}

// Probed and reserved by one thread, whichever comes first (MPI-5.0 section 3.8.2).
TEST_P(Threads, ShareAFlowByMatchedProbes) {
    const int size = ranks();
    constexpr int messages = 60;
    const auto body = [size](process::Rank& rank, int thread) {
        using Call = mpi::Call<Program>;
        for (int number = 0; number < messages; ++number) {
            std::vector<char> data(static_cast<std::size_t>(1 + (thread + number * 37) % 3000));
            fill(data, number);
            Thread::send(data.data(), static_cast<int>(data.size()), (rank.number + 1) % size, number);
        }
        for (int number = 0; number < messages; ++number) {
            MPI_Message message;
            MPI_Status status;
            int bytes = 0;
            {
                Call call{"MPI_Mprobe"};
                mpi::mprobe(call, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
                mpi::get_count(call, &status, MPI_BYTE, &bytes);
            }
            std::vector<char> data(static_cast<std::size_t>(bytes));
            Call call{"MPI_Mrecv"};
            mpi::mrecv(call, data.data(), bytes, MPI_BYTE, &message, &status);
            expect(is_filled(data, bytes, status.MPI_TAG));
        }
    };
    EXPECT_EQ(run_threads<Program>(size, threads(), body), 0);
}

// One thread starts a receive, another one waits for it.
TEST_P(Threads, WaitForWhatOthersStarted) {
    const int count = threads();
    if (count == 1) return;
    const auto body = [count](process::Rank& rank, int thread) {
        static std::atomic<MPI_Request> handed[8][4][50];
        static int data[8][4][50];
        const int next = (thread + 1) % count;
        for (int round = 0; round < 50; ++round) {
            handed[rank.number][next][round] =
                Thread::start_receive(&data[rank.number][next][round], sizeof(int), rank.number, next);
            MPI_Request request;
            while ((request = handed[rank.number][thread][round].exchange(nullptr)) == nullptr)
                std::this_thread::yield();
            const int value = thread * 1000 + round;
            Thread::send(&value, sizeof value, rank.number, thread);
            Thread::wait(request);
            expect_equal(data[rank.number][thread][round], value);
        }
    };
    EXPECT_EQ(run_threads<Program>(ranks(), count, body), 0);
}

} // namespace
