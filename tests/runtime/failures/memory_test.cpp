// What processes share about failures: contexts that all ranks of a communicator get, locks of processes that
// have gone.
#include "runtime/failures/memory.hpp"

#include <cstdlib>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "runtime/failures/agreement.hpp"
#include "runtime/peers.hpp"

namespace {

using namespace sartor::process;
using failures::Guard;
using failures::Memory;

constexpr int ranks_of_run = 8;

// The one of this process: its first use counts.
Memory& memory() {
    if (failures::memory == nullptr)
        Memory::use(std::calloc(1, Memory::bytes(ranks_of_run)), ranks_of_run, false);
    return *failures::memory;
}

TEST(FailuresMemory, ALockIsHeldByOneThread) {
    int count = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread)
        threads.emplace_back([&] {
            for (int time = 0; time < 1000; ++time) {
                const Guard guard(memory().lock);
                ++count;
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(count, 4000);
}

TEST(FailuresMemory, ALockOfAProcessThatHasGoneIsTakenOver) {
    Peers others{};
    others.number = 2;
    others.has_failed = [](int process) noexcept { return process == 5; };
    memory().lock.store(5 + 1); // it has died inside
    peers = &others;
    {
        const Guard guard(memory().lock);
        EXPECT_EQ(memory().lock.load(), 2U + 1);
    }
    peers = nullptr;
    EXPECT_EQ(memory().lock.load(), 0U);
}

TEST(FailuresMemory, HasRoomForWhatItIsAskedFor) {
    // The last byte of the last agreement.
    auto* const all = reinterpret_cast<char*>(&memory());
    auto* const last = static_cast<char*>(memory().agreement_at(Memory::most_agreements - 1));
    EXPECT_EQ(last + Memory::agreement_bytes(ranks_of_run), all + Memory::bytes(ranks_of_run));
    EXPECT_GE(Memory::agreement_bytes(ranks_of_run), failures::Agreement::bytes(ranks_of_run));
    EXPECT_LT(reinterpret_cast<char*>(&memory().revoked_at(Memory::most_revoked - 1)), last);
}

} // namespace
