// Ranks that share memory tell each other where their data lie, and read them there.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "components/collective/interface.hpp"
#include "topologies/linear.hpp"
#include "topologies/tree.hpp"

namespace sartor::collective {

// Nobody goes on before all have come here: a Gather and a Bcast of nothing over the tree.
template <MessagePassing M>
void synchronize(M& interface) {
    const topologies::Tree tree(interface.size(), interface.rank(), 0);
    run<Reverse>(interface, tree, Nothing<M>{});
    run<Straight>(interface, tree, Nothing<M>{});
}

// Hands an address down from the root: address(null elsewhere) becomes the root's.
template <MessagePassing M, class T>
void share_address(M& interface, int root, T*& address) {
    void* place = &address;
    run<Straight>(interface, topologies::Tree(interface.size(), interface.rank(), root), [=](int) {
        return typename M::Piece{place, sizeof(T*)};
    });
}

// What each rank offers to all: addresses are gathered at rank 0, whose table all read. Offers must stay
// until synchronize() after the last look at them; the table lives as long as rank 0's board.
template <class Offer>
class Board {
  public:
    template <MessagePassing M>
    Board(M& interface, const Offer& offer) {
        const int rank = interface.rank();
        const auto size = static_cast<std::size_t>(interface.size());
        if (rank == 0) own_ = static_cast<const Offer**>(std::malloc(sizeof(const Offer*) * size));
        const Offer* address = &offer;
        if (rank == 0 && own_ != nullptr) own_[0] = address;
        if (rank == 0 && own_ == nullptr) interface.out_of_memory(sizeof(const Offer*) * size);
        run<Reverse>(interface, topologies::Linear(interface.size(), rank, 0), [&](int node) {
            void* place = rank == 0 && own_ != nullptr ? static_cast<void*>(&own_[node]) : &address;
            return typename M::Piece{place, sizeof(const Offer*)};
        });
        table_ = own_;
        share_address(interface, 0, table_);
    }
    ~Board() { std::free(own_); }
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    // False on all ranks when rank 0 had no memory.
    [[nodiscard]] bool valid() const { return table_ != nullptr; }
    [[nodiscard]] const Offer& operator[](int rank) const { return *table_[rank]; }

  private:
    const Offer** own_ = nullptr;
    const Offer** table_ = nullptr;
};

} // namespace sartor::collective
