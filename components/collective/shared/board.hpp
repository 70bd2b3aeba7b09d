// Ranks that share memory give each other the addresses of their data, and read them there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <type_traits>

#include "components/collective/shared/worker_barrier.hpp"
#include "topologies/linear.hpp"
#include "topologies/tree.hpp"

namespace sartor::collective {

// An address as the contents of a message, with a check: ranks whose calls do not match may send anything
// else, which is recognized.
class Address {
  public:
    Address() = default;
    explicit Address(const void* address) : address_(address), check_(check_of(address)) {}

    [[nodiscard]] bool valid() const { return check_ == check_of(address_); }
    [[nodiscard]] const void* get() const { return valid() ? address_ : nullptr; }

  private:
    [[nodiscard]] static std::uintptr_t check_of(const void* address) {
        constexpr std::uintptr_t no_address = 0x5a17'0b0a'7dad'd7e5;
        return reinterpret_cast<std::uintptr_t>(address) ^ no_address;
    }

    const void* address_ = nullptr;
    std::uintptr_t check_ = 0;
};

namespace internal {

// The same for addresses of all types.
template <SharesMemory M>
[[nodiscard, gnu::noinline]] const void* share_any_address(M& interface, int root, const void* of_root) {
    Address address = interface.rank() == root ? Address(of_root) : Address();
    const topologies::Tree tree(interface.size(), interface.rank(), root);
    void* data = &address;
    run<Straight>(interface, tree, [=](int) { return typename M::Piece{data, sizeof(Address)}; });
    if (!address.valid()) interface.disagree(tree.above());
    return address.get();
}

} // namespace internal

// Hands an address down from the root. Null when the root gave null, or something else than an address came.
template <SharesMemory M, class T>
[[nodiscard]] const T* share_address(M& interface, int root, const T* of_root) {
    return static_cast<const T*>(internal::share_any_address(interface, root, of_root));
}

// Addresses of all ranks, gathered at rank 0, whose table all read. It lives as long as rank 0's.
template <SharesMemory M>
class AddressTable {
  public:
    AddressTable() = default;
    ~AddressTable() { std::free(own_); }
    AddressTable(const AddressTable&) = delete;
    AddressTable& operator=(const AddressTable&) = delete;

    [[gnu::noinline]] void gather(M& interface, const void* address) {
        const int rank = interface.rank();
        const auto bytes = sizeof(Address) * static_cast<std::size_t>(interface.size());
        if (rank == 0) own_ = static_cast<Address*>(std::calloc(1, bytes));
        if (rank == 0 && own_ == nullptr) interface.out_of_memory(bytes);
        Address mine(address);
        run<Reverse>(interface, topologies::Linear(interface.size(), rank, 0), [&](int node) {
            void* data = own_ != nullptr ? &own_[node] : &mine;
            return typename M::Piece{data, sizeof(Address)};
        });
        if (own_ != nullptr) own_[0] = mine;
        table_ = share_address(interface, 0, complete(interface) ? own_ : nullptr);
    }

    // False on all ranks when rank 0 had no memory, or did not get all addresses.
    [[nodiscard]] bool valid() const { return table_ != nullptr; }
    [[nodiscard]] const void* operator[](int rank) const { return table_[rank].get(); }

  private:
    [[nodiscard]] bool complete(M& interface) const {
        for (int node = 0; own_ != nullptr && node < interface.size(); ++node)
            if (!own_[node].valid()) {
                interface.disagree(node);
                return false;
            }
        return own_ != nullptr;
    }

    Address* own_ = nullptr;
    const Address* table_ = nullptr;
};

// What each rank offers to all: where they meet, each shows it; otherwise addresses are gathered at rank 0.
// Offers must stay until synchronize() after the last look at them; the table lives as long as rank 0's
// board.
template <SharesMemory M, class Offer>
class Board {
  public:
    Board(M& interface, const Offer& offer)
        : interface_(interface), has_worker_barrier_(has_worker_barrier(interface)) {
        has_worker_barrier_ ? show(offer) : table_.gather(interface, &offer);
    }
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    // False on all ranks when rank 0 had no memory or did not get all addresses; false on any rank that finds
    // another collective call. It was reported.
    [[nodiscard]] bool valid() const { return has_worker_barrier_ ? shows_all_ : table_.valid(); }
    [[nodiscard]] const Offer& operator[](int rank) const {
        if constexpr (HasWorkerBarrier<M>)
            if (has_worker_barrier_) return publication_->of(rank);
        return *static_cast<const Offer*>(table_[rank]);
    }

  private:
    void show(const Offer& offer) {
        if constexpr (HasWorkerBarrier<M>) {
            publication_.emplace(interface_, offer);
            synchronize(interface_);
            const int other = publication_->first_other(0, interface_.size());
            shows_all_ = other == interface_.size();
            if (!shows_all_) interface_.disagree(other);
        }
    }

    struct NoPublication {};
    template <class I>
    struct PublicationOf : std::type_identity<NoPublication> {};
    template <HasWorkerBarrier I>
    struct PublicationOf<I> : std::type_identity<std::optional<Publication<I, Offer>>> {};

    M& interface_;
    bool has_worker_barrier_;
    bool shows_all_ = false;
    [[no_unique_address]] typename PublicationOf<M>::type publication_;
    AddressTable<M> table_;
};

} // namespace sartor::collective
