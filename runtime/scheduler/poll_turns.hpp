// When a rank that polls by calls that do not wait lets the other ranks of its worker run.
#pragma once

#include "runtime/scheduler/rank_list.hpp"

namespace sartor::process {

// Of one worker. A rank whose poll found nothing gives way at once to ranks that have something to do: one
// that was woken, or that polls, too, and has got a message since. To ranks that have polled in vain
// themselves it gives way after some polls: they may work between theirs, but a change of rank at each of
// them would take longer than the work. Polls are counted and no time is read, so that runs can be repeated
// (`sartor run --deterministic`).
class PollTurns {
  public:
    static constexpr int polls_a_turn = 16;

    // After a poll in vain, while ranks are ready. True: the rank gives way now.
    [[nodiscard]] bool is_over(const RankList& ready) noexcept {
        return round_ != nullptr || is_news(ready) || ++polls_ >= polls_a_turn;
    }
    // A rank that gives way: before it joins those that are ready (there must be some), and when it runs
    // again.
    void leave(const Rank& self, const RankList& ready) noexcept {
        if (is_news(ready)) round_ = &self;
        has_message_ = false;
        newest_ = &self;
        polls_ = 0;
    }
    void come_back(const Rank& self) noexcept {
        if (round_ == &self) round_ = nullptr;
        if (newest_ == &self) newest_ = nullptr;
    }
    // For a rank that is not blocked.
    void note_message() noexcept { has_message_ = true; }

  private:
    // Whether a rank became ready, or got a message, since the last one gave way.
    [[nodiscard]] bool is_news(const RankList& ready) const noexcept {
        return has_message_ || ready.last() != newest_;
    }

    // Until this one runs again others give way at once, so that each has had its turn.
    const Rank* round_ = nullptr;
    const Rank* newest_ = nullptr; // was the last to give way, and has not run since
    bool has_message_ = false;
    int polls_ = 0; // in vain since a rank gave way
};

} // namespace sartor::process
