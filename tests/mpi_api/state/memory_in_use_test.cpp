// Buffers in use: whether a new one meets any of them, for random buffers that begin and end in any order,
// beside a list that is searched byte by byte.
#include "mpi_api/state/memory_in_use.hpp"

#include <array>
#include <cstddef>
#include <random>

#include <gtest/gtest.h>

#include "components/envelope/storage.hpp"

namespace {

using namespace sartor;
using envelope::Contiguous;
using Memory = mpi::MemoryInUse<Contiguous>;
using Use = mpi::NewUse<Contiguous>;

constexpr std::size_t memory_bytes = 64;

struct Buffer {
    bool is_in_use = false;
    bool is_written = false;
    Contiguous data;
    mpi::BufferInUse<Contiguous> entry;
};

struct Buffers {
    explicit Buffers(unsigned seed) : random_(seed) {}

    // Adds a buffer or takes one out, anywhere and as long as it likes, also with no bytes at all.
    void change_one() {
        Buffer& one = each_[number_below(each_.size())];
        if (one.is_in_use) {
            memory_.end(one.entry);
            one.is_in_use = false;
            return;
        }
        one.data = random_data();
        one.is_written = number_below(2) == 0;
        Use use(one.data, one.is_written);
        use.span.become(envelope::span_of(one.data));
        memory_.begin(one.entry, use, one.data, "MPI_Isend", nullptr);
        one.is_in_use = true;
    }

    void compare_with_search() {
        const Contiguous data = random_data();
        const bool is_written = number_below(2) == 0;
        const Buffer* const own = number_below(2) == 0 ? &each_[number_below(each_.size())] : nullptr;
        bool meets_one = false, meets_another = false;
        for (const Buffer& other : each_)
            if (other.is_in_use && (is_written || other.is_written) &&
                envelope::have_common_byte(data, other.data)) {
                meets_one = true;
                if (&other != own) meets_another = true;
            }
        const auto span = envelope::span_of(data);
        EXPECT_EQ(memory_.is_near(span, is_written), meets_one);
        mpi::OwnBuffers<Contiguous> own_buffers;
        if (own != nullptr) own_buffers.sent = &own->entry;
        EXPECT_EQ(memory_.one_meets(data, span, is_written, own_buffers), meets_another);
    }

  private:
    std::size_t number_below(std::size_t limit) { return random_() % limit; }
    Contiguous random_data() {
        const std::size_t first = number_below(memory_bytes);
        return {&bytes_[first], number_below(2) == 0 ? number_below(4) : number_below(memory_bytes - first)};
    }

    std::mt19937 random_;
    std::array<char, memory_bytes + 4> bytes_{};
    std::array<Buffer, 6> each_;
    Memory memory_;
};

class MemoryInUse : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Seeds, MemoryInUse, testing::Range(0U, 20U));

TEST_P(MemoryInUse, IsFoundAsBySearching) {
    Buffers buffers(GetParam());
    for (int step = 0; step < 3000; ++step) {
        buffers.change_one();
        if (step % 3 == 0) buffers.compare_with_search();
    }
}

TEST(MemoryInUse, IsNoneWhenAllHaveEnded) {
    std::array<char, 8> bytes{};
    Memory memory;
    const Contiguous data{bytes.data(), bytes.size()};
    for (int round = 0; round < 2; ++round) {
        mpi::BufferInUse<Contiguous> entry;
        Use use(data, true);
        use.span.become(envelope::span_of(data));
        memory.begin(entry, use, data, "MPI_Irecv", nullptr);
        EXPECT_TRUE(memory.is_near(use.span, false));
        memory.end(entry);
        EXPECT_FALSE(memory.is_near(use.span, true));
    }
}

} // namespace
