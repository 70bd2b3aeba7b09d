// Litmus tests of windows: each order and each exclusion that the standard promises (MPI-5.0 sections 12.5
// and 12.7), over seeds that shift the ranks against each other. Under the thread sanitizer they show that
// what is promised orders the program's own loads and stores, too.
#include <cstdint>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include "mpi_api/collective/barrier.hpp"
#include "mpi_api/info/info.hpp"
#include "mpi_api/one_sided/accumulate.hpp"
#include "mpi_api/one_sided/create.hpp"
#include "mpi_api/one_sided/fence.hpp"
#include "mpi_api/one_sided/groups.hpp"
#include "mpi_api/one_sided/locks.hpp"
#include "mpi_api/one_sided/put_get.hpp"
#include "mpi_api/point_to_point/receive.hpp"
#include "mpi_api/point_to_point/send.hpp"
#include "tests/support/program_test.hpp"

namespace {

using namespace sartor;
using test::expect;
using test::expect_equal;
using Program =
    test::TestProgram<feature::windows, feature::info, feature::groups, feature::communicators, feature::tags,
                      feature::collective, feature::reduction, feature::datatype_basic,
                      feature::predefined_datatype<600>, feature::predefined_operation<33>>;
using Call = mpi::Call<Program>;
using Word = std::int64_t;

using Windows = test::ProgramTest<Program>;
INSTANTIATE_TEST_SUITE_P(Counts, Windows,
                         testing::Combine(testing::Values(1, 2, 3, 5, 8), testing::Values(1, 2)));

constexpr int words = 8;
constexpr int seeds = 60;

// A window over `words` words of each rank, all zero, and what a rank does there. Updates exclude each other
// by a lock, or with every other seed word by word.
class Window {
  public:
    Window(Call& call, int rank, int size, unsigned seed)
        : call_(call), rank_(rank), size_(size), random_(seed * 1000 + static_cast<unsigned>(rank)) {
        MPI_Info info = MPI_INFO_NULL;
        mpi::info_create(call_, &info);
        mpi::info_set(call_, info, "mpi_accumulate_granularity", seed % 2 == 0 ? "0" : "8");
        mpi::win_create(call_, memory_, sizeof memory_, sizeof(Word), info, MPI_COMM_WORLD, &win_);
        mpi::info_free(call_, &info);
        use();
    }
    ~Window() { mpi::win_free(call_, &win_); }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    [[nodiscard]] int right() const { return (rank_ + 1) % size_; }
    [[nodiscard]] int left() const { return (rank_ + size_ - 1) % size_; }
    // The rank's own load and store.
    [[nodiscard]] Word& own(int index) { return memory_[index]; }

    // Lets others go first, now and then.
    void shift() {
        for (auto steps = random_() % 4; steps > 0; --steps) {
            use();
            mpi::win_sync(call_, win_);
            if (random_() % 2 == 0) process::yield();
        }
    }
    void barrier() { mpi::barrier(call_, MPI_COMM_WORLD); }

    void put(int target, int index, Word value) {
        use();
        mpi::put(call_, keep(value), 1, MPI_INT64_T, target, index, 1, MPI_INT64_T, win_);
    }
    [[nodiscard]] Word get(int target, int index) {
        Word got = -1;
        start_get(target, index, got);
        flush(target);
        return got;
    }
    // In an epoch between fences the value is there after the next one.
    void start_get(int target, int index, Word& value) {
        use();
        mpi::get(call_, &value, 1, MPI_INT64_T, target, index, 1, MPI_INT64_T, win_);
    }
    void update(int target, int index, Word value, MPI_Op op) {
        use();
        mpi::accumulate(call_, &value, 1, MPI_INT64_T, target, index, 1, MPI_INT64_T, op, win_);
    }
    // Without a flush: to be looked at behind one.
    void fetch(int target, int index, Word value, MPI_Op op, Word& before) {
        use();
        mpi::fetch_and_op(call_, &value, &before, MPI_INT64_T, target, index, op, win_);
    }
    [[nodiscard]] Word fetched(int target, int index, Word value, MPI_Op op) {
        Word before = -1;
        fetch(target, index, value, op, before);
        flush(target);
        return before;
    }
    [[nodiscard]] Word read(int target, int index) { return fetched(target, index, 0, MPI_NO_OP); }
    [[nodiscard]] Word swap(int target, int index, Word expected, Word value) {
        use();
        Word before = -1;
        mpi::compare_and_swap(call_, &value, &expected, &before, MPI_INT64_T, target, index, win_);
        flush(target);
        return before;
    }
    void flush(int target) {
        use();
        mpi::win_flush(call_, target, win_);
    }
    void fence(int assertions = 0) {
        use();
        mpi::win_fence(call_, assertions, win_);
        kept_ = 0;
    }
    void lock(int type, int target) {
        use();
        mpi::win_lock(call_, type, target, 0, win_);
    }
    void unlock(int target) {
        use();
        mpi::win_unlock(call_, target, win_);
        kept_ = 0;
    }
    void lock_all() {
        use();
        mpi::win_lock_all(call_, 0, win_);
    }
    void unlock_all() {
        use();
        mpi::win_unlock_all(call_, win_);
        kept_ = 0;
    }
    void sync() {
        use();
        mpi::win_sync(call_, win_);
    }

    // An epoch of puts into the right neighbour's part, while the left one's come here.
    template <class Body>
    void between_neighbours(Body body) {
        MPI_Group all = MPI_GROUP_NULL, origin = MPI_GROUP_NULL, target = MPI_GROUP_NULL;
        const int from = left(), to = right();
        use();
        mpi::win_get_group(call_, win_, &all);
        mpi::group_incl(call_, all, 1, &from, &origin);
        mpi::group_incl(call_, all, 1, &to, &target);
        use();
        mpi::win_post(call_, origin, 0, win_);
        mpi::win_start(call_, target, 0, win_);
        body();
        use();
        mpi::win_complete(call_, win_);
        mpi::win_wait(call_, win_);
        for (MPI_Group* group : {&all, &origin, &target}) mpi::group_free(call_, group);
        kept_ = 0;
    }

  private:
    void use() {
        test::take_time_of_call();
        expect(call_.window("win", win_));
    }
    // Data of puts are not changed before the epoch ends.
    const Word* keep(Word value) {
        expect(kept_ < sizeof puts_ / sizeof *puts_);
        puts_[kept_] = value;
        return &puts_[kept_++];
    }

    Call& call_;
    int rank_;
    int size_;
    std::mt19937 random_;
    MPI_Win win_ = MPI_WIN_NULL;
    Word memory_[words] = {};
    Word puts_[256] = {};
    std::size_t kept_ = 0;
};

template <class Body>
auto with_seeds(Body body) {
    return [body](Call& call, int rank, int size) {
        for (unsigned seed = 0; seed < seeds; ++seed) {
            Window window(call, rank, size, seed);
            window.shift();
            body(window, call, rank, size);
        }
    };
}

// ---- epochs and the program's own loads and stores

TEST_P(Windows, FencesOrderPutsAndLoads) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call&, int rank, int) {
                  window.fence();
                  for (int round = 1; round < 10; ++round) {
                      window.put(window.right(), 0, 100 * rank + round);
                      window.shift();
                      window.fence();
                      expect_equal(window.own(0), 100 * window.left() + round);
                      window.own(1) = rank + round;
                      window.shift();
                      window.fence();
                      Word got = -1;
                      window.start_get(window.right(), 1, got);
                      window.fence();
                      expect_equal(got, window.right() + round);
                  }
                  window.fence(MPI_MODE_NOSUCCEED);
              })),
              0);
}

TEST_P(Windows, ExposureOrdersPutsAndLoads) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call&, int rank, int) {
                  for (int round = 1; round < 10; ++round) {
                      window.own(1) = -round;
                      window.between_neighbours([&] {
                          window.shift();
                          window.put(window.right(), 0, 100 * rank + round);
                          window.put(window.right(), 1, round);
                      });
                      expect_equal(window.own(0), 100 * window.left() + round);
                      expect_equal(window.own(1), round);
                  }
              })),
              0);
}

// A counter that is loaded and stored by its owner, got and put by others: each under the lock.
TEST_P(Windows, ExclusiveLocksExclude) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call&, int rank, int size) {
                  constexpr int rounds = 10;
                  window.barrier();
                  for (int round = 0; round < rounds; ++round) {
                      window.lock(MPI_LOCK_EXCLUSIVE, 0);
                      if (rank == 0) {
                          const Word before = window.own(2);
                          window.shift();
                          window.own(2) = before + 1;
                      } else {
                          const Word before = window.get(0, 2);
                          window.shift();
                          window.put(0, 2, before + 1);
                      }
                      window.unlock(0);
                      window.shift();
                  }
                  window.barrier();
                  window.lock(MPI_LOCK_SHARED, 0);
                  expect_equal(window.get(0, 2), Word{rounds} * size);
                  window.unlock(0);
                  window.barrier();
              })),
              0);
}

// Two words that are always changed together: who has the lock sees them equal, readers at the same time too.
TEST_P(Windows, ReadersSeeWholeChanges) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call&, int rank, int size) {
                  window.barrier();
                  for (int round = 0; round < 10; ++round) {
                      if (rank == size - 1) {
                          window.lock(MPI_LOCK_EXCLUSIVE, 0);
                          window.put(0, 0, round);
                          window.shift();
                          window.put(0, 5, round);
                      } else {
                          window.lock(MPI_LOCK_SHARED, 0);
                          const Word first = window.get(0, 0);
                          window.shift();
                          expect_equal(window.get(0, 5), first);
                      }
                      window.unlock(0);
                  }
                  window.barrier();
              })),
              0);
}

// ---- flushes, and messages and updates behind them

TEST_P(Windows, MessagesComeAfterFlushedPuts) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call& call, int rank, int size) {
                  if (size == 1) return;
                  window.lock_all();
                  for (Word round = 1; round < 10; ++round) {
                      Word token = round;
                      if (rank == 0) {
                          window.put(size - 1, 3, round);
                          window.flush(size - 1);
                          mpi::send(call, &token, sizeof token, MPI_BYTE, size - 1, 1, MPI_COMM_WORLD);
                          mpi::recv(call, &token, sizeof token, MPI_BYTE, size - 1, 2, MPI_COMM_WORLD,
                                    MPI_STATUS_IGNORE);
                      } else if (rank == size - 1) {
                          mpi::recv(call, &token, sizeof token, MPI_BYTE, 0, 1, MPI_COMM_WORLD,
                                    MPI_STATUS_IGNORE);
                          window.sync();
                          expect_equal(window.own(3), round);
                          mpi::send(call, &token, sizeof token, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
                      }
                      window.shift();
                  }
                  window.unlock_all();
              })),
              0);
}

// Data by a put, a flush, then a flag: whoever sees the flag sees the data.
TEST_P(Windows, FlagsComeAfterFlushedPuts) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call&, int rank, int size) {
                  window.lock_all();
                  if (rank == size - 1) {
                      for (int index = 1; index < 4; ++index) window.put(0, index, 10 + index);
                      window.shift();
                      window.flush(0);
                      window.update(0, 0, 1, MPI_REPLACE);
                      window.flush(0);
                  } else {
                      while (window.read(0, 0) == 0) window.shift();
                      for (int index = 1; index < 4; ++index) expect_equal(window.get(0, index), 10 + index);
                  }
                  window.unlock_all();
                  window.barrier();
              })),
              0);
}

// Each of two ranks sets its own flag and reads the other's: one of them sees both.
TEST_P(Windows, FlushedUpdatesAreSeenByOneOfTwo) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call&, int rank, int size) {
                  if (size == 1) return;
                  window.lock_all();
                  if (rank < 2) {
                      window.update(rank, 0, 1, MPI_REPLACE);
                      window.flush(rank);
                      window.update(1 - rank, 1, window.read(1 - rank, 0), MPI_REPLACE);
                      window.flush(1 - rank);
                  }
                  window.barrier();
                  if (rank == 0) expect(window.read(0, 1) + window.read(1, 1) >= 1);
                  window.barrier();
                  window.unlock_all();
              })),
              0);
}

// ---- the order of updates of one rank at one word (section 12.7.2)

TEST_P(Windows, UpdatesOfOneRankStayInOrder) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call&, int rank, int size) {
                  constexpr Word rounds = 30;
                  const int index = rank % words;
                  Word read_before[rounds], read_behind[rounds], others[rounds][2];
                  if (rank >= words) return;
                  window.lock_all();
                  for (Word round = 0; round < rounds; ++round) {
                      const auto at = static_cast<std::size_t>(round);
                      window.fetch(0, index, 0, MPI_NO_OP, read_before[at]); // before the write: war
                      window.update(0, index, round + 1, MPI_REPLACE);       // after the one before: waw
                      window.fetch(0, index, 0, MPI_NO_OP, read_behind[at]); // after the write: raw
                      const int other = (rank + 1) % size % words;
                      window.fetch(0, other, 0, MPI_NO_OP, others[at][0]);
                      window.fetch(0, other, 0, MPI_NO_OP, others[at][1]); // rar
                      if (round % 7 == 0) window.shift();
                  }
                  window.unlock_all();
                  for (Word round = 0; round < rounds; ++round) {
                      const auto at = static_cast<std::size_t>(round);
                      expect_equal(read_before[at], round);
                      expect_equal(read_behind[at], round + 1);
                      expect(others[at][0] <= others[at][1]);
                      expect(round == 0 || others[at - 1][1] <= others[at][0]);
                  }
                  window.barrier();
              })),
              0);
}

// ---- atomicity

TEST_P(Windows, UpdatesAreAtomic) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call&, int rank, int size) {
                  constexpr Word rounds = 20;
                  Word last = -1;
                  window.lock_all();
                  for (Word round = 0; round < rounds; ++round) {
                      const Word taken = window.fetched(0, 0, 1, MPI_SUM);
                      expect(taken > last);
                      last = taken;
                      window.update(0, 1, rank, MPI_SUM);
                      for (Word seen = window.read(0, 2);;) {
                          const Word found = window.swap(0, 2, seen, seen + 3);
                          if (found == seen) break;
                          seen = found;
                      }
                      if (round % 5 == 0) window.shift();
                  }
                  window.unlock_all();
                  window.barrier();
                  window.lock_all();
                  expect_equal(window.read(0, 0), rounds * size);
                  expect_equal(window.read(0, 1), rounds * size * (size - 1) / 2);
                  expect_equal(window.read(0, 2), 3 * rounds * size);
                  window.unlock_all();
                  window.barrier();
              })),
              0);
}

// Replacements with several values: what is read is one of them, never a mixture.
TEST_P(Windows, ReplacementsAreWhole) {
    EXPECT_EQ(run(with_seeds([](Window& window, Call&, int rank, int) {
                  window.lock_all();
                  for (int round = 0; round < 30; ++round) {
                      window.update(0, 4, Word{rank + 1} * 0x0101010101010101, MPI_REPLACE);
                      const Word seen = window.read(0, 4);
                      expect(seen > 0 && seen % 0x0101010101010101 == 0);
                  }
                  window.unlock_all();
                  window.barrier();
              })),
              0);
}

} // namespace
