// Which loads and stores of its own part a rank has made, byte by byte.
#include "components/one_sided/part_accesses.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace sartor::one_sided {
namespace {

constexpr std::size_t bytes = 40;

class NotedAccesses : public testing::Test {
  protected:
    NotedAccesses() { noted_.open(memory_.data(), 0, bytes, 0); }

    void note(std::uint64_t first, std::uint64_t behind, bool is_store, std::uint32_t event = 0) {
        noted_.note({first, behind, is_store, 0, event, is_store ? &stored_ : &loaded_});
    }
    // Of another rank than the owner; whether one by another rank again was not told to it.
    void note_by(int rank, std::uint64_t first, std::uint64_t behind, bool is_store) {
        noted_.note({first, behind, is_store, rank, 1, is_store ? &stored_ : &loaded_});
    }
    [[nodiscard]] bool meets_others(int rank, std::uint64_t first, std::uint64_t behind, bool is_store) {
        const LocalAccess one{first, behind, is_store, rank, 1, nullptr};
        return noted_.find_others(
            one, [](const LocalAccess&) { return false; }, found_);
    }
    // Of an operation in the epoch.
    [[nodiscard]] bool overlaps(std::uint64_t first, std::uint64_t behind, bool changes) {
        return noted_.find(
            first, behind, changes, true, [](const LocalAccess&) { return true; }, found_);
    }
    // Of one under a lock, whose rank does not know an event of the owner.
    [[nodiscard]] bool meets_unordered(std::uint64_t first, std::uint64_t behind, std::uint32_t event) {
        const auto told = [&](const LocalAccess& access) { return access.event != event; };
        return noted_.find(first, behind, true, false, told, found_);
    }

    std::vector<LocalAccesses::Piece> memory_{LocalAccesses::memory_for(bytes) /
                                              sizeof(LocalAccesses::Piece)};
    LocalAccesses noted_;
    LocalAccess found_;
    int stored_ = 0, loaded_ = 0;
};

TEST_F(NotedAccesses, AreThoseOfTheirBytesAlone) {
    note(3, 21, true);
    EXPECT_FALSE(overlaps(0, 3, true));
    EXPECT_FALSE(overlaps(21, bytes, true));
    for (std::uint64_t byte = 3; byte < 21; ++byte) EXPECT_TRUE(overlaps(byte, byte + 1, true)) << byte;
    EXPECT_TRUE(overlaps(0, bytes, false));
    EXPECT_EQ(found_.first, 3U);
    EXPECT_EQ(found_.behind, 4U); // of the first four bytes
    EXPECT_EQ(found_.place, &stored_);
}

TEST_F(NotedAccesses, TwoStoresOfOneCellAreBothKept) {
    note(8, 9, true, 1);
    note(9, 10, true, 2);
    EXPECT_TRUE(meets_unordered(8, 9, 1));
    EXPECT_FALSE(meets_unordered(8, 9, 2));
    EXPECT_TRUE(meets_unordered(9, 10, 2));
    note(8, 10, true, 3);
    EXPECT_FALSE(meets_unordered(8, 10, 1));
    EXPECT_TRUE(meets_unordered(8, 9, 3));
}

TEST_F(NotedAccesses, PolledStoresCountInTheirEpochAlone) {
    noted_.note({.first = 8, .behind = 12, .is_store = true, .event = 1, .place = &stored_, .polls = true});
    EXPECT_TRUE(overlaps(8, 12, true));
    EXPECT_FALSE(meets_unordered(8, 12, 1));
    EXPECT_FALSE(meets_others(1, 8, 12, false));
    noted_.begin_epoch();
    EXPECT_FALSE(overlaps(8, 12, true));
}

TEST_F(NotedAccesses, LoadsDisturbWhatChangesMemory) {
    note(8, 12, false);
    EXPECT_FALSE(overlaps(8, 12, false));
    EXPECT_TRUE(overlaps(11, 13, true));
    EXPECT_EQ(found_.place, &loaded_);
    note(8, 9, true);
    EXPECT_TRUE(overlaps(8, 12, false));
    EXPECT_EQ(found_.place, &stored_);
}

TEST_F(NotedAccesses, OfEarlierEpochsAreForgottenButForLocks) {
    note(0, 8, true, 5);
    noted_.begin_epoch();
    EXPECT_FALSE(overlaps(0, 8, true));
    EXPECT_TRUE(meets_unordered(0, 8, 5));
    EXPECT_FALSE(meets_unordered(0, 8, 6));
    note(2, 3, true, 6);
    EXPECT_TRUE(overlaps(0, 8, true));
    EXPECT_FALSE(overlaps(0, 2, true)); // what was before has another epoch
}

TEST_F(NotedAccesses, OfLongAgoAreNotOfThisEpoch) {
    note(0, 4, true);
    for (int epoch = 0; epoch < 1 << 16; ++epoch) noted_.begin_epoch();
    EXPECT_FALSE(overlaps(0, 4, true));
}

TEST_F(NotedAccesses, AreNoneWithoutMemory) {
    LocalAccesses none;
    none.note({0, 8, true, 0, 0, nullptr});
    EXPECT_FALSE(none.find(
        0, 8, true, true, [](const LocalAccess&) { return true; }, found_));
}

TEST_F(NotedAccesses, OfOtherRanksMeetStoresAlone) {
    note_by(1, 0, 4, false);
    note_by(2, 0, 4, false);
    EXPECT_FALSE(meets_others(3, 0, 4, false));
    EXPECT_TRUE(meets_others(3, 0, 4, true));
    EXPECT_TRUE(meets_others(2, 0, 4, true)) << "the load of rank 1 is not forgotten";
    EXPECT_EQ(found_.rank, 1);
    EXPECT_FALSE(meets_others(2, 4, 8, true));
    note_by(2, 4, 8, true);
    EXPECT_TRUE(meets_others(1, 7, 9, false));
    EXPECT_FALSE(meets_others(2, 4, 8, true));
}

TEST_F(NotedAccesses, OfOtherRanksBelongToNoEpochOfTheOwner) {
    note_by(1, 0, 4, true);
    noted_.begin_epoch();
    const auto told = [](const LocalAccess&) { return false; };
    EXPECT_TRUE(noted_.find(0, 4, false, true, told, found_));
    EXPECT_EQ(found_.rank, 1);
}

TEST(AttachedAccesses, AreThoseOfTheirStretches) {
    PartAccesses accesses;
    accesses.attach(1000, 16, 0);
    accesses.attach(2000, 16, 0);
    accesses.note({1004, 1008, true, 0, 1, nullptr});
    const auto told = [](const LocalAccess&) { return false; };
    LocalAccess found;
    EXPECT_TRUE(accesses.find(1000, 1016, false, false, told, found));
    EXPECT_EQ(found.first, 1004U);
    EXPECT_EQ(found.behind, 1008U);
    EXPECT_FALSE(accesses.find(2000, 2016, true, false, told, found));
    std::uintptr_t first = 1990, behind = 2003;
    EXPECT_TRUE(accesses.clip_to_attached(first, behind));
    EXPECT_EQ(first, 2000U);
    EXPECT_EQ(behind, 2003U);
    accesses.detach(1000);
    EXPECT_FALSE(accesses.find(1000, 1016, true, false, told, found));
}

} // namespace
} // namespace sartor::one_sided
