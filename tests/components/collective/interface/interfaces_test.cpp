// API independence (EPOS-MPI 3.5): the collectives, unchanged, over interfaces that are not MPI. The same
// over MPI's messages: algorithms_test.cpp.
#include <atomic>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "components/collective/algorithms/allgather_algorithms.hpp"
#include "components/collective/algorithms/alltoall_algorithms.hpp"
#include "components/collective/algorithms/barrier.hpp"
#include "components/collective/algorithms/bcast_long.hpp"
#include "components/collective/algorithms/gather.hpp"
#include "components/collective/algorithms/reduce_long.hpp"
#include "components/collective/interface/channel_interface.hpp"
#include "components/collective/operands/array_operands.hpp"
#include "interfaces/pvm/interface.hpp"
#include "tests/support/expect.hpp"
#include "topologies/networks/grid.hpp"
#include "topologies/networks/ring.hpp"
#include "transports/host/machine.hpp"

namespace {

using namespace sartor;
using namespace sartor::collective;
using Channels = ChannelMessages<machine::Host>;

std::function<void()> body_of_ranks;

int run_ranks(int ranks, int workers, std::function<void()> body) {
    static constexpr process::Program runtime = channel::raw_channel_program<machine::Host>();
    static constexpr int unbound[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
    body_of_ranks = std::move(body);
    process::Layout layout;
    layout.ranks = ranks;
    layout.cores = unbound;
    layout.core_count = workers;
    layout.stack_bytes = std::size_t{256} << 10;
    return process::run(layout, runtime, [](process::Rank&) { body_of_ranks(); });
}

static_assert(MessagePassing<Channels> && StartsSends<Channels>);
static_assert(MessagePassing<pvm::Messages> && !StartsSends<pvm::Messages>);

struct OverChannels {
    Channels messages;
    bool right() const { return !messages.failed(); }
};
struct OverPvm {
    pvm::Task task;
    pvm::Messages messages{task, 77};
    bool right() const { return messages.error() == pvm::Error::none; }
};

using test::expect;
using test::expect_equal;

template <class Interface>
class Interfaces : public testing::Test {
  protected:
    // Runs body(messages) on each rank.
    template <class Body>
    void on_all_counts(Body body) {
        for (const int ranks : {1, 2, 3, 5, 8, 16, 33})
            for (const int workers : {1, 2})
                ASSERT_EQ(run_ranks(ranks, workers,
                                    [&] {
                                        Interface interface;
                                        body(interface.messages);
                                        expect(interface.right());
                                    }),
                          0)
                    << ranks << " ranks on " << workers << " workers";
    }
};
using AllInterfaces = testing::Types<OverChannels, OverPvm>;
TYPED_TEST_SUITE(Interfaces, AllInterfaces);

constexpr std::size_t counts[] = {0, 1, 100, 5000};

std::vector<int> data_of(int rank, std::size_t count) {
    std::vector<int> data(count);
    std::iota(data.begin(), data.end(), rank * 1000);
    return data;
}
envelope::Contiguous piece(std::vector<int>& data) {
    return {data.data(), data.size() * sizeof(int)};
}
auto slices_of(std::vector<int>& data, std::size_t count) {
    return [&data, count](int rank) {
        return envelope::Contiguous{data.data() + static_cast<std::size_t>(rank) * count,
                                    count * sizeof(int)};
    };
}

template <class Algorithm, class M>
void check_bcast(M& messages, std::size_t count) {
    for (int root = 0; root < messages.size(); root += 3) {
        auto data = data_of(messages.rank(), count);
        Algorithm::run(messages, root, piece(data));
        expect_equal(data, data_of(root, count));
    }
}

TYPED_TEST(Interfaces, Bcast) {
    this->on_all_counts([](auto& messages) {
        for (const std::size_t count : counts) {
            check_bcast<bcast::Along<Only<topologies::Tree>>>(messages, count);
            check_bcast<bcast::Along<Of<topologies::networks::Ring>>>(messages, count);
            check_bcast<bcast::ScatterAllgather>(messages, count);
            check_bcast<bcast::Pipelined<Only<topologies::Linear>, 4096>>(messages, count);
        }
    });
}

TYPED_TEST(Interfaces, GatherAndScatter) {
    this->on_all_counts([](auto& messages) {
        using M = std::remove_reference_t<decltype(messages)>;
        for (const std::size_t count : counts) {
            const int root = messages.size() / 2;
            const bool at_root = messages.rank() == root;
            std::vector<int> all(at_root ? count * static_cast<std::size_t>(messages.size()) : 0);
            auto own = data_of(messages.rank(), count);
            const auto slices = slices_of(all, count);
            if (at_root) piece(own).copy_to(slices(root));
            choose<Gather>(messages, count,
                           [&](auto algorithm) { algorithm.run(messages, root, slices, piece(own)); });
            for (int rank = 0; at_root && rank < messages.size(); ++rank) {
                std::vector<int> slice(count);
                slices(rank).copy_to(piece(slice));
                expect_equal(slice, data_of(rank, count));
            }
            std::vector<int> back(at_root ? own : std::vector<int>(count));
            gather::Along<Straight, Of<topologies::networks::Torus<2>>>::run(messages, root, slices,
                                                                             piece(back));
            expect_equal(back, own);
            static_assert(MessagePassing<M>);
        }
    });
}

TYPED_TEST(Interfaces, AllgatherAndAlltoall) {
    this->on_all_counts([](auto& messages) {
        const auto size = static_cast<std::size_t>(messages.size());
        for (const std::size_t count : {0, 1, 300}) {
            std::vector<int> all(count * size);
            auto own = data_of(messages.rank(), count);
            piece(own).copy_to(slices_of(all, count)(messages.rank()));
            allgather::Bruck::run(messages, piece(own), slices_of(all, count));
            std::vector<int> transposed(all.size());
            slices_of(all, count)(messages.rank()).copy_to(slices_of(transposed, count)(messages.rank()));
            choose<Alltoall>(messages, count, [&](auto algorithm) {
                algorithm.run(messages, slices_of(all, count), slices_of(transposed, count));
            });
            for (std::size_t index = 0; index < all.size(); ++index) {
                expect_equal(all[index], static_cast<int>(index / count * 1000 + index % count));
                expect_equal(transposed[index], messages.rank() * 1000 + static_cast<int>(index % count));
            }
        }
    });
}

template <class M, class Run>
void check_reduction(M& messages, bool commutes, bool everywhere, Run run) {
    for (const std::size_t count : counts) {
        auto data = data_of(messages.rank(), count);
        const auto first = [](int left, int) { return left; };
        const auto sum = [](int left, int right) { return left + right; };
        const auto join = [=](int left, int right) {
            return commutes ? sum(left, right) : first(left, right);
        };
        ArrayOperands<typename M::Piece, int, decltype(join)> operands(data.data(), count, join, commutes);
        run(operands);
        const int size = messages.size();
        if (!everywhere && messages.rank() != size - 1) continue;
        for (std::size_t index = 0; index < count; ++index)
            expect_equal(data[index], (commutes ? 500 * size * (size - 1) + size * static_cast<int>(index)
                                                : static_cast<int>(index)));
    }
}

TYPED_TEST(Interfaces, ReduceAndAllreduce) {
    this->on_all_counts([](auto& messages) {
        const int root = messages.size() - 1;
        for (const bool commutes : {true, false}) {
            check_reduction(messages, commutes, false, [&](auto& operands) {
                choose<Reduce>(messages, 0, [&](auto algorithm) { algorithm.run(messages, root, operands); });
            });
            check_reduction(messages, commutes, false,
                            [&](auto& operands) { reduce::HalvingGather::run(messages, root, operands); });
            check_reduction(messages, commutes, true, [&](auto& operands) {
                choose<Allreduce>(messages, 0, [&](auto algorithm) { algorithm.run(messages, operands); });
            });
            check_reduction(messages, commutes, true,
                            [&](auto& operands) { allreduce::RecursiveDoubling::run(messages, operands); });
        }
    });
}

TYPED_TEST(Interfaces, Barrier) {
    static std::atomic<int> entered;
    entered = 0;
    std::atomic<int> ended{0};
    this->on_all_counts([&](auto& messages) {
        const auto wait = [&] {
            choose<collective::Barrier>(messages, 0, [&](auto algorithm) { algorithm.run(messages); });
        };
        wait();
        const int before = ended.load();
        for (int round = 1; round <= 10; ++round) {
            ++entered;
            wait();
            expect(entered.load() >= before + round * messages.size());
            barrier::Disseminating::run(messages);
        }
        wait();
        if (messages.rank() == 0) ended = entered.load();
    });
}

// Messages of a task go out of one send buffer, and into one receive buffer.
TEST(PvmTask, PacksAndUnpacks) {
    EXPECT_EQ(run_ranks(3, 2,
                        [] {
                            pvm::Task task;
                            const int next = (pvm::Task::my_task() + 1) % pvm::Task::tasks();
                            const int previous = (pvm::Task::my_task() + 2) % pvm::Task::tasks();
                            const int number = 10 * pvm::Task::my_task();
                            const char text[] = "a message";
                            task.begin_send();
                            task.pack(&number, sizeof number);
                            task.pack(text, sizeof text);
                            expect_equal(task.send(next, 1), pvm::Error::none);
                            expect_equal(task.send(next, 2), pvm::Error::none);
                            task.receive(previous, 2); // tags may be taken in any order
                            int got = -1;
                            char words[sizeof text + 1];
                            expect(task.unpack(&got, sizeof got) == pvm::Error::none && got == 10 * previous);
                            expect_equal(task.left(), sizeof text);
                            expect_equal(task.unpack(words, sizeof words), pvm::Error::nothing_packed_left);
                            expect_equal(task.unpack(words, sizeof text), pvm::Error::none);
                            task.receive(previous, 1);
                            expect_equal(task.left(), sizeof got + sizeof text);
                        }),
              0);
}

} // namespace
