// Sends that are taken back while others receive, on one worker and between several: each is received or
// cancelled, never both, and nothing is left of it.
#include <array>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/point_to_point/cancel.hpp"
#include "mpi_api/point_to_point/cancelled_status.hpp"
#include "mpi_api/point_to_point/probe.hpp"
#include "tests/support/counts.hpp"
#include "tests/support/messages.hpp"

namespace {

using namespace sartor;
using test::expect;
using test::expect_equal;
using test::run_mpi;
using Revoking = test::TestProgram<feature::tags, feature::any_source, feature::any_tag, feature::immediate,
                                   feature::synchronous, feature::cancellation, feature::datatype_basic>;
using Mpi = test::Mpi<Revoking>;

class Cancel : public test::OverCounts {};
INSTANTIATE_TEST_SUITE_P(Counts, Cancel,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8), testing::Values(1, 2, 3)));

constexpr int positions = 8;   // messages from each rank to each in a round: a message's tag is its position
constexpr int outcomes = 1000; // tag of the message that says which are cancelled
constexpr int longest = 100000;

enum class Outcome : char { open, received, cancelled };
using Outcomes = std::array<Outcome, positions>;

// One rank's part.
class Round {
  public:
    Round(Mpi& mpi, int rank, int size, unsigned seed)
        : mpi_(mpi), rank_(rank), size_(size), random_(seed * 100 + static_cast<unsigned>(rank)),
          out_(longest, static_cast<char>(rank)), in_(longest), sends_(static_cast<std::size_t>(size)),
          sent_(sends_.size()), taken_(sends_.size()) {}

    void run() {
        for (int position = 0; position < positions; ++position)
            for (int to = 0; to < size_; ++to) {
                MPI_Request& request = sends_[index(to)][index(position)];
                mpi::issend(mpi_.call, out_.data(), bytes_of(position), MPI_BYTE, to, position,
                            MPI_COMM_WORLD, &request);
                if (random_() % 4 == 0) mpi::cancel(mpi_.call, &request);
                if (random_() % 2 == 0) receive_one();
            }
        for (int to = 0; to < size_; ++to) take_back(to);
        for (int from = 0; from < size_; ++from) receive_rest(from);
    }

  private:
    [[nodiscard]] static std::size_t index(int number) { return static_cast<std::size_t>(number); }
    [[nodiscard]] static int bytes_of(int position) { return position == 0 ? longest : position * 10; }

    void receive(int from, int position) {
        const MPI_Status status = mpi_.receive(in_.data(), longest, from, position);
        expect_equal(mpi_.count(status), bytes_of(position));
        expect(in_[0] == static_cast<char>(from) || bytes_of(position) == 0);
        expect_equal(taken_[index(from)][index(position)], Outcome::open);
        taken_[index(from)][index(position)] = Outcome::received;
    }

    // An immediate receive of what may be cancelled at the same moment, which is withdrawn when it comes to
    // nothing.
    void receive_one() {
        const int from = static_cast<int>(random_() % index(size_));
        const int position = static_cast<int>(random_() % positions);
        MPI_Request request;
        MPI_Status status;
        int is_cancelled = 0;
        mpi_.start_receive(in_.data(), longest, from, position, request);
        if (random_() % 2 == 0) process::yield();
        mpi::cancel(mpi_.call, &request);
        mpi::wait(mpi_.call, &request, &status);
        mpi::test_cancelled(mpi_.call, &status, &is_cancelled);
        if (is_cancelled != 0) return;
        expect(mpi_.count(status) == bytes_of(position) && in_[0] == static_cast<char>(from));
        expect_equal(taken_[index(from)][index(position)], Outcome::open);
        taken_[index(from)][index(position)] = Outcome::received;
    }

    // Waits for nobody.
    void take_back(int to) {
        for (int position = 0; position < positions; ++position) {
            MPI_Request& request = sends_[index(to)][index(position)];
            MPI_Status status;
            int is_cancelled = -1;
            mpi::cancel(mpi_.call, &request);
            mpi::wait(mpi_.call, &request, &status);
            mpi::test_cancelled(mpi_.call, &status, &is_cancelled);
            sent_[index(to)][index(position)] = is_cancelled != 0 ? Outcome::cancelled : Outcome::received;
        }
        mpi_.send(sent_[index(to)].data(), sizeof(Outcomes), to, outcomes);
    }

    void receive_rest(int from) {
        Outcomes theirs;
        mpi_.receive(theirs.data(), sizeof theirs, from, outcomes);
        for (int position = 0; position < positions; ++position) {
            const bool received = taken_[index(from)][index(position)] == Outcome::received;
            expect_equal(received, (theirs[index(position)] == Outcome::received));
            int flag = -1;
            mpi::iprobe(mpi_.call, from, position, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
            expect_equal(flag, 0);
        }
    }

    Mpi& mpi_;
    int rank_;
    int size_;
    std::mt19937 random_;
    std::vector<char> out_;
    std::vector<char> in_;
    std::vector<std::array<MPI_Request, positions>> sends_;
    std::vector<Outcomes> sent_;
    std::vector<Outcomes> taken_;
};

TEST_P(Cancel, OrReceiveButNeverBoth) {
    for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const auto body = [seed](Mpi& mpi, int rank, int size) { Round(mpi, rank, size, seed).run(); };
        EXPECT_EQ(run_mpi<Revoking>(ranks(), body, workers()), 0);
    }
}

// Nobody ever looks at these: of what is cancelled, of what is cancelled and not completed, and of what is
// left under way no memory remains.
TEST_P(Cancel, LeavesNothingBehind) {
    const auto body = [](Mpi& mpi, int rank, int size) {
        static char data[longest];
        for (int round = 0; round < 50; ++round) {
            MPI_Request request;
            mpi::issend(mpi.call, data, round % 2 == 0 ? longest : 8, MPI_BYTE, (rank + 1) % size, round,
                        MPI_COMM_WORLD, &request);
            if (round % 5 == 0) continue;
            mpi::cancel(mpi.call, &request);
            if (round % 3 != 0) mpi::wait(mpi.call, &request, MPI_STATUS_IGNORE);
        }
    };
    EXPECT_EQ(run_mpi<Revoking>(ranks(), body, workers()), 0);
}

// What is not cancelled among many that wait at the receiver is received in order.
TEST_P(Cancel, OneOfManyThatWait) {
    const auto body = [](Mpi& mpi, int rank, int size) {
        constexpr int messages = 300;
        std::vector<int> values(messages);
        std::vector<MPI_Request> requests(messages);
        for (int number = 0; number < messages; ++number) {
            values[static_cast<std::size_t>(number)] = number;
            MPI_Request& request = requests[static_cast<std::size_t>(number)];
            mpi::issend(mpi.call, &values[static_cast<std::size_t>(number)], sizeof(int), MPI_BYTE,
                        (rank + 1) % size, 1, MPI_COMM_WORLD, &request);
        }
        for (int number = 0; number < messages; ++number)
            if (number % 7 != 3) mpi::cancel(mpi.call, &requests[static_cast<std::size_t>(number)]);
        mpi.send(nullptr, 0, (rank + 1) % size, 2);
        mpi.receive(nullptr, 0, (rank + size - 1) % size, 2);
        for (int number = 3; number < messages; number += 7) {
            int value = -1;
            mpi.receive(&value, sizeof value, (rank + size - 1) % size, 1);
            expect_equal(value, number);
        }
        mpi.wait_for_all(messages, requests.data());
    };
    EXPECT_EQ(run_mpi<Revoking>(ranks(), body, workers()), 0);
}

} // namespace
