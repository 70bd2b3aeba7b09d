// Point-to-point messages in quantity, with schedules made random by a seed: the channels under load. The
// programs of tests/conformance/stress do the same at larger scale, with any MPI.
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/point_to_point/multiple_completion.hpp"
#include "tests/support/counts.hpp"
#include "tests/support/messages.hpp"

namespace {

using namespace sartor;
using test::expect;
using test::expect_equal;
using test::run_mpi;
using Full = test::FullMessages;
using Mpi = test::Mpi<Full>;

class Stress : public test::OverCounts {};
INSTANTIATE_TEST_SUITE_P(Counts, Stress,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8, 16), testing::Values(1, 2)));

constexpr std::size_t longest = 100000;

// Mostly short; some around the sizes where protocols change, some long.
std::size_t pick_size(std::mt19937& random) {
    constexpr std::size_t borders[] = {1, 8, 64, 192, 1024, 4096, 8192, 16384, 65536};
    const unsigned kind = random() % 100;
    if (kind < 70) return random() % 65;
    if (kind < 90) return borders[random() % 9] + random() % 3 - 1;
    return kind < 99 ? random() % 2000 : random() % longest;
}

unsigned char byte_of(int from, int number, std::size_t index) {
    return static_cast<unsigned char>(static_cast<std::size_t>(from * 7 + number * 13) + index +
                                      (index >> 8));
}

void fill(std::vector<unsigned char>& data, int from, int number) {
    for (std::size_t index = 0; index < data.size(); ++index) data[index] = byte_of(from, number, index);
}

void expect_message(const std::vector<unsigned char>& data, std::size_t bytes, int from, int number) {
    for (std::size_t index = 0; index < bytes; ++index)
        expect_equal(data[index], byte_of(from, number, index));
}

int right_of(int rank, int size) {
    return (rank + 1) % size;
}
int left_of(int rank, int size) {
    return (rank + size - 1) % size;
}

constexpr unsigned seeds[] = {1, 2, 3};

// Non-overtaking (MPI-5.0 section 3.5) between short and long messages of one pair with one tag, into
// receives that wait and receives that come later. The sender's sizes are known to the receiver by the seed.
TEST_P(Stress, ShortAndLongMessagesKeepTheirOrder) {
    const auto body = [](unsigned seed, Mpi& mpi, int rank, int size) {
        constexpr int messages = 40;
        std::mt19937 sizes(seed);
        std::mt19937 schedule(seed * 100 + static_cast<unsigned>(rank));
        std::vector<std::vector<unsigned char>> out(messages);
        std::vector<std::vector<unsigned char>> in(messages);
        std::vector<MPI_Request> requests(2 * messages, MPI_REQUEST_NULL);
        for (int number = 0; number < messages; ++number) {
            out[number].resize(pick_size(sizes));
            in[number].resize(longest);
            fill(out[number], rank, number);
        }
        const int posted = static_cast<int>(schedule() % messages);
        const auto capacity = static_cast<int>(longest);
        for (int number = 0; number < posted; ++number)
            mpi.start_receive(in[number].data(), capacity,
                              schedule() % 2 ? left_of(rank, size) : MPI_ANY_SOURCE, 4, requests[number]);
        for (int number = 0; number < messages; ++number) {
            mpi.start_send(out[number].data(), static_cast<int>(out[number].size()), right_of(rank, size), 4,
                           requests[messages + number]);
            if (schedule() % 4 == 0) process::yield();
        }
        for (int number = posted; number < messages; ++number) {
            const MPI_Status status = mpi.receive(in[number].data(), capacity, left_of(rank, size), 4);
            expect_equal(mpi.count(status), static_cast<int>(out[number].size()));
        }
        mpi.wait_for_all(2 * messages, requests.data());
        for (int number = 0; number < messages; ++number)
            expect_message(in[number], out[number].size(), left_of(rank, size), number);
    };
    for (const unsigned seed : seeds) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        EXPECT_EQ(run_mpi<Full>(
                      ranks(), [&](Mpi& mpi, int rank, int size) { body(seed, mpi, rank, size); }, workers()),
                  0);
    }
}

// Random traffic. A message begins with its number among those of its sender to this receiver, and its
// length.
class Traffic {
  public:
    Traffic(Mpi& mpi, int rank, int size, unsigned seed, int messages)
        : mpi_(mpi), rank_(rank), seed_(seed), messages_(messages), sent_(static_cast<std::size_t>(size)),
          received_(static_cast<std::size_t>(size)), expected_(expected_from(size)) {}

    void run() {
        std::mt19937 random = choices_of(rank_);
        int to_come = 0;
        for (const int count : expected_) to_come += count;
        int to_send = messages_;
        int under_way = 0;
        for (auto& slot : slots_) slot.resize(longest + sizeof(Header));
        for (int slot = 0; slot < window && to_send > 0; ++slot, --to_send, ++under_way) send(slot, random);
        if (to_come > 0) listen();
        while (to_come > 0 || under_way > 0) {
            int slot = 0;
            MPI_Status status;
            mpi::waitany(mpi_.call, window + 1, requests_, &slot, &status);
            if (slot == window) {
                take(status);
                if (--to_come > 0) listen();
            } else if (to_send > 0) {
                send(slot, random);
                --to_send;
            } else {
                --under_way;
            }
        }
        expect_equal(received_, expected_);
    }

  private:
    struct Header {
        int number;
        int bytes;
    };
    static constexpr int window = 8;

    [[nodiscard]] std::mt19937 choices_of(int from) const {
        return std::mt19937(seed_ * 1000 + static_cast<unsigned>(from));
    }

    // How many messages each rank sends to this one: by making everybody's choices.
    [[nodiscard]] std::vector<int> expected_from(int size) const {
        std::vector<int> expected(static_cast<std::size_t>(size));
        for (int from = 0; from < size; ++from) {
            std::mt19937 random = choices_of(from);
            for (int number = 0; number < messages_; ++number) {
                expected[static_cast<std::size_t>(from)] +=
                    static_cast<int>(random() % sent_.size()) == rank_;
                pick_size(random);
            }
        }
        return expected;
    }

    void send(int slot, std::mt19937& random) {
        const auto to = random() % sent_.size();
        const Header header{sent_[to]++, static_cast<int>(pick_size(random))};
        unsigned char* bytes = slots_[slot].data();
        std::memcpy(bytes, &header, sizeof header);
        for (int byte = 0; byte < header.bytes; ++byte)
            bytes[sizeof header + byte] = byte_of(rank_, header.number, byte);
        mpi_.start_send(bytes, static_cast<int>(sizeof header) + header.bytes, static_cast<int>(to),
                        header.number % 3, requests_[slot]);
    }

    void listen() {
        mpi_.start_receive(slots_[window].data(), static_cast<int>(slots_[window].size()), MPI_ANY_SOURCE,
                           MPI_ANY_TAG, requests_[window]);
    }

    void take(const MPI_Status& status) {
        Header header{};
        const unsigned char* bytes = slots_[window].data();
        std::memcpy(&header, bytes, sizeof header);
        expect_equal(header.number, received_[static_cast<std::size_t>(status.MPI_SOURCE)]++);
        expect_equal(status.MPI_TAG, header.number % 3);
        expect_equal(mpi_.count(status), static_cast<int>(sizeof header) + header.bytes);
        for (int byte = 0; byte < header.bytes; ++byte)
            expect_equal(bytes[sizeof header + byte], byte_of(status.MPI_SOURCE, header.number, byte));
    }

    Mpi& mpi_;
    int rank_;
    unsigned seed_;
    int messages_;
    std::vector<int> sent_;
    std::vector<int> received_;
    std::vector<int> expected_;
    std::vector<unsigned char> slots_[window + 1]; // the last one is for what comes
    MPI_Request requests_[window + 1] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                                         MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL,
                                         MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

TEST_P(Stress, RandomTrafficArrivesWholeOnceAndInOrder) {
    for (const unsigned seed : seeds) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const auto body = [seed](Mpi& mpi, int rank, int size) {
            Traffic(mpi, rank, size, seed, 1500).run();
        };
        EXPECT_EQ(run_mpi<Full>(ranks(), body, workers()), 0);
    }
}

// All ranks, this one included, send to rank 0 before it receives anything.
TEST_P(Stress, ManyUnexpectedMessagesWait) {
    constexpr int messages = test::most_unreceived;
    const auto body = [](Mpi& mpi, int rank, int size) {
        for (int number = 0; number < messages; ++number) mpi.send(&number, sizeof number, 0, 1);
        mpi.send(nullptr, 0, 0, 2);
        if (rank != 0) return;
        for (int from = size - 1; from >= 0; --from) mpi.receive(nullptr, 0, from, 2); // behind the others
        for (int from = size - 1; from >= 0; --from)
            for (int number = 0; number < messages; ++number) {
                int value = -1;
                mpi.receive(&value, sizeof value, from, 1);
                expect_equal(value, number);
            }
    };
    EXPECT_EQ(run_mpi<Full>(ranks(), body, workers()), 0);
}

} // namespace
