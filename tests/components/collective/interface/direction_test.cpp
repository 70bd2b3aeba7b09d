// Directions over topologies with function objects that keep a book: who spoke with whom, in which order.
#include "components/collective/interface/direction.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "aspects/reduction.hpp"
#include "topologies/linear.hpp"
#include "topologies/tree.hpp"

namespace {

using namespace sartor;

struct Book {
    std::string* lines;
    void send(int node) { *lines += ">" + std::to_string(node) + " "; }
    void receive(int node) { *lines += "<" + std::to_string(node) + " "; }
};
static_assert(collective::PointToPoint<Book>);

template <class Direction, class Topology>
std::string book_of(int size, int node, int root) {
    std::string lines;
    Book book{&lines};
    Direction::run(Topology(size, node, root), book);
    return lines;
}

// EPOS-MPI table 2.
TEST(Straight, RootSendsOthersReceive) {
    EXPECT_EQ((book_of<collective::Straight, topologies::Linear>(4, 1, 1)), ">3 >2 >0 ");
    EXPECT_EQ((book_of<collective::Straight, topologies::Linear>(4, 2, 1)), "<1 ");
    EXPECT_EQ((book_of<collective::Straight, topologies::Tree>(8, 0, 0)), ">4 >2 >1 ");
    EXPECT_EQ((book_of<collective::Straight, topologies::Tree>(8, 4, 0)), "<0 >6 >5 ");
    EXPECT_EQ((book_of<collective::Straight, topologies::Tree>(6, 4, 0)), "<0 >5 ");
    EXPECT_EQ((book_of<collective::Straight, topologies::Tree>(1, 0, 0)), "");
}

TEST(Reverse, RootReceivesOthersSendThroughTheSequenceFromItsEnd) {
    EXPECT_EQ((book_of<collective::Reverse, topologies::Linear>(4, 1, 1)), "<0 <2 <3 ");
    EXPECT_EQ((book_of<collective::Reverse, topologies::Linear>(4, 2, 1)), ">1 ");
    EXPECT_EQ((book_of<collective::Reverse, topologies::Tree>(8, 4, 0)), "<5 <6 >0 ");
}

// What Reduction joins is a run of consecutive nodes: the order of operands is that of the ranks.
struct Gathering {
    const std::vector<std::string>* sent;
    std::string* received;
    void send(int) {}
    void receive(int node) { *received = (*sent)[static_cast<std::size_t>(node)]; }
};

TEST(Reduction, JoinsOperandsInTheOrderOfTheRanks) {
    for (int size = 1; size <= 40; ++size) {
        std::vector<std::string> partial(static_cast<std::size_t>(size));
        for (int node = size - 1; node >= 0; --node) { // root 0: those below a node come after it
            std::string mine = std::to_string(node) + ".";
            std::string theirs;
            aspects::Reduction reducing(Gathering{&partial, &theirs}, [&] { mine += theirs; });
            collective::Reverse::run(topologies::Tree(size, node, 0), reducing);
            partial[static_cast<std::size_t>(node)] = mine;
        }
        std::string in_order;
        for (int node = 0; node < size; ++node) in_order += std::to_string(node) + ".";
        EXPECT_EQ(partial[0], in_order);
    }
}

} // namespace
