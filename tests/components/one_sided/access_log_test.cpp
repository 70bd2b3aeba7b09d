// Which accesses of a part conflict, and until when.
#include "components/one_sided/access_log.hpp"

#include <cstring>

#include <gtest/gtest.h>

#include "components/envelope/storage.hpp"

namespace sartor::one_sided {
namespace {

AccessRecord access(Use use, int origin, std::uint64_t first, std::uint64_t behind, std::int64_t epoch = 0,
                    bool excludes_stores = false) {
    return {.use = use,
            .excludes_stores = excludes_stores,
            .origin = origin,
            .elements = {},
            .epoch = epoch,
            .first = first,
            .behind = behind,
            .site = {}};
}

// Of a part of 64 bytes.
struct AccessLogOfAPart : testing::Test {
    ~AccessLogOfAPart() override { AccessLog::drop(&log); }

    // An operation that writes one byte as often.
    void write(const AccessRecord& one, char value) {
        const envelope::Contiguous target{memory + one.first, one.behind - one.first};
        log.perform(target, [&] { std::memset(target.data, value, target.bytes); });
    }

    char memory[64] = {};
    AccessLog& log = *AccessLog::make(memory, sizeof memory, 7, 8);
    Conflict conflict;
};

// Stores are not looked for.
struct AccessLogOfOperations : testing::Test {
    ~AccessLogOfOperations() override { AccessLog::drop(&log); }

    AccessLog& log = *AccessLog::make(nullptr, 0, 7, 8);
    Conflict conflict;
};

TEST_F(AccessLogOfAPart, AccessesOfOverlappingWindowsConflictUnlessTheyAreOrdered) {
    AccessLog& other = *AccessLog::make(memory + 16, 16, 3, 8);
    const auto conflicts = [&](const AccessRecord& one, bool is_ordered) {
        return other.find_in_other_windows(
            one, [&](const AccessRecord&) { return is_ordered; }, conflict.other);
    };
    AccessRecord put = access(Use::put, 1, 20, 24);
    put.maker = 5;
    ASSERT_TRUE(log.note(put, conflict));
    EXPECT_FALSE(conflicts(access(Use::get, 1, 0, 4), false));
    EXPECT_FALSE(conflicts(access(Use::get, 1, 8, 16), false));
    EXPECT_TRUE(conflicts(access(Use::get, 1, 4, 8), true)); // not complete
    EXPECT_EQ(conflict.other.maker, 5);
    ASSERT_TRUE(log.complete(1, conflict, 1));
    EXPECT_FALSE(conflicts(access(Use::get, 1, 4, 8), true));
    EXPECT_TRUE(conflicts(access(Use::get, 1, 4, 8), false));
    AccessLog::drop(&other);
    EXPECT_FALSE(log.find_in_other_windows(
        put, [](const AccessRecord&) { return false; }, conflict.other));
}

TEST_F(AccessLogOfOperations, OnlyReadsAmongThemselvesAndUpdatesAmongThemselvesMayMeet) {
    const auto may_meet = [](Use one, Use other) {
        const auto both_are = [&](Use kind) {
            return (one == kind || one == Use::fetch) && (other == kind || other == Use::fetch);
        };
        return both_are(Use::get) || both_are(Use::update);
    };
    for (const Use before : {Use::put, Use::get, Use::fetch, Use::update})
        for (const Use after : {Use::put, Use::get, Use::fetch, Use::update}) {
            static_cast<void>(log.complete_all(conflict));
            ASSERT_TRUE(log.note(access(before, 1, 100, 108), conflict));
            EXPECT_EQ(log.note(access(after, 2, 107, 120), conflict), may_meet(before, after));
        }
}

TEST_F(AccessLogOfOperations, NeighboursDoNotConflict) {
    EXPECT_TRUE(log.note(access(Use::put, 1, 100, 108), conflict));
    EXPECT_TRUE(log.note(access(Use::put, 2, 108, 116), conflict));
    EXPECT_TRUE(log.note(access(Use::put, 2, 92, 100), conflict));
    EXPECT_FALSE(log.note(access(Use::get, 3, 99, 101), conflict));
    EXPECT_EQ(conflict.other.origin, 1);
}

TEST_F(AccessLogOfOperations, CompleteAccessesConflictUntilTheyAreOrdered) {
    const auto is_ordered = [](const AccessRecord&) { return true; };
    const auto is_unordered = [](const AccessRecord&) { return false; };
    ASSERT_TRUE(log.note(access(Use::put, 1, 0, 8), conflict));
    EXPECT_TRUE(log.complete(1, conflict, 3));
    EXPECT_TRUE(log.note(access(Use::put, 1, 0, 4), conflict, is_unordered)); // of the same rank
    EXPECT_TRUE(log.complete(1, conflict, 4));
    EXPECT_FALSE(log.note(access(Use::get, 2, 7, 9), conflict, is_unordered));
    EXPECT_EQ(conflict.other.origin, 1);
    EXPECT_TRUE(conflict.other.is_complete);
    EXPECT_EQ(conflict.other.event, 3u);
    EXPECT_TRUE(log.note(access(Use::get, 2, 7, 9), conflict, is_ordered));
}

TEST_F(AccessLogOfOperations, WhatIsMadeAgainIsKeptOnce) {
    const auto after = [](std::uint32_t event) {
        return [event](const AccessRecord& other) { return other.event <= event; };
    };
    for (std::uint32_t turn = 1; turn <= 5000; ++turn) {
        ASSERT_TRUE(log.note(access(Use::put, 1, 0, 8), conflict));
        EXPECT_TRUE(log.complete(1, conflict, turn));
        if (turn > 1) continue;
        ASSERT_TRUE(log.note(access(Use::get, 1, 16, 24), conflict));
        EXPECT_TRUE(log.complete(1, conflict, turn));
    }
    EXPECT_FALSE(log.note(access(Use::put, 2, 16, 24), conflict, after(0)));
    EXPECT_FALSE(log.note(access(Use::put, 2, 0, 8), conflict, after(4999)));
    EXPECT_TRUE(log.note(access(Use::put, 2, 0, 8), conflict, after(5000)));
}

TEST_F(AccessLogOfOperations, AnUpdateThatAnotherRankHasSeenKeepsTheEventOfItsBegin) {
    const auto note_update = [&](std::uint64_t first, std::uint32_t event) {
        AccessRecord update = access(Use::update, 1, first, first + 8);
        update.event = event;
        return log.note(update, conflict);
    };
    std::uint32_t learnt = 0;
    const auto learn = [&](const AccessRecord& one) { learnt = one.event; };
    ASSERT_TRUE(note_update(0, 3));
    ASSERT_TRUE(note_update(8, 4));
    log.see(2, 0, 8, learn);
    EXPECT_EQ(learnt, 0U) << "it is not complete";
    EXPECT_TRUE(log.complete(1, conflict, 7));
    log.see(2, 0, 8, learn);
    EXPECT_EQ(learnt, 3U);
    log.see(1, 8, 16, learn);
    EXPECT_EQ(learnt, 3U) << "its own";
    log.see(2, 8, 16, learn);
    EXPECT_EQ(learnt, 7U);
}

TEST_F(AccessLogOfOperations, OfUpdatesWholeElementsOfOneDatatypeMayMeet) {
    const auto note = [&](int origin, std::uint64_t first, std::uint64_t behind, AtomicElements elements) {
        AccessRecord one = access(Use::update, origin, first, behind);
        one.elements = elements;
        return log.note(one, conflict);
    };
    ASSERT_TRUE(note(1, 0, 16, {1, 10, 4}));
    EXPECT_TRUE(note(2, 4, 12, {1, 10, 4}));
    EXPECT_TRUE(note(2, 12, 24, {0, 10, 4})) << "any operation";
    EXPECT_TRUE(note(2, 14, 18, {1, 0, 0})) << "datatypes that are not known";
    EXPECT_TRUE(note(1, 2, 4, {2, 11, 8})) << "of the same rank";
    EXPECT_FALSE(note(3, 10, 14, {1, 10, 4})) << "parts of elements";
    EXPECT_FALSE(note(3, 8, 12, {1, 12, 4})) << "another datatype";
    EXPECT_FALSE(note(3, 8, 12, {3, 10, 4})) << "another operation";
}

TEST_F(AccessLogOfOperations, WithoutAResultAnAccessIsNotCompleteWhenItsOriginIsFree) {
    for (const Use use : {Use::put, Use::update, Use::get, Use::fetch, Use::exchange}) {
        static_cast<void>(log.complete_all(conflict));
        ASSERT_TRUE(log.note(access(use, 1, 0, 8), conflict));
        EXPECT_TRUE(log.complete(1, conflict, 0, true));
        EXPECT_EQ(log.note(access(Use::put, 2, 0, 8), conflict), has_result(use)) << static_cast<int>(use);
        EXPECT_EQ(conflict.other.is_over_at_origin, !has_result(use));
        EXPECT_TRUE(log.complete(1, conflict));
        EXPECT_TRUE(log.complete(2, conflict));
        EXPECT_TRUE(log.note(access(Use::put, 3, 0, 8), conflict));
        conflict = {};
    }
}

TEST(ExposureLog, LocksAndAccessesBetweenTheSameFencesExcludeEachOther) {
    ExposureLog log;
    AccessRecord other;
    EXPECT_TRUE(log.note_lock(access(Use::get, 1, 0, 0, 0), other));
    EXPECT_TRUE(log.note_access(access(Use::put, 2, 0, 8, 1), other));
    EXPECT_FALSE(log.note_lock(access(Use::get, 1, 0, 0, 1), other));
    EXPECT_EQ(other.origin, 2);
    EXPECT_TRUE(log.note_lock(access(Use::get, 3, 0, 0, 2), other));
    EXPECT_FALSE(log.note_access(access(Use::put, 2, 0, 8, 2), other));
    EXPECT_EQ(other.origin, 3);
    log.expose(access(Use::store, 7, 0, 0, 4));
    EXPECT_FALSE(log.note_lock(access(Use::get, 1, 0, 0, 5), other));
    EXPECT_EQ(other.origin, 7);
    log.end_exposure();
    EXPECT_TRUE(log.note_lock(access(Use::get, 1, 0, 0, 6), other));
}

TEST_F(AccessLogOfOperations, FencesAndFlushesOrder) {
    EXPECT_TRUE(log.note(access(Use::put, 1, 0, 8, 0), conflict));
    EXPECT_TRUE(log.note(access(Use::put, 2, 0, 8, 1), conflict));
    EXPECT_TRUE(log.complete(2, conflict));
    EXPECT_TRUE(log.note(access(Use::get, 3, 0, 8, 1), conflict));
    EXPECT_FALSE(log.note(access(Use::put, 3, 0, 8, 0), conflict));
    EXPECT_EQ(conflict.other.origin, 1);
    EXPECT_TRUE(log.complete_all(conflict));
    EXPECT_TRUE(log.note(access(Use::put, 3, 0, 8, 0), conflict));
}

TEST_F(AccessLogOfOperations, ForgetsTheOldestWhenThereIsNoRoom) {
    for (std::uint64_t one = 0; one < 5000; ++one)
        ASSERT_TRUE(log.note(access(Use::put, 1, 8 * one, 8 * one + 8), conflict));
    EXPECT_TRUE(log.note(access(Use::get, 2, 0, 8), conflict));
    EXPECT_FALSE(log.note(access(Use::get, 2, 8 * 4999, 8 * 4999 + 1), conflict));
}

TEST_F(AccessLogOfAPart, StoresConflictFromTheExposureOn) {
    memory[8] = 1;
    log.expose({}, "MPI_Win_post");
    for (const Use use : {Use::put, Use::get, Use::update})
        EXPECT_TRUE(log.note(access(use, 1, 8, 12, static_cast<int>(use), true), conflict))
            << static_cast<int>(use);
    memory[33] = 2;
    memory[34] = 2;
    EXPECT_TRUE(log.note(access(Use::put, 1, 32, 33, 0, true), conflict));
    EXPECT_TRUE(log.note(access(Use::put, 1, 32, 40, 1, false), conflict)) << "under a lock";
    EXPECT_FALSE(log.note(access(Use::get, 1, 30, 40, 2, true), conflict));
    EXPECT_EQ(conflict.other.use, Use::store);
    EXPECT_EQ(conflict.other.origin, 7);
    EXPECT_EQ(conflict.other.first, 33U);
    EXPECT_EQ(conflict.other.behind, 35U);
    EXPECT_STREQ(conflict.other.function, "MPI_Win_post");
}

TEST_F(AccessLogOfAPart, WhatOperationsWriteIsNoStore) {
    log.expose({}, "MPI_Win_fence");
    const AccessRecord one = access(Use::update, 1, 0, 16, 0, true);
    const AccessRecord two = access(Use::update, 2, 8, 24, 0, true);
    for (const AccessRecord& each : {one, two, one}) {
        EXPECT_TRUE(log.note(each, conflict));
        write(each, 5);
    }
    EXPECT_TRUE(log.complete(1, conflict));
    EXPECT_TRUE(log.complete_all(conflict));
}

TEST_F(AccessLogOfAPart, StoresAfterAnOperationAreFoundWhenItIsComplete) {
    const AccessRecord put = access(Use::put, 1, 16, 24);
    ASSERT_TRUE(log.note(put, conflict));
    write(put, 3);
    memory[23] = 4;
    memory[24] = 4; // beside it
    EXPECT_TRUE(log.complete(2, conflict)) << "another rank's";
    EXPECT_FALSE(log.complete(1, conflict));
    EXPECT_EQ(conflict.one.use, Use::store);
    EXPECT_EQ(conflict.one.first, 23U);
    EXPECT_EQ(conflict.one.behind, 24U);
    EXPECT_EQ(conflict.other.use, Use::put);
    EXPECT_TRUE(log.complete(1, conflict)) << "it is over";
}

TEST_F(AccessLogOfAPart, AfterAFlushStoresAreAllowed) {
    const AccessRecord put = access(Use::put, 1, 16, 24);
    ASSERT_TRUE(log.note(put, conflict));
    write(put, 3);
    EXPECT_TRUE(log.complete(1, conflict));
    memory[20] = 4;
    EXPECT_TRUE(log.note(access(Use::get, 1, 16, 24), conflict));
    EXPECT_TRUE(log.complete(1, conflict));
    EXPECT_TRUE(log.complete_all(conflict));
}

TEST_F(AccessLogOfAPart, GetsConflictWithStoresWhereThePartIsExposed) {
    log.expose({}, "MPI_Win_fence");
    ASSERT_TRUE(log.note(access(Use::get, 1, 0, 8, 0, true), conflict));
    memory[7] = 1;
    EXPECT_TRUE(log.complete(1, conflict));
    ASSERT_TRUE(log.note(access(Use::get, 1, 40, 48, 0, true), conflict));
    memory[47] = 1;
    EXPECT_FALSE(log.complete_all(conflict));
    EXPECT_EQ(conflict.one.first, 47U);
}

} // namespace
} // namespace sartor::one_sided
