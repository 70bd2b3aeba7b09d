// What waits unreceived is bounded, whatever is sent: counted at the receiver, on one worker and between
// several.
#include <gtest/gtest.h>

#include "mpi_api/point_to_point/probe.hpp"
#include "tests/support/counts.hpp"
#include "tests/support/messages.hpp"

namespace {

using namespace sartor;
using test::expect;
using test::expect_equal;
using test::run_mpi;
using Full = test::FullMessages;
using Mpi = test::Mpi<Full>;

class Backlog : public test::OverCounts {
  protected:
    Backlog() { test::backlog_bytes = process::least_backlog; }
    ~Backlog() override { test::backlog_bytes = process::usual_backlog; }
};
INSTANTIATE_TEST_SUITE_P(Counts, Backlog,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16), testing::Values(1, 2, 3)));

constexpr int messages = 2000;

struct Unreceived {
    std::size_t bytes = 0;
    int messages = 0;
};

Unreceived unreceived(Mpi& mpi) {
    Unreceived sum;
    mpi.call.state().communicator.for_each_unreceived([&](const auto& envelope) {
        sum.bytes += envelope.storage.bytes;
        ++sum.messages;
    });
    return sum;
}

// Looks until nothing more comes: all senders wait, or have sent all.
Unreceived let_arrive(Mpi& mpi, int all) {
    Unreceived now = unreceived(mpi);
    for (int quiet = 0; quiet < 2000 && now.messages < all; ++quiet) {
        mpi.call.state().communicator.progress();
        process::yield();
        const int before = now.messages;
        now = unreceived(mpi);
        if (now.messages > before) quiet = 0;
    }
    return now;
}

// For all ranks of the worker, and on their way around full channels of each other worker, so many bytes at
// most wait, and one message more for each limit; further ones in fastbuffers, and of each sender the one
// that it waits with.
std::size_t most(std::size_t bytes, int size, int workers) {
    using Fastbuffer = channel::host::FastbufferShape;
    const auto others = static_cast<std::size_t>(workers - 1);
    const auto ranks = static_cast<std::size_t>(size + workers - 1) / static_cast<std::size_t>(workers);
    // Between address spaces, of each sender what it has credits for.
    constexpr std::size_t credits = test::Machine::shares_memory ? 0 : process::least_backlog;
    return (ranks + others) * process::least_backlog + (1 + others) * bytes +
           others * Fastbuffer::slots * bytes + static_cast<std::size_t>(size) * (bytes + credits);
}

// The rest arrives when those that wait are received: in their order, into wildcards.
void receive_all(Mpi& mpi, int size, std::size_t bytes) {
    std::vector<int> next(static_cast<std::size_t>(size), 0);
    std::vector<char> data(bytes);
    for (int count = 0; count < messages * (size - 1); ++count) {
        const MPI_Status status =
            mpi.receive(data.data(), static_cast<int>(bytes), MPI_ANY_SOURCE, MPI_ANY_TAG);
        expect_equal(status.MPI_TAG, next[static_cast<std::size_t>(status.MPI_SOURCE)]++);
        expect(data.front() == static_cast<char>(status.MPI_TAG) && data.back() == data.front());
    }
}

TEST_P(Backlog, IsBoundedWhileNobodyReceives) {
    for (const std::size_t bytes : {std::size_t{64}, std::size_t{1000}, std::size_t{8192}}) {
        const auto body = [=, workers = workers()](Mpi& mpi, int rank, int size) {
            if (rank == 0) {
                const Unreceived waiting = let_arrive(mpi, messages * (size - 1));
                expect(waiting.bytes <= most(bytes, size, workers));
                receive_all(mpi, size, bytes);
                expect_equal(unreceived(mpi).messages, 0);
                return;
            }
            for (int number = 0; number < messages; ++number) {
                const std::vector<char> data(bytes, static_cast<char>(number));
                mpi.send(data.data(), static_cast<int>(bytes), 0, number);
            }
        };
        EXPECT_EQ(run_mpi<Full>(ranks(), body, workers()), 0) << bytes << " bytes";
    }
}

// Of sends that are not waited for as many may be started as the program likes.
TEST_P(Backlog, ImmediateSendsWaitWithTheirSenders) {
    const auto body = [=](Mpi& mpi, int rank, int size) {
        if (rank == 0) {
            static_cast<void>(let_arrive(mpi, messages * (size - 1)));
            return receive_all(mpi, size, 4);
        }
        std::vector<std::array<char, 4>> data(messages);
        std::vector<MPI_Request> requests(messages);
        for (int number = 0; number < messages; ++number) {
            const auto index = static_cast<std::size_t>(number);
            data[index].fill(static_cast<char>(number));
            mpi.start_send(data[index].data(), 4, 0, number, requests[index]);
        }
        mpi.wait_for_all(messages, requests.data());
    };
    EXPECT_EQ(run_mpi<Full>(ranks(), body, workers()), 0);
}

} // namespace
