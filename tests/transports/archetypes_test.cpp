// Whatever a transport can do, the communicator over it keeps the same laws: messages between two ranks
// arrive in order and whole, to receives posted before or after, by name or from any source, and a send that
// nobody receives can be taken back. Over each capability's archetype.
#include "tests/support/archetypes.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_api/point_to_point/cancel.hpp"
#include "mpi_api/point_to_point/cancelled_status.hpp"
#include "tests/support/messages.hpp"

namespace {

using namespace sartor;
using test::expect_equal;

template <class MachineUsed>
struct On {
    using features = sartor::features<feature::tags, feature::any_source, feature::immediate,
                                      feature::synchronous, feature::cancellation, feature::datatype_basic>;
    using machine = MachineUsed;
    using Mpi = test::Mpi<On>;
    using Types = typename mpi::Interface<On>::types;
    using Transport = typename Types::Transport;
    using Parcel = typename Types::Parcel;
};

using OnSmallest = On<test::SmallestMachine>;
using OnBudgeted = On<test::Archetype<test::Budgeted>>;
using OnReachable = On<test::Archetype<test::Reachable>>;
using OnPeekable = On<test::Archetype<test::Peekable>>;
using OnTimed = On<test::Archetype<test::Timed>>;
using OnDistant = On<test::Archetype<test::Distant, test::BetweenStrangers>>;
using OnNaming = On<test::Archetype<test::Naming, test::BetweenStrangers>>;
using OnBuffering = On<test::Archetype<test::Buffering, test::BetweenStrangers>>;

// Each can do what it is for; the smallest can do nothing else.
template <class P>
constexpr int capabilities() {
    using T = typename P::Transport;
    return int{channel::BudgetedTransport<T>} + int{channel::ReachableTransport<T>} +
           int{channel::PeekableTransport<T, typename P::Parcel>} + int{channel::TimedTransport<T>} +
           int{channel::DistantTransport<T>} + int{channel::NamingTransport<T>} +
           int{channel::BufferingTransport<T>};
}
static_assert(channel::Transport<OnSmallest::Transport, OnSmallest::Parcel> &&
              capabilities<OnSmallest>() == 0);
static_assert(channel::BudgetedTransport<OnBudgeted::Transport> && capabilities<OnBudgeted>() == 1);
static_assert(channel::ReachableTransport<OnReachable::Transport> && capabilities<OnReachable>() == 1);
static_assert(channel::PeekableTransport<OnPeekable::Transport, OnPeekable::Parcel>);
static_assert(capabilities<OnPeekable>() == 2, "what arrives as bytes needs cells");
static_assert(channel::TimedTransport<OnTimed::Transport> && capabilities<OnTimed>() == 1);
static_assert(channel::DistantTransport<OnDistant::Transport> && capabilities<OnDistant>() == 1);
static_assert(channel::NamingTransport<OnNaming::Transport> && capabilities<OnNaming>() == 2);
static_assert(channel::BufferingTransport<OnBuffering::Transport> && capabilities<OnBuffering>() == 2);

template <class P>
class Archetypes : public testing::Test {
  protected:
    void SetUp() override { test::uses = 0; }
};
using Programs = testing::Types<OnSmallest, OnBudgeted, OnReachable, OnPeekable, OnTimed, OnDistant, OnNaming,
                                OnBuffering>;
TYPED_TEST_SUITE(Archetypes, Programs);

constexpr std::array sizes{0, 8, 64, 65, 1000, 20000};

int byte_of(int from, int to, int message) {
    return 1 + from * 7 + to * 3 + message;
}

// Every rank sends each size to every rank, itself included.
template <class Mpi>
void exchange(Mpi& mpi, int rank, int size, bool posts_first, bool any_source) {
    const auto number = sizes.size();
    std::vector<std::vector<char>> out;
    std::vector<std::vector<char>> in;
    std::vector<MPI_Request> sends;
    std::vector<MPI_Request> receives;
    const auto send = [&] {
        for (std::size_t message = 0; message < number; ++message)
            for (int to = 0; to < size; ++to) {
                const auto byte = static_cast<char>(byte_of(rank, to, static_cast<int>(message)));
                out.emplace_back(static_cast<std::size_t>(sizes[message]), byte);
                mpi.start_send(out.back().data(), sizes[message], to, 1, sends.emplace_back());
            }
    };
    const auto receive = [&] {
        for (std::size_t message = 0; message < number; ++message)
            for (int from = 0; from < size; ++from) {
                in.emplace_back(static_cast<std::size_t>(sizes.back()));
                mpi.start_receive(in.back().data(), sizes.back(), any_source ? MPI_ANY_SOURCE : from, 1,
                                  receives.emplace_back());
            }
    };
    if (posts_first) receive();
    send();
    if (!posts_first) receive();
    std::vector<MPI_Status> statuses(receives.size());
    mpi::waitall(mpi.call, static_cast<int>(receives.size()), receives.data(), statuses.data());
    mpi.wait_for_all(static_cast<int>(sends.size()), sends.data());
    std::vector<std::size_t> seen(static_cast<std::size_t>(size)); // messages of each rank, in their order
    for (std::size_t index = 0; index < in.size(); ++index) {
        const int from = statuses[index].MPI_SOURCE;
        const std::size_t message = seen[static_cast<std::size_t>(from)]++;
        expect_equal(mpi.count(statuses[index]), sizes[message]);
        const auto bytes = static_cast<std::size_t>(sizes[message]);
        const auto byte = static_cast<char>(byte_of(from, rank, static_cast<int>(message)));
        expect_equal(std::vector<char>(in[index].begin(), in[index].begin() + sizes[message]) ==
                         std::vector<char>(bytes, byte),
                     true);
    }
}

TYPED_TEST(Archetypes, MessagesArriveInOrderAndWhole) {
    for (const int ranks : {1, 2, 3, 5})
        for (const bool posts_first : {false, true})
            for (const bool any_source : {false, true}) {
                const auto body = [=](typename TypeParam::Mpi& mpi, int rank, int size) {
                    exchange(mpi, rank, size, posts_first, any_source);
                };
                EXPECT_EQ(test::run_mpi<TypeParam>(ranks, body, 1), 0)
                    << ranks << " ranks, posted first: " << posts_first << ", any source: " << any_source;
            }
}

TYPED_TEST(Archetypes, RanksThatBlockTakeTurns) {
    const auto body = [](typename TypeParam::Mpi& mpi, int rank, int size) {
        int token = rank == 0 ? 0 : -1;
        for (int round = 0; round < 10; ++round) {
            if (rank > 0 || round > 0) mpi.receive(&token, sizeof token, (rank + size - 1) % size, 2);
            ++token;
            mpi.send(&token, sizeof token, (rank + 1) % size, 2);
        }
        if (rank != 0) return;
        mpi.receive(&token, sizeof token, size - 1, 2);
        expect_equal(token, 10 * size);
    };
    EXPECT_EQ(test::run_mpi<TypeParam>(4, body, 1), 0);
    constexpr bool may_count = capabilities<TypeParam>() > 0;
    EXPECT_EQ(test::uses > 0, may_count) << "what an archetype can do is asked for";
}

TYPED_TEST(Archetypes, ASendIsTakenBackOrReceivedNotBoth) {
    const auto body = [](typename TypeParam::Mpi& mpi, int rank, int) {
        std::vector<char> data(100, 'a');
        if (rank == 1) { // the first is not received until the sender has taken back what it can
            mpi.receive(data.data(), 0, 0, 2);
            char received = 0;
            mpi.receive(&received, 1, 0, 3);
            expect_equal(received, 'c');
            return;
        }
        MPI_Request request;
        mpi::issend(mpi.call, data.data(), 100, MPI_BYTE, 1, 3, MPI_COMM_WORLD, &request);
        mpi::cancel(mpi.call, &request);
        MPI_Status status;
        mpi::wait(mpi.call, &request, &status);
        int cancelled = 0;
        mpi::test_cancelled(mpi.call, &status, &cancelled);
        expect_equal(cancelled, 1);
        mpi.send(data.data(), 0, 1, 2);
        data[0] = 'c';
        mpi.send(data.data(), 1, 1, 3);
    };
    EXPECT_EQ(test::run_mpi<TypeParam>(2, body, 1), 0);
}

TEST(PeekableArchetype, AMessageIsReadInItsSlot) {
    const auto body = [](OnPeekable::Mpi& mpi, int, int) { // nothing looks at the slot between the calls
        int value = 7;
        mpi.send(&value, sizeof value, 0, 1);
        value = 0;
        mpi.receive(&value, sizeof value, 0, 1);
        expect_equal(value, 7);
    };
    OnPeekable::Transport::taken_out = 0;
    EXPECT_EQ(test::run_mpi<OnPeekable>(1, body, 1), 0);
    EXPECT_EQ(OnPeekable::Transport::taken_out, 1);
}

TEST(BufferingArchetype, GivesAllBuffersBack) {
    const auto body = [](OnBuffering::Mpi& mpi, int rank, int size) {
        exchange(mpi, rank, size, false, false);
    };
    EXPECT_EQ(test::run_mpi<OnBuffering>(3, body, 1), 0);
    EXPECT_EQ(OnBuffering::Transport::buffers, 0);
}

} // namespace
