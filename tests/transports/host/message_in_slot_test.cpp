// Messages that stay in the channel until their rank takes them itself.
#include <gtest/gtest.h>

#include "tests/transports/host/mail.hpp"

namespace {

using namespace sartor::test;

// Ranks 0 and 1 send to rank 2, which notes what it gets.
class MessageInSlot : public ::testing::Test {
  protected:
    using Shape = sartor::channel::host::FastbufferShape;
    static constexpr int receiver = 2;

    void SetUp() override {
        mailboxes_.open();
        mailboxes_.receivers[receiver].arrived = [this](int sender, int number, const void* data,
                                                        std::size_t bytes) {
            got_.emplace_back(sender, number);
            for (std::size_t index = 0; index < bytes; ++index)
                ASSERT_EQ(static_cast<const char*>(data)[index], content(number)) << "byte " << index;
        };
        mailboxes_.receivers[receiver].takes_itself = true;
    }

    static char content(int number) { return static_cast<char>('a' + number % 26); }
    // Whether it lies in the channel, not with its sender.
    bool send(int sender, int number, std::size_t bytes = 1) {
        auto& data = data_.emplace_back(bytes, content(number));
        MailParcel& parcel = parcels_.emplace_back();
        parcel.envelope.header = {sender, number};
        parcel.envelope.storage = {data.data(), bytes};
        return mailboxes_.send(sender, receiver, parcel);
    }
    bool collect() { return mailboxes_.boxes[receiver]->collect(); }
    bool receive(int sender) {
        mailboxes_.boxes[receiver]->renew_budget();
        return mailboxes_.receive(receiver, sender);
    }

    MailboxSet<Shape> mailboxes_{3};
    std::vector<std::pair<int, int>> got_;

  private:
    std::deque<std::string> data_;
    std::deque<MailParcel> parcels_;
};

using Got = std::vector<std::pair<int, int>>;

TEST_F(MessageInSlot, StaysThereInItsOrder) {
    ASSERT_TRUE(send(0, 0));
    collect(); // learns of the fastbuffer
    ASSERT_TRUE(send(0, 1));
    ASSERT_TRUE(send(0, 2));
    EXPECT_FALSE(collect());
    EXPECT_TRUE(got_.empty());
    for (int number = 0; number < 3; ++number) EXPECT_TRUE(receive(0));
    EXPECT_FALSE(receive(0));
    EXPECT_EQ(got_, (Got{{0, 0}, {0, 1}, {0, 2}}));
}

TEST_F(MessageInSlot, IsTakenInWhenItsRankDoesNotTakeIt) {
    send(0, 0);
    collect();
    mailboxes_.receivers[receiver].takes_itself = false;
    EXPECT_TRUE(collect());
    EXPECT_EQ(got_, (Got{{0, 0}}));
    EXPECT_FALSE(receive(any_sender));
}

// As a rank that waits is woken by the first of them.
TEST_F(MessageInSlot, BehindOneThatIsTakenIn) {
    send(0, 0);
    collect();
    ASSERT_TRUE(receive(0));
    mailboxes_.receivers[receiver].takes_itself = false;
    mailboxes_.receivers[receiver].arrived = [&](int sender, int number, const void*, std::size_t) {
        got_.emplace_back(sender, number);
        mailboxes_.receivers[receiver].takes_itself = true;
    };
    for (int number = 1; number < 4; ++number) send(0, number);
    EXPECT_TRUE(collect());
    EXPECT_EQ(got_, (Got{{0, 0}, {0, 1}}));
    EXPECT_TRUE(receive(0));
    EXPECT_EQ(got_, (Got{{0, 0}, {0, 1}, {0, 2}}));
}

TEST_F(MessageInSlot, NotForEverIfItsRankDoesNotCome) {
    send(0, 0);
    collect();
    send(0, 1);
    send(0, 2);
    int looks = 1;
    while (!collect()) ASSERT_LT(++looks, 100);
    EXPECT_GT(looks, 1);
    EXPECT_EQ(got_, (Got{{0, 0}, {0, 1}, {0, 2}}));
    send(0, 3);
    EXPECT_FALSE(collect());
}

TEST_F(MessageInSlot, OfAnyLength) {
    constexpr int count = 40;
    for (int number = 0; number < count; ++number)
        ASSERT_TRUE(send(0, number, 60U * static_cast<unsigned>(number)));
    collect();
    for (int number = 0; number < count; ++number) ASSERT_TRUE(receive(0));
    EXPECT_EQ(got_.size(), std::size_t{count});
    for (int lap = 0; lap < 20; ++lap) { // the area behind the slots is given back
        ASSERT_TRUE(send(0, lap, 8000));
        ASSERT_TRUE(receive(0));
    }
}

TEST_F(MessageInSlot, OnlyTheNextOfASender) {
    send(0, 0);
    send(1, 0);
    collect();
    EXPECT_TRUE(receive(1));
    EXPECT_FALSE(receive(1));
    EXPECT_TRUE(receive(any_sender));
    EXPECT_EQ(got_, (Got{{1, 0}, {0, 0}}));
}

TEST_F(MessageInSlot, NotWhatWasHandedOverByItsAddress) {
    send(0, 0);
    collect();
    ASSERT_TRUE(receive(0));
    EXPECT_FALSE(send(0, 1, Shape::area_bytes)); // too long to be copied
    EXPECT_FALSE(receive(0));
    EXPECT_TRUE(collect());
    EXPECT_EQ(got_, (Got{{0, 0}, {0, 1}}));
}

TEST_F(MessageInSlot, UntilItIsOthersTurn) {
    constexpr int count = 200;
    for (int number = 0; number < count; ++number) ASSERT_TRUE(send(0, number));
    collect();
    mailboxes_.boxes[receiver]->renew_budget();
    int taken = 0;
    while (mailboxes_.receive(receiver, 0)) ++taken;
    EXPECT_GT(taken, 0);
    EXPECT_LT(taken, count);
    mailboxes_.boxes[receiver]->renew_budget();
    EXPECT_TRUE(receive(0));
}

} // namespace
