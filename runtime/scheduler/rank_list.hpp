// Ranks that wait for their turn: first in, first out.
#pragma once

#include "runtime/rank/rank.hpp"

namespace sartor::process {

// Links through Rank::next.
class RankList {
  public:
    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
    // Requires that it is not empty.
    [[nodiscard]] const Rank* last() const noexcept { return last_; }
    void push(Rank& rank) noexcept {
        rank.next = nullptr;
        (empty() ? first_ : last_->next) = &rank;
        last_ = &rank;
    }
    [[nodiscard]] Rank* pop() noexcept {
        Rank* rank = first_;
        if (rank != nullptr) first_ = rank->next;
        return rank;
    }
    template <class Visit>
    void for_each(Visit visit) const {
        for (const Rank* rank = first_; rank != nullptr; rank = rank->next) visit(*rank);
    }
    // Requires that there are more than `index`.
    [[nodiscard]] Rank* take(int index) noexcept {
        if (index == 0) return pop();
        Rank* before = first_;
        while (--index > 0) before = before->next;
        Rank* rank = before->next;
        before->next = rank->next;
        if (last_ == rank) last_ = before;
        return rank;
    }

  private:
    Rank* first_ = nullptr;
    Rank* last_ = nullptr;
};

} // namespace sartor::process
