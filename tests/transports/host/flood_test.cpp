// A transport under a flood: whoever looks into it comes back, however fast another worker goes on writing.
#include <gtest/gtest.h>

#include "tests/transports/host/mail.hpp"

namespace {

using namespace sartor::test;

struct Shape : sartor::channel::host::FastbufferShape {
    static constexpr std::uint32_t slots = 8;
};

// Each message that is taken in brings another one, for so many messages.
class Flood {
  public:
    explicit Flood(int messages) : parcels_(static_cast<std::size_t>(messages) + Shape::slots) {
        mailboxes_.open();
        mailboxes_.receivers[1].arrived = [this](int, int number, const void*, std::size_t) {
            in_order_ = in_order_ && number == taken_;
            ++taken_;
            if (sent_ < parcels_.size()) send();
        };
        while (sent_ < Shape::slots) send();
    }

    // How many were taken in at one look; 0: nothing was there.
    int look() {
        const int before = taken_;
        const bool any = mailboxes_.boxes[1]->collect();
        EXPECT_EQ(any, taken_ > before);
        return taken_ - before;
    }

    [[nodiscard]] bool in_order() const { return in_order_; }
    [[nodiscard]] bool is_over() const { return taken_ == static_cast<int>(parcels_.size()); }

  private:
    void send() {
        MailParcel& parcel = parcels_[sent_];
        parcel.envelope.header = {0, static_cast<int>(sent_)};
        ++sent_;
        mailboxes_.send(0, 1, parcel);
    }

    MailboxSet<Shape> mailboxes_{2};
    std::vector<MailParcel> parcels_;
    std::size_t sent_ = 0;
    int taken_ = 0;
    bool in_order_ = true;
};

TEST(MailboxUnderAFlood, TakesInSoManyAtALook) {
    Flood flood(1000);
    while (!flood.is_over()) {
        const int taken = flood.look();
        ASSERT_GT(taken, 0);
        ASSERT_LE(taken, 2 * static_cast<int>(Shape::slots))
            << "of each sender a ring, and what went around it";
    }
    EXPECT_TRUE(flood.in_order());
    EXPECT_EQ(flood.look(), 0);
}

} // namespace
