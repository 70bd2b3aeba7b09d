// The lock-free inbox: nothing lost, nothing twice, each poster's order kept; also under the thread
// sanitizer.
#include "runtime/scheduler/inbox.hpp"

#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace {

struct Letter {
    Letter* next = nullptr;
    int sender = 0;
    int number = 0;
};

TEST(Inbox, KeepsTheOrderOfEachSender) {
    constexpr int senders = 3;
    constexpr int letters = 20000;
    sartor::process::Inbox<Letter> inbox;
    std::vector<std::vector<Letter>> written(senders, std::vector<Letter>(letters));
    std::vector<std::jthread> threads;
    for (int sender = 0; sender < senders; ++sender)
        threads.emplace_back([&, sender] {
            for (int number = 0; number < letters; ++number) {
                Letter& letter = written[static_cast<std::size_t>(sender)][static_cast<std::size_t>(number)];
                letter.sender = sender;
                letter.number = number;
                inbox.post(letter);
            }
        });
    std::vector<int> next(senders, 0);
    for (int received = 0; received < senders * letters;)
        for (Letter* letter = inbox.collect(); letter != nullptr; ++received) {
            Letter* rest = letter->next;
            ASSERT_EQ(letter->number, next[static_cast<std::size_t>(letter->sender)]++);
            letter = rest;
        }
    EXPECT_TRUE(inbox.empty());
}

} // namespace
