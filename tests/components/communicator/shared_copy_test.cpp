// A copy by two, in every order of its accesses: whole when its owner goes on, and nobody writes after that.
#include "components/communicator/shared_copy.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "tests/support/model_atomics.hpp"

namespace {

using namespace sartor::test;

struct Memory {
    std::array<char, 5> bytes{}; // three pieces

    void copy_part_to(const Memory& target, std::size_t start, std::size_t size) const {
        const auto at = [start](const Memory& memory) { return const_cast<char*>(&memory.bytes[start]); };
        Interleavings::active->read(at(*this));
        Interleavings::active->written(at(target));
        std::copy_n(at(*this), size, at(target));
    }
};

struct Shape : ModelAtomics {
    using Storage = Memory;
    static constexpr std::size_t piece_bytes = 2;
};

// A sender that helps while it waits, and sends again with the same memory; a receiver that copies.
class Transfers {
  public:
    void explore(int rounds, int most_preemptions = Interleavings::unlimited) {
        explore(rounds, most_preemptions, Interleavings::Memory::sequential);
        explore(rounds, most_preemptions, Interleavings::Memory::unordered_stores);
    }

  private:
    void explore(int rounds, int most_preemptions, Interleavings::Memory memory) {
        Interleavings interleavings(most_preemptions, memory);
        const std::string error = interleavings.explore(
            [this] { offered_ = taken_ = 0; },
            {[=, this] {
                 for (int round = 1; round <= rounds; ++round) send(round);
             },
             [=, this] {
                 for (int round = 1; round <= rounds; ++round) receive(round);
             }},
            [this] {
                EXPECT_TRUE(std::ranges::all_of(target_.bytes, [](char one) { return one == 'x'; }))
                    << "written after the receive was complete";
            });
        EXPECT_EQ(error, "");
        std::printf("%lld interleavings\n", static_cast<long long>(interleavings.explored()));
    }

    using Atomic = ModelReference<int>;

    void send(int round) {
        for (std::size_t piece = 0; piece < source_.bytes.size(); piece += Shape::piece_bytes)
            Interleavings::active->written(&source_.bytes[piece]);
        std::ranges::fill(source_.bytes, static_cast<char>(round));
        copy_.prepare();
        Atomic(offered_).store(round, std::memory_order_release);
        for (;;) {
            const auto before = Interleavings::active->changes();
            if (Atomic(taken_).load(std::memory_order_acquire) == round) return;
            copy_.help();
            Interleavings::active->wait_for_change(before);
        }
    }

    void receive(int round) {
        for (;;) {
            const auto before = Interleavings::active->changes();
            if (Atomic(offered_).load(std::memory_order_acquire) == round) break;
            Interleavings::active->wait_for_change(before);
        }
        copy_.run(target_, source_, target_.bytes.size());
        for (std::size_t piece = 0; piece < target_.bytes.size(); piece += Shape::piece_bytes)
            Interleavings::active->written(&target_.bytes[piece]);
        Interleavings::active->expect(target_.bytes == source_.bytes, "the copy is not whole");
        std::ranges::fill(target_.bytes, 'x');
        Atomic(taken_).store(round, std::memory_order_release);
    }

    sartor::communicator::SharedCopyOf<Shape> copy_;
    Memory source_;
    Memory target_;
    int offered_ = 0;
    int taken_ = 0;
};

TEST(SharedCopy, IsWholeWhateverTheHelperDoes) {
    Transfers().explore(1);
}
TEST(SharedCopy, MemoryIsUsedAgain) {
    Transfers().explore(2, 4);
}

} // namespace
