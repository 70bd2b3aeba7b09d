// Collective accesses whose ranks send each other their pieces, over the messages of collectives, against the
// file's bytes one by one.
#include "components/file/exchange_by_messages.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

#include "components/file/view.hpp"
#include "tests/components/collective/cases.hpp"

namespace {

using namespace sartor;
using test_collective::Context;

// The ranks' blocks alternate in the file; each rank has a number of bytes of its own, some have none.
struct Blocks {
    std::size_t block;
    std::vector<std::size_t> bytes; // by rank
    file::Hints hints;

    explicit Blocks(test_collective::Case& numbers) : block(1 + numbers.draw(40)) {
        for (int rank = 0; rank < numbers.size; ++rank)
            bytes.push_back(numbers.draw(4) == 0 ? 0 : numbers.draw(9000));
        hints.cb_nodes = 1 + static_cast<int>(numbers.draw(static_cast<std::size_t>(numbers.size)));
        hints.cb_buffer_size = 4096;
        hints.cb_read = hints.cb_write = file::Choice::enable;
    }
    [[nodiscard]] std::size_t ranks() const { return bytes.size(); }
    [[nodiscard]] std::size_t position(std::size_t rank, std::size_t byte) const {
        return (byte / block * ranks() + rank) * block + byte % block;
    }
    [[nodiscard]] static char value(std::size_t rank, std::size_t byte) {
        return static_cast<char>(rank * 37 + byte * 11 + byte / 251 + 1);
    }
};

// One error of all, through the first rank.
int agree(test_collective::Messages& messages, int own) {
    using Piece = test_collective::Messages::Piece;
    int found = own;
    if (messages.rank() > 0) {
        messages.send(0, Piece{&own, sizeof own});
        messages.receive(0, Piece{&found, sizeof found});
        return found;
    }
    for (int rank = 1; rank < messages.size(); ++rank) {
        int theirs = 0;
        messages.receive(rank, Piece{&theirs, sizeof theirs});
        if (found == 0) found = theirs;
    }
    for (int rank = 1; rank < messages.size(); ++rank) messages.send(rank, Piece{&found, sizeof found});
    return found;
}

// Of accesses in which pieces were exchanged.
std::atomic<int> exchanges{0};

file::Outcome access(Context& context, const Blocks& blocks, const file::Descriptor& descriptor,
                     std::vector<char>& data, bool writes) {
    const auto runs = [&](std::size_t rank) {
        layout::RunList list;
        list.add(0, blocks.block);
        const file::View view(static_cast<std::int64_t>(rank * blocks.block), 1, list.layout(),
                              static_cast<std::int64_t>(blocks.ranks() * blocks.block));
        return view.pieces(0, blocks.bytes[rank]);
    };
    std::vector<file::Share> shares;
    file::Share all{};
    for (std::size_t rank = 0; rank < blocks.ranks(); ++rank) {
        shares.push_back(file::Share::of(runs(rank)));
        all.add(shares.back());
    }
    const int ranks = static_cast<int>(blocks.ranks());
    const file::Plan plan = file::Plan::of(all, ranks, blocks.hints, file::Choice::enable);
    if (!plan.exchanges()) return {data.size(), -1};
    file::Exchange* const windows =
        plan.aggregator_of(context.rank, ranks) >= 0 ? file::Exchange::take() : nullptr;
    test_collective::Messages parts(context.call, MPI_COMM_WORLD,
                                    mpi::Signature(mpi::Collective::internal, 0));
    test_collective::Messages replies(context.call, MPI_COMM_WORLD,
                                      mpi::Signature(mpi::Collective::internal, 1));
    const file::Pieces there = runs(static_cast<std::size_t>(context.rank));
    const file::Pieces memory = file::Pieces::one(reinterpret_cast<std::uintptr_t>(data.data()), data.size());
    file::MessageExchange exchange(parts, replies, descriptor, windows, plan, shares, there, memory);
    const auto agree_on = [&](int own) { return agree(context.messages, own); };
    const file::Outcome outcome = writes ? exchange.write(agree_on) : exchange.read(agree_on);
    if (windows != nullptr) file::Exchange::give_back(*windows);
    context.expect(!parts.failed() && !replies.failed());
    exchanges.fetch_add(1);
    return outcome;
}

// An open file of no bytes that has no name any more.
struct Scratch {
    file::Descriptor descriptor;

    Scratch() {
        char name[] = "/tmp/exchange_test-XXXXXX";
        ::close(mkstemp(name));
        EXPECT_EQ(file::open(name, {true, true, false, false}, descriptor), 0);
        EXPECT_EQ(file::remove(name), 0);
    }
    ~Scratch() { file::close(descriptor); }
};

TEST(ExchangeByMessages, WritesAndReadsBlocksOfAllRanks) {
    const Scratch scratch;
    test_collective::on_all_counts([&](Context& context) {
        const Blocks blocks(context.numbers);
        const auto rank = static_cast<std::size_t>(context.rank);
        std::vector<char> data(blocks.bytes[rank]);
        for (std::size_t byte = 0; byte < data.size(); ++byte) data[byte] = Blocks::value(rank, byte);
        if (context.rank == 0) context.expect_equal(file::set_size(scratch.descriptor, 0), 0);
        static_cast<void>(agree(context.messages, 0));
        const file::Outcome written = access(context, blocks, scratch.descriptor, data, true);
        if (written.error == -1) return; // few large pieces: nothing is exchanged
        context.expect_equal(written.error, 0);
        context.expect_equal(written.bytes, data.size());
        for (std::size_t byte = 0; byte < data.size(); ++byte) {
            char found = 0;
            const auto at = static_cast<off_t>(blocks.position(rank, byte));
            if (pread(scratch.descriptor.number, &found, 1, at) != 1 || found != data[byte])
                return context.expect_equal(byte, data.size());
        }
        std::vector<char> back(data.size());
        const file::Outcome read = access(context, blocks, scratch.descriptor, back, false);
        context.expect_equal(read.error, 0);
        context.expect_equal(read.bytes, data.size());
        context.expect(back == data);
        static_cast<void>(agree(context.messages, 0));
    });
    EXPECT_GT(exchanges.exchange(0), 100);
}

// All get what is there, and nothing behind it.
TEST(ExchangeByMessages, ReadsUpToTheEndOfTheFile) {
    const Scratch scratch;
    test_collective::on_all_counts([&](Context& context) {
        const Blocks blocks(context.numbers);
        const auto rank = static_cast<std::size_t>(context.rank);
        const std::size_t end = blocks.ranks() * 1000;
        const std::vector<char> content(end, 'x');
        if (context.rank == 0) {
            context.expect_equal(file::set_size(scratch.descriptor, 0), 0);
            context.expect_equal(pwrite(scratch.descriptor.number, content.data(), end, 0),
                                 static_cast<ssize_t>(end));
        }
        static_cast<void>(agree(context.messages, 0));
        std::vector<char> data(blocks.bytes[rank]);
        const file::Outcome read = access(context, blocks, scratch.descriptor, data, false);
        if (read.error == -1) return;
        std::size_t there = 0;
        while (there < data.size() && blocks.position(rank, there) < end) ++there;
        context.expect_equal(read.bytes, there);
        std::vector<char> expected(data.size());
        std::fill_n(expected.begin(), there, 'x');
        context.expect(data == expected);
        static_cast<void>(agree(context.messages, 0));
    });
    EXPECT_GT(exchanges.exchange(0), 100);
}

} // namespace
