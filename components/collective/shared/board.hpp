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
template <class T>
class Address {
  public:
    Address() = default;
    explicit Address(T* address) : address_(address), check_(check_of(address)) {}

    [[nodiscard]] bool valid() const { return check_ == check_of(address_); }
    [[nodiscard]] T* get() const { return valid() ? address_ : nullptr; }

  private:
    [[nodiscard]] static std::uintptr_t check_of(T* address) {
        constexpr std::uintptr_t no_address = 0x5a17'0b0a'7dad'd7e5;
        return reinterpret_cast<std::uintptr_t>(address) ^ no_address;
    }

    T* address_ = nullptr;
    std::uintptr_t check_ = 0;
};

// Sends an address from the root to all. Null when the root passed null, or when something else than an
// address came, which is reported.
template <SharesMemory M, class T>
[[nodiscard]] T* share_address(M& interface, int root, T* of_root) {
    Address<T> address = interface.rank() == root ? Address<T>(of_root) : Address<T>();
    const topologies::Tree tree(interface.size(), interface.rank(), root);
    void* data = &address;
    run<Straight>(interface, tree, [=](int) { return typename M::Piece{data, sizeof(Address<T>)}; });
    if (!address.valid()) interface.disagree(tree.above());
    return address.get();
}

// What each rank offers to all. Where ranks use worker barriers each shows it; otherwise addresses are
// gathered at rank 0, whose table all read. Offers must last until synchronize() after the last read; the
// table lasts as long as rank 0's board.
template <SharesMemory M, class Offer>
class Board {
  public:
    Board(M& interface, const Offer& offer) : interface_(interface), meets_(meets(interface)) {
        meets_ ? show(offer) : gather(offer);
    }
    ~Board() { std::free(own_); }
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    // False on all ranks when rank 0 had no memory or did not get all addresses; false on any rank that finds
    // another collective call. It was reported.
    [[nodiscard]] bool valid() const { return meets_ ? shows_all_ : table_ != nullptr; }
    [[nodiscard]] const Offer& operator[](int rank) const {
        if constexpr (Meets<M>)
            if (meets_) return exhibit_->of(rank);
        return *table_[rank].get();
    }

  private:
    using Entry = Address<const Offer>;

    void show(const Offer& offer) {
        if constexpr (Meets<M>) {
            exhibit_.emplace(interface_, offer);
            synchronize(interface_);
            const int other = exhibit_->first_other(0, interface_.size());
            shows_all_ = other == interface_.size();
            if (!shows_all_) interface_.disagree(other);
        }
    }

    [[gnu::noinline]] void gather(const Offer& offer) {
        const int rank = interface_.rank();
        const auto bytes = sizeof(Entry) * static_cast<std::size_t>(interface_.size());
        if (rank == 0) own_ = static_cast<Entry*>(std::calloc(1, bytes));
        if (rank == 0 && own_ == nullptr) interface_.out_of_memory(bytes);
        Entry mine(&offer);
        run<Reverse>(interface_, topologies::Linear(interface_.size(), rank, 0), [&](int node) {
            void* data = own_ != nullptr ? &own_[node] : &mine;
            return typename M::Piece{data, sizeof(Entry)};
        });
        if (own_ != nullptr) own_[0] = mine;
        table_ = share_address(interface_, 0, complete() ? own_ : nullptr);
    }

    [[nodiscard]] bool complete() const {
        for (int node = 0; own_ != nullptr && node < interface_.size(); ++node)
            if (!own_[node].valid()) {
                interface_.disagree(node);
                return false;
            }
        return own_ != nullptr;
    }

    struct NoExhibit {};
    template <class I>
    struct ExhibitOf : std::type_identity<NoExhibit> {};
    template <Meets I>
    struct ExhibitOf<I> : std::type_identity<std::optional<Exhibit<I, Offer>>> {};

    M& interface_;
    bool meets_;
    bool shows_all_ = false;
    [[no_unique_address]] typename ExhibitOf<M>::type exhibit_;
    Entry* own_ = nullptr;
    const Entry* table_ = nullptr;
};

} // namespace sartor::collective
