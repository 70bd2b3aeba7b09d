// Queues against an oracle: a vector searched from its front. Random operations, the seed printed on failure.
#include "components/communicator/queues.hpp"

#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace {

struct Header {
    int value;
    [[nodiscard]] bool matches(const Header& arrived) const { return value < 0 || value == arrived.value; }
};
struct Node {
    Node* next = nullptr;
    struct {
        Header header;
    } envelope{};
    int number = 0;
};

using sartor::communicator::ExpectedQueue;
using sartor::communicator::ExpectedSlot;
using sartor::communicator::UnexpectedQueue;

std::vector<unsigned> seeds() {
    return {1, 2, 3, 20, 77, 4711};
}

TEST(ExpectedQueue, GivesTheOldestReceiveThatMatches) {
    for (const unsigned seed : seeds()) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        ExpectedQueue<Node> queue;
        std::vector<Node*> oracle;
        std::vector<Node> nodes(2000);
        for (int step = 0; step < 2000; ++step) {
            if (random() % 2 == 0) {
                Node& node = nodes[static_cast<std::size_t>(step)];
                node.envelope.header.value = static_cast<int>(random() % 6) - 1; // -1 is a wildcard
                queue.push(node);
                oracle.push_back(&node);
            } else {
                const Header arrived{static_cast<int>(random() % 5)};
                Node* expected = nullptr;
                for (auto position = oracle.begin(); position != oracle.end(); ++position)
                    if ((*position)->envelope.header.matches(arrived)) {
                        expected = *position;
                        oracle.erase(position);
                        break;
                    }
                ASSERT_EQ(queue.take(arrived), expected);
            }
        }
    }
}

TEST(UnexpectedQueue, GivesTheOldestMessageThatMatches) {
    UnexpectedQueue<Node> queue;
    Node nodes[4];
    const int values[] = {3, 5, 3, 6};
    for (int index = 0; index < 4; ++index) {
        nodes[index].envelope.header.value = values[index];
        queue.push(nodes[index]);
    }
    EXPECT_EQ(queue.take(Header{9}), nullptr);
    EXPECT_EQ(queue.take(Header{5}), &nodes[1]);
    EXPECT_EQ(queue.take(Header{3}), &nodes[0]);
    EXPECT_EQ(queue.take(Header{-1}), &nodes[2]);
    EXPECT_EQ(queue.take(Header{-1}), &nodes[3]);
    EXPECT_EQ(queue.take(Header{-1}), nullptr);
    queue.push(nodes[0]);
    EXPECT_EQ(queue.take_first(), &nodes[0]) << "usable again after it was emptied from its end";
}

// Messages with odd numbers are void: they go when they are met, before the one that is found and not behind
// it.
TEST(UnexpectedQueue, DropsWhatIsVoidOnItsWay) {
    const auto is_void = [](const Node& node) { return node.number % 2 == 1; };
    for (const unsigned seed : seeds()) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        UnexpectedQueue<Node> queue;
        std::vector<Node> nodes(200);
        std::vector<Node*> left;
        std::vector<const Node*> expected_drops, drops;
        const auto drop = [&](const Node& node) { drops.push_back(&node); };
        for (std::size_t index = 0; index < nodes.size(); ++index) {
            nodes[index].envelope.header.value = static_cast<int>(random() % 4);
            nodes[index].number = static_cast<int>(random() % 2);
        }
        for (std::size_t pushed = 0; pushed < nodes.size() || !left.empty();) {
            if (pushed < nodes.size() && random() % 2 == 0) {
                left.push_back(&nodes[pushed]);
                queue.push(nodes[pushed++]);
                continue;
            }
            const Header header{static_cast<int>(random() % 5) - 1};
            const Node* found = nullptr;
            auto position = left.begin();
            while (position != left.end() && found == nullptr)
                if (is_void(**position)) {
                    expected_drops.push_back(*position);
                    position = left.erase(position);
                } else if (header.matches((*position)->envelope.header)) {
                    found = *position;
                } else {
                    ++position;
                }
            if (random() % 2 == 0) {
                ASSERT_EQ(queue.find(header, is_void, drop), found);
            } else {
                ASSERT_EQ(queue.take(header, is_void, drop, [](const Node&) { return true; }), found);
                if (found != nullptr) left.erase(position);
            }
            ASSERT_EQ(drops, expected_drops);
        }
        EXPECT_TRUE(queue.empty());
    }
}

// A claim that comes too late leaves the message where it is.
TEST(UnexpectedQueue, GivesOnlyWhatIsClaimed) {
    UnexpectedQueue<Node> queue;
    Node nodes[3];
    for (Node& node : nodes) queue.push(node);
    const auto none = [](const Node&) { return false; };
    const auto second = [&](const Node& node) { return &node == &nodes[1]; };
    EXPECT_EQ(queue.take(
                  Header{-1}, none, [](const Node&) {}, none),
              nullptr);
    EXPECT_EQ(queue.take(
                  Header{-1}, none, [](const Node&) {}, second),
              &nodes[1]);
    EXPECT_EQ(queue.take_first(second), nullptr);
    EXPECT_EQ(queue.take_first([&](const Node& node) { return &node == &nodes[2]; }), &nodes[2]);
    EXPECT_EQ(queue.take_first(), &nodes[0]);
    EXPECT_TRUE(queue.empty());
}

TEST(ExpectedSlot, IsAQueueOfOne) {
    ExpectedSlot<Node> slot;
    static_assert(sizeof slot == sizeof(void*));
    Node node;
    node.envelope.header.value = 3;
    EXPECT_EQ(slot.take(Header{3}), nullptr);
    slot.push(node);
    EXPECT_EQ(slot.first(), &node);
    EXPECT_EQ(slot.take(Header{4}), nullptr);
    EXPECT_EQ(slot.take(Header{3}), &node);
    EXPECT_EQ(slot.take(Header{3}), nullptr);
}

} // namespace
