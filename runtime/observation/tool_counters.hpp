// What the tool interface reads of a rank's messages (MPI-5.0 section 15.3): counts, the length of the
// unexpected queue and how far it came, the time that the rank has waited, and messages that no receive
// expected, as events.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sartor::observation {

// The largest or the smallest value of a level since it is watched.
struct Watermark {
    std::uint64_t value = 0;
    bool highest = true;
    Watermark* next = nullptr; // of those that watch
};

class WatchedLevel {
  public:
    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

    void change(std::int64_t by) noexcept {
        value_ += static_cast<std::uint64_t>(by);
        for (Watermark* mark = first_; mark != nullptr; mark = mark->next)
            if (mark->highest ? value_ > mark->value : value_ < mark->value) mark->value = value_;
    }
    // From the present value on.
    void watch(Watermark& mark) noexcept {
        mark.value = value_;
        mark.next = first_;
        first_ = &mark;
    }
    void leave(const Watermark& mark) noexcept {
        for (Watermark** link = &first_; *link != nullptr; link = &(*link)->next)
            if (*link == &mark) {
                *link = mark.next;
                return;
            }
    }

  private:
    std::uint64_t value_ = 0;
    Watermark* first_ = nullptr;
};

struct MessageCounts {
    std::uint64_t sent = 0;
    std::uint64_t sent_bytes = 0;
    std::uint64_t copied = 0;     // of those sent: over at once, copied to a receive or by an eager protocol
    std::uint64_t rendezvous = 0; // the others
    std::uint64_t received = 0;
    std::uint64_t received_bytes = 0;
    std::uint64_t unexpected = 0; // of those that arrived: before their receives
    std::uint64_t waits = 0;
    double seconds_waited = 0;
};

// A message that no receive expected.
struct UnexpectedMessage {
    double seconds = 0;
    int source = 0; // rank of its communicator
    int tag = 0;
    std::uint64_t bytes = 0;
};

// Those that have not been told yet: the oldest 256, and how many were dropped after them.
class UnexpectedMessages {
  public:
    void add(const UnexpectedMessage& message) noexcept {
        if (count_ == each_.size())
            ++dropped_;
        else
            each_[(first_ + count_++) % each_.size()] = message;
    }
    [[nodiscard]] bool take(UnexpectedMessage& message) noexcept {
        if (count_ == 0) return false;
        message = each_[first_];
        first_ = (first_ + 1) % each_.size();
        --count_;
        return true;
    }
    [[nodiscard]] std::uint64_t take_dropped() noexcept {
        const std::uint64_t dropped = dropped_;
        dropped_ = 0;
        return dropped;
    }
    [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }

  private:
    std::array<UnexpectedMessage, 256> each_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
    std::uint64_t dropped_ = 0;
};

// What the tool interface has of one rank. Used by the rank, and by others of its worker that deliver
// messages to it: one at a time.
class ToolCounters {
  public:
    MessageCounts counts;
    WatchedLevel unexpected;
    UnexpectedMessages events;
    std::size_t most_copied = SIZE_MAX; // longer messages are not copied at their sender

    // The clock of times and events, set when the tool interface is initialized; null: neither is measured.
    double (*seconds)() noexcept = nullptr;
    // Called where the rank is inside of MPI when there are events; null: nobody listens.
    void (*notify)() noexcept = nullptr;
};

} // namespace sartor::observation
