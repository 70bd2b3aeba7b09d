// Fastbuffer and transport between real threads that pause at random; also under the thread sanitizer.
#include <algorithm>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "runtime/architecture/processor.hpp"
#include "tests/transports/host/mail.hpp"

namespace {

using namespace sartor::test;
namespace host = sartor::channel::host;

// As programs use it, and one that is soon full and soon wraps around.
struct Usual : host::FastbufferShape {};
struct Narrow : host::FastbufferShape {
    static constexpr std::uint32_t slots = 8;
    static constexpr std::size_t area_bytes = 4096;
    static constexpr std::uint32_t counted_before = 0xffffffffu - 1000;
};

class Pauses {
  public:
    explicit Pauses(unsigned seed) : random_(seed) {}
    std::mt19937& random() { return random_; }
    void maybe() {
        const auto kind = random_() % 64;
        if (kind == 0) std::this_thread::yield();
        if (kind == 1)
            for (auto turns = random_() % 2000; turns > 0; --turns) sartor::architecture::Processor::pause();
    }

  private:
    std::mt19937 random_;
};

unsigned char byte_of(int number, std::size_t position) {
    return static_cast<unsigned char>(static_cast<std::size_t>(number) * 31 + position);
}
void fill(void* storage, std::size_t bytes, int number) {
    for (std::size_t index = 0; index < bytes; ++index)
        static_cast<unsigned char*>(storage)[index] = byte_of(number, index);
}
bool holds(const void* storage, std::size_t bytes, int number) {
    for (std::size_t index = 0; index < bytes; ++index)
        if (static_cast<const unsigned char*>(storage)[index] != byte_of(number, index)) return false;
    return true;
}

std::vector<unsigned> seeds() {
    return {1, 7, 4711};
}

template <class Shape>
class Channel : public testing::Test {};
using Shapes = testing::Types<Usual, Narrow>;
TYPED_TEST_SUITE(Channel, Shapes);

struct Label {
    std::uint32_t bytes;
    int number;
};

TYPED_TEST(Channel, FastbufferKeepsOrderAndData) {
    constexpr int messages = 4000;
    using Buffer = host::Fastbuffer<Label, TypeParam>;
    for (const unsigned seed : seeds()) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const auto buffer = std::make_unique<Buffer>();
        std::jthread writer([&] {
            Pauses pauses(seed);
            for (int number = 0; number < messages; ++number) {
                const auto bytes = static_cast<std::uint32_t>(
                    pauses.random()() % (pauses.random()() % 8 == 0 ? Buffer::longest + 1 : 200));
                while (!buffer->put(Label{bytes, number}, bytes,
                                    [&](void* storage) { fill(storage, bytes, number); }))
                    std::this_thread::yield();
                pauses.maybe();
            }
        });
        Pauses pauses(seed + 1);
        bool right = true;
        for (int number = 0; number < messages;) {
            if (buffer->look() != Buffer::Next::message) {
                std::this_thread::yield();
                continue;
            }
            buffer->take([&](const Label& label, const void* data) {
                right = right && label.number == number && holds(data, label.bytes, number);
            });
            ++number;
            pauses.maybe();
        }
        EXPECT_TRUE(right);
    }
}

// All write to all; what finds no room is posted by its address.
template <class Shape>
class Exchange {
  public:
    Exchange(int ranks, int messages, unsigned seed)
        : ranks_(ranks), messages_(messages), seed_(seed), mailboxes_(ranks),
          received_(static_cast<std::size_t>(ranks)), right_(received_.size(), 1) {
        mailboxes_.open();
        for (int rank = 0; rank < ranks; ++rank) prepare(rank);
    }

    bool run() {
        {
            std::vector<std::jthread> threads;
            for (int rank = 0; rank < ranks_; ++rank) threads.emplace_back([=, this] { work(rank); });
        }
        for (int rank = 0; rank < ranks_; ++rank) EXPECT_FALSE(box(rank).collect()) << "more than was sent";
        return std::ranges::all_of(right_, [](char one) { return one == 1; });
    }

  private:
    auto& box(int rank) { return *mailboxes_.boxes[static_cast<std::size_t>(rank)]; }

    void prepare(int rank) {
        const auto self = static_cast<std::size_t>(rank);
        received_[self].assign(static_cast<std::size_t>(ranks_), 0);
        mailboxes_.receivers[self].arrived = [=, this](int sender, int number, const void* data,
                                                       std::size_t bytes) {
            int& expected = received_[self][static_cast<std::size_t>(sender)];
            if (number != expected++ || !holds(data, bytes, number)) right_[self] = 0;
        };
    }

    void work(int self) {
        Pauses pauses(seed_ + static_cast<unsigned>(self));
        const int all = (ranks_ - 1) * messages_;
        std::vector<MailParcel> parcels(static_cast<std::size_t>(all));
        std::vector<std::vector<unsigned char>> data(parcels.size());
        for (int number = 0; number < messages_; ++number)
            for (int to = 0; to < ranks_; ++to) {
                if (to == self) continue;
                const auto position =
                    static_cast<std::size_t>(number * (ranks_ - 1) + (to > self ? to - 1 : to));
                data[position].resize(pauses.random()() % 600);
                fill(data[position].data(), data[position].size(), number);
                parcels[position].envelope.header = {self, number};
                parcels[position].envelope.storage = {data[position].data(), data[position].size()};
                mailboxes_.send(self, to, parcels[position]);
                pauses.maybe();
                if (pauses.random()() % 16 == 0) box(self).collect();
            }
        while (received(self) < all)
            if (!box(self).collect()) std::this_thread::yield();
        ++done_;
        while (done_ < ranks_) std::this_thread::yield(); // others may still read parcels of this one
    }

    int received(int self) const {
        int sum = 0;
        for (const int from_one : received_[static_cast<std::size_t>(self)]) sum += from_one;
        return sum;
    }

    int ranks_;
    int messages_;
    unsigned seed_;
    MailboxSet<Shape> mailboxes_;
    std::vector<std::vector<int>> received_; // by receiver and sender
    std::vector<char> right_;                // by receiver
    std::atomic<int> done_{0};
};

TYPED_TEST(Channel, MailboxKeepsTheOrderOfEachSender) {
    for (const unsigned seed : seeds())
        for (const int ranks : {2, 3}) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(ranks) + " ranks");
            EXPECT_TRUE(Exchange<TypeParam>(ranks, 3000, seed).run());
        }
}

} // namespace
