// The transport in every order of its accesses: slots and detours of one sender and of two, taken in for the
// rank and by the rank itself.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/transports/host/mail.hpp"

namespace {

using namespace sartor::test;

template <std::uint32_t CountedBefore>
struct Small : ModelAtomics {
    static constexpr std::uint32_t slots = 2;
    static constexpr std::size_t area_bytes = 64 * 8;
    static constexpr std::uint32_t counted_before = CountedBefore;
};

// The last rank receives from each other one so many messages.
template <class Shape>
class Correspondence {
  public:
    Correspondence(int senders, int messages)
        : senders_(senders), mailboxes_(senders + 1), next_(static_cast<std::size_t>(senders)),
          parcels_(static_cast<std::size_t>(senders),
                   std::vector<MailParcel>(static_cast<std::size_t>(messages))),
          left_(senders * messages) {
        mailboxes_.receivers.back().arrived = [this](int sender, int number, const void* data,
                                                     std::size_t bytes) {
            int content = -1;
            Interleavings::active->expect(bytes == sizeof content, "another size than sent");
            std::memcpy(&content, data, sizeof content);
            Interleavings::active->expect(content == number, "data of another message");
            Interleavings::active->expect(number == next_[static_cast<std::size_t>(sender)]++,
                                          "a message was lost, came twice or overtook another");
            --left_;
        };
    }

    // The receiver takes its messages where they lie; what has gone another way is taken in for it.
    Correspondence& read_in_place() {
        mailboxes_.receivers.back().takes_itself = true;
        return *this;
    }

    void explore(int most_preemptions = Interleavings::unlimited) {
        explore(Interleavings(most_preemptions));
        explore(
            Interleavings(senders_ == 1 ? Interleavings::limit(3) : 1, Interleavings::Memory::store_buffers));
    }

  private:
    void explore(Interleavings&& interleavings) {
        std::vector<std::function<void()>> threads;
        for (int sender = 0; sender < senders_; ++sender) threads.push_back([=, this] { send_all(sender); });
        threads.push_back([this] { receive_all(); });
        const int all = left_;
        const std::string error = interleavings.explore(
            [&] {
                mailboxes_.open();
                std::fill(next_.begin(), next_.end(), 0);
                left_ = all;
            },
            threads,
            [&] { EXPECT_FALSE(mailboxes_.boxes.back()->collect()) << "more arrived than was sent"; });
        EXPECT_EQ(error, "");
        EXPECT_GT(detours_, 0) << "this test is of the way around too";
        std::printf("%lld interleavings, %lld messages posted by address\n",
                    static_cast<long long>(interleavings.explored()), static_cast<long long>(detours_));
        left_ = all;
    }

    void send_all(int sender) {
        int number = 0;
        for (MailParcel& parcel : parcels_[static_cast<std::size_t>(sender)]) {
            contents_[sender][number] = number;
            parcel.envelope.header = {sender, number};
            parcel.envelope.storage = {&contents_[sender][number], sizeof(int)};
            detours_ += mailboxes_.send(sender, senders_, parcel) ? 0 : 1;
            ++number;
        }
    }
    void receive_all() {
        while (left_ > 0) {
            const auto before = Interleavings::active->changes();
            mailboxes_.boxes.back()->renew_budget();
            if (mailboxes_.receivers.back().takes_itself && mailboxes_.receive(senders_, any_sender))
                continue;
            if (!mailboxes_.boxes.back()->collect()) Interleavings::active->wait_for_change(before);
        }
    }

    int senders_;
    MailboxSet<Shape> mailboxes_;
    std::vector<int> next_;
    std::vector<std::vector<MailParcel>> parcels_;
    int contents_[3][8] = {};
    int left_;
    std::int64_t detours_ = 0;
};

TEST(MailboxInterleavings, OneSender) {
    Correspondence<Small<0>>(1, 4).explore();
}
TEST(MailboxInterleavings, OneSenderWhoseNumbersWrapAround) {
    Correspondence<Small<0xffffffffu - 1>>(1, 4).explore();
}
TEST(MailboxInterleavings, OneSenderWhoseReceiverTakesItself) {
    Correspondence<Small<0>>(1, 4).read_in_place().explore();
}
TEST(MailboxInterleavings, TwoSendersWhoseReceiverTakesItself) {
    Correspondence<Small<0>>(2, 3).read_in_place().explore(2);
}
TEST(MailboxInterleavings, TwoSenders) {
    Correspondence<Small<0>>(2, 3).explore(2);
}

} // namespace
