// Some of the ranks of an interface as a group of their own.
#pragma once

#include "components/collective/interface/interface.hpp"

namespace sartor::collective {

// Satisfies MessagePassing, and StartsSends if M does: of this group's `size` ranks the calling one is
// number `rank`, and rank_of(r) is the interface's number of rank r. Messages are those of the interface.
template <MessagePassing M, class RankOf>
class Subgroup {
  public:
    using Piece = typename M::Piece;

    Subgroup(M& interface, int rank, int size, const RankOf& rank_of)
        : interface_(interface), rank_(rank), size_(size), rank_of_(rank_of) {}

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] int size() const { return size_; }
    void send(int node, const Piece& piece) { interface_.send(rank_of_(node), piece); }
    void receive(int node, const Piece& piece) { interface_.receive(rank_of_(node), piece); }
    void exchange(int to, const Piece& outgoing, int from, const Piece& incoming) {
        interface_.exchange(rank_of_(to), outgoing, rank_of_(from), incoming);
    }
    template <class Started>
    void start(Started& started, int node, const Piece& piece) {
        interface_.start(started, rank_of_(node), piece);
    }
    template <class Started>
    void finish(Started& started) {
        interface_.finish(started);
    }
    void out_of_memory(std::size_t bytes) { interface_.out_of_memory(bytes); }

  private:
    M& interface_;
    int rank_;
    int size_;
    RankOf rank_of_;
};

} // namespace sartor::collective
