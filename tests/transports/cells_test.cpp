// Cells: memory for copied messages is used again, up to a number of each size.
#include "transports/cells.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace sartor::channel {
namespace {

struct Letter {
    Letter* next = nullptr;
    struct {
        struct {
            void* data = nullptr;
            std::size_t bytes = 0;
        } storage;
    } envelope;
};

struct FewOfTwoSizes {
    static constexpr std::array sizes{CellSize{16, 2}, CellSize{100, 1}};
};
using Pool = Cells<Letter, FewOfTwoSizes>;

Letter* filled(Pool& pool, std::size_t bytes) {
    Letter* letter = pool.take(bytes);
    letter->envelope.storage = {Pool::data_of(*letter), bytes};
    std::memset(Pool::data_of(*letter), 0x5a, bytes); // all of it is there: the sanitizer looks on
    return letter;
}

TEST(Cells, AreUsedAgainForDataOfTheirSize) {
    Pool pool;
    for (const std::size_t bytes : {0, 1, 16, 17, 100}) {
        Letter* first = filled(pool, bytes);
        pool.put_back(*first);
        Letter* second = filled(pool, bytes);
        EXPECT_EQ(first, second) << bytes << " bytes";
        pool.put_back(*second);
    }
}

TEST(Cells, OfOneSizeServeAllDataUpToIt) {
    Pool pool;
    Letter* small = filled(pool, 3);
    pool.put_back(*small);
    Letter* large = filled(pool, 17);
    EXPECT_NE(large, small);
    pool.put_back(*large);
    Letter* whole = filled(pool, 16);
    EXPECT_EQ(whole, small);
    Letter* largest = filled(pool, 100);
    EXPECT_EQ(largest, large);
    pool.put_back(*whole);
    pool.put_back(*largest);
}

TEST(Cells, BeyondTheirNumberGoBackToTheSystem) {
    Pool pool;
    std::vector<Letter*> messages;
    for (int count = 0; count < 5; ++count) messages.push_back(filled(pool, 8));
    for (Letter* letter : messages) pool.put_back(*letter);
    const std::set<Letter*> kept{messages[0], messages[1]};
    Letter* one = filled(pool, 8);
    Letter* other = filled(pool, 8);
    EXPECT_EQ((std::set<Letter*>{one, other}), kept);
    pool.put_back(*one);
    pool.put_back(*other);
}

TEST(Cells, TooLargeForAnySizeAreNotKept) {
    Pool pool;
    for (int count = 0; count < 3; ++count) pool.put_back(*filled(pool, 101)); // nothing leaks
}

// The shortest data lie in the line of their parcel, all others begin one; malloc gives neither.
TEST(Cells, LieInTheCacheLinesThatTheyNeed) {
    const auto offset_in_line = [](const void* address) {
        return reinterpret_cast<std::uintptr_t>(address) % 64;
    };
    for (int more = 0; more < 10; ++more) {
        Pool pool;
        std::vector<void*> others;
        for (const std::size_t bytes : {1, 16, 17, 100, 101, 5000}) {
            others.push_back(std::malloc(static_cast<std::size_t>(more) * 16 + 1));
            Letter* letter = filled(pool, bytes);
            EXPECT_EQ(offset_in_line(bytes <= 16 ? letter : Pool::data_of(*letter)), 0) << bytes << " bytes";
            pool.put_back(*letter);
        }
        for (void* other : others) std::free(other);
    }
}

TEST(Cells, MoveToThePoolOfWhoeverIsDoneWithThem) {
    Pool sender, receiver;
    Letter* letter = filled(sender, 16);
    receiver.put_back(*letter);
    EXPECT_EQ(filled(receiver, 1), letter);
    receiver.put_back(*letter);
}

} // namespace
} // namespace sartor::channel
