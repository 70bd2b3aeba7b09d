// The fastbuffer in every order of its accesses: nothing lost, nothing twice, order kept, data whole, room
// given back; also where its numbers wrap around.
#include "transports/host/fastbuffer.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/model_atomics.hpp"

namespace {

using sartor::test::Interleavings;
using sartor::test::Watched;

template <std::uint32_t CountedBefore>
struct Small : sartor::test::ModelAtomics {
    static constexpr std::uint32_t slots = 2;
    static constexpr std::size_t area_bytes = 320; // two messages of 128, one of which is kept, and a gap
    static constexpr std::uint32_t counted_before = CountedBefore;
};

// The area is full before the slots are: three messages of 128, the last one read of which is kept, and a
// gap.
struct Short : sartor::test::ModelAtomics {
    static constexpr std::uint32_t slots = 4;
    static constexpr std::size_t area_bytes = 448;
    static constexpr std::uint32_t counted_before = 0;
};

struct Label {
    Watched<std::uint32_t> bytes;
};

template <class Shape>
struct Pair {
    using Buffer = sartor::channel::host::Fastbuffer<Label, Shape>;
    std::optional<Buffer> buffer;
    std::vector<std::uint32_t> sizes; // of messages 1, 2, ...; 0: it goes another way
    sartor::test::ModelAtomic<std::uint32_t> elsewhere;
    std::uint32_t taken = 0;

    void write_all() {
        for (std::uint32_t number = 1; number <= sizes.size(); ++number)
            sizes[number - 1] == 0 ? send_elsewhere(number) : put(number);
    }

    void put(std::uint32_t number) {
        const std::uint32_t bytes = sizes[number - 1];
        for (;;) {
            const auto before = Interleavings::active->changes();
            if (buffer->put(Label{bytes}, bytes, [&](void* address) {
                    Interleavings::active->written(address);
                    std::fill_n(static_cast<unsigned char*>(address), bytes, number);
                }))
                return;
            Interleavings::active->wait_for_change(before);
        }
    }
    void send_elsewhere(std::uint32_t number) {
        Interleavings::active->expect(buffer->take_number() == Shape::counted_before + number, "a number");
        elsewhere.store(number, std::memory_order_release);
    }

    void read_all() {
        while (taken < sizes.size()) {
            const auto before = Interleavings::active->changes();
            const auto next = buffer->look();
            if (next == Buffer::Next::message)
                take();
            else if (elsewhere.load(std::memory_order_acquire) == taken + 1)
                skip();
            else
                Interleavings::active->wait_for_change(before);
        }
    }
    void take() {
        buffer->take([&](const Label& label, const void* data) {
            ++taken;
            const std::uint32_t bytes = label.bytes;
            Interleavings::active->expect(bytes == sizes[taken - 1], "another message than expected");
            Interleavings::active->read(data);
            const auto* first = static_cast<const unsigned char*>(data);
            Interleavings::active->expect(
                std::all_of(first, first + bytes, [&](unsigned char one) { return one == taken; }),
                "data of another message");
        });
    }
    void skip() {
        ++taken;
        buffer->skip_expected();
    }

    // All that was taken leaves room for as many again.
    void check() {
        EXPECT_EQ(taken, sizes.size());
        for (std::uint32_t slot = 0; slot < Shape::slots; ++slot)
            EXPECT_TRUE(buffer->put(Label{8}, 8, [](void*) {})) << "room was not given back";
    }

    void explore(const std::vector<std::uint32_t>& wanted) {
        sizes = wanted;
        explore(Interleavings());
        explore(Interleavings(Interleavings::limit(2), Interleavings::Memory::store_buffers));
        explore(Interleavings(1, Interleavings::Memory::unordered_stores));
    }
    void explore(Interleavings&& interleavings) {
        const std::string error = interleavings.explore(
            [&] {
                buffer.emplace();
                elsewhere.store(0, std::memory_order_relaxed);
                taken = 0;
            },
            {[&] { write_all(); }, [&] { read_all(); }}, [&] { check(); });
        EXPECT_EQ(error, "");
        std::printf("%lld interleavings\n", static_cast<long long>(interleavings.explored()));
    }
};

using FromStart = Pair<Small<0>>;
using AtWrap = Pair<Small<0xffffffffu - 2>>;

// More messages, and a minute more.
bool at_length() {
    return std::getenv("SARTOR_SWEEP") != nullptr;
}

TEST(FastbufferInterleavings, ShortMessagesThroughFullSlots) {
    FromStart().explore({8, 16, 24, 32, 40});
}
TEST(FastbufferInterleavings, LongMessagesAroundTheEndOfTheArea) {
    FromStart().explore(at_length() ? std::vector<std::uint32_t>{128, 128, 128, 120, 124}
                                    : std::vector<std::uint32_t>{128, 128, 120, 124});
    Pair<Short>().explore({128, 120, 124, 128});
}
TEST(FastbufferInterleavings, SomeGoAnotherWay) {
    FromStart().explore({8, 0, 128, 16});
    FromStart().explore({0, 8, 16, 24});
    FromStart().explore({8, 16, 128, 0});
}
TEST(FastbufferInterleavings, NumbersWrapAround) {
    AtWrap().explore(at_length() ? std::vector<std::uint32_t>{8, 16, 24, 32, 40}
                                 : std::vector<std::uint32_t>{8, 16, 24, 32});
    AtWrap().explore({8, 0, 128, 16});
}

// Two fastbuffers between two sides, each of which answers in place what it has read last.
class Replies {
  public:
    // For each side what it does in turn: sends a message (true), or waits for one.
    using Turns = std::vector<bool>;

    void explore(const Turns& one, const Turns& other) {
        explore(one, other, Interleavings(3));
        explore(one, other, Interleavings(1, Interleavings::Memory::store_buffers));
        explore(one, other, Interleavings(1, Interleavings::Memory::unordered_stores));
        EXPECT_GT(in_place_, 0) << "this test is of answers in place";
    }

  private:
    using Buffer = sartor::channel::host::Fastbuffer<Label, Short>;
    static constexpr std::uint32_t bytes = 128;

    void explore(const Turns& one, const Turns& other, Interleavings&& interleavings) {
        const std::string error = interleavings.explore(
            [&] {
                for (std::optional<Buffer>& buffer : buffers_) buffer.emplace();
                buffers_[0]->reply(*buffers_[1]);
                buffers_[1]->reply(*buffers_[0]);
            },
            {[&] { play(0, one); }, [&] { play(1, other); }}, [] {});
        EXPECT_EQ(error, "");
        std::printf("%lld interleavings, %lld answers in place\n",
                    static_cast<long long>(interleavings.explored()), static_cast<long long>(in_place_));
    }

    struct Counts {
        unsigned char sent = 0, received = 0;
    };

    void play(int side, const Turns& turns) {
        Counts counts;
        int waits = 0;
        for (const bool sends : turns) {
            if (sends)
                send(side, counts);
            else if (++waits > counts.received)
                receive(side, counts);
        }
    }

    // Whoever finds no room takes in what has come.
    void send(int side, Counts& counts) {
        const unsigned char content = ++counts.sent;
        for (;;) {
            const auto before = Interleavings::active->changes();
            if (buffers_[side]->put(Label{bytes}, bytes, [&](void* data) {
                    const auto* const own = reinterpret_cast<const char*>(&*buffers_[side]);
                    const auto* const written = static_cast<const char*>(data);
                    in_place_ += written < own || written >= own + sizeof(Buffer);
                    Interleavings::active->written(data);
                    std::fill_n(static_cast<unsigned char*>(data), bytes, content);
                }))
                return;
            if (buffers_[1 - side]->look() == Buffer::Next::message)
                take(side, counts);
            else
                Interleavings::active->wait_for_change(before);
        }
    }

    void receive(int side, Counts& counts) {
        for (;;) {
            const auto before = Interleavings::active->changes();
            if (buffers_[1 - side]->look() == Buffer::Next::message) return take(side, counts);
            Interleavings::active->wait_for_change(before);
        }
    }

    void take(int side, Counts& counts) {
        const unsigned char content = ++counts.received;
        buffers_[1 - side]->take([&](const Label&, const void* data) {
            Interleavings::active->read(data);
            const auto* first = static_cast<const unsigned char*>(data);
            Interleavings::active->expect(
                std::all_of(first, first + bytes, [&](unsigned char byte) { return byte == content; }),
                "data of another message");
        });
    }

    std::optional<Buffer> buffers_[2];
    long in_place_ = 0;
};

TEST(FastbufferInterleavings, LongMessagesAreRepliedToInPlace) {
    constexpr bool send = true, wait = false;
    Replies().explore({send, wait, send, wait}, {wait, send, wait, send});
    // The answer is still to be read when all of the area has been used.
    Replies().explore({send, send, send, send, wait}, {wait, send, wait, wait, wait});
    Replies().explore({send, wait, send}, {send, wait, wait});
}

} // namespace
