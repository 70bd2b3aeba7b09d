// What the tool interface reads of a rank's messages (MPI-5.0 section 15.3): counts, the length of the
// unexpected queue and how far it came, the time that the rank has waited, and messages that no receive
// expected, as events.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "components/process/process.hpp"

namespace sartor::aspects {

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
    void (*tell)() noexcept = nullptr;
};

// Over the observer of a rank.
template <class Observer>
class Counted : public Observer {
  public:
    static constexpr std::string_view name = "counters of the tool interface";
    static constexpr bool counts_messages = true;

    [[nodiscard]] ToolCounters& counters() noexcept { return counters_; }
    [[nodiscard]] const ToolCounters& counters() const noexcept { return counters_; }

    template <class Envelope>
    bool sent_if(bool is_sent, const Envelope& envelope, const process::Rank& to) noexcept {
        if (is_sent) {
            count_sent(envelope.storage.bytes);
            ++counters_.counts.copied;
        }
        return Observer::sent_if(is_sent, envelope, to);
    }
    template <class Envelope>
    void sent_later(const Envelope& envelope, const process::Rank& to) noexcept {
        count_sent(envelope.storage.bytes);
        ++counters_.counts.rendezvous;
        Observer::sent_later(envelope, to);
    }
    template <class Header, class Check>
    void received(const Header& header, const Check& check, std::size_t bytes) noexcept {
        ++counters_.counts.received;
        counters_.counts.received_bytes += bytes;
        Observer::received(header, check, bytes);
    }
    template <class Header>
    void kept(const Header& header, std::size_t bytes) noexcept {
        ++counters_.counts.unexpected;
        counters_.unexpected.change(1);
        if (counters_.tell != nullptr)
            counters_.events.add({counters_.seconds(), header.source(), header.tag(), bytes});
        Observer::kept(header, bytes);
    }
    template <class Parcel>
    Parcel* taken(Parcel* parcel) noexcept {
        if (parcel != nullptr) counters_.unexpected.change(-1);
        return Observer::taken(parcel);
    }

    template <class Below>
    class Wait {
      public:
        template <class MakeBelow>
        Wait(ToolCounters& counters, bool counts, MakeBelow below) noexcept
            : counters_(counters), below_(below()),
              since_(counts && counters.seconds != nullptr ? counters.seconds() : -1) {}
        Wait(const Wait&) = delete;
        Wait& operator=(const Wait&) = delete;
        ~Wait() {
            if (since_ >= 0) {
                ++counters_.counts.waits;
                counters_.counts.seconds_waited += counters_.seconds() - since_;
            }
            if (counters_.tell != nullptr && !counters_.events.is_empty()) counters_.tell();
        }

      private:
        ToolCounters& counters_;
        [[no_unique_address]] Below below_;
        double since_;
    };
    // Time on flows, which continue beside the program, is not counted.
    template <class What, class Flows>
    [[nodiscard]] auto waits_for(const What& operation, const Flows& flows) noexcept {
        using Below = decltype(Observer::waits_for(operation, flows));
        return Wait<Below>(counters_, flows.on_main() && !operation.is_complete(),
                           [&] { return Observer::waits_for(operation, flows); });
    }
    template <class Flows>
    [[nodiscard]] auto waits_for_anything(const Flows& flows) noexcept {
        using Below = decltype(Observer::waits_for_anything(flows));
        return Wait<Below>(counters_, false, [&] { return Observer::waits_for_anything(flows); });
    }

  private:
    void count_sent(std::size_t bytes) noexcept {
        ++counters_.counts.sent;
        counters_.counts.sent_bytes += bytes;
    }

    ToolCounters counters_;
};

} // namespace sartor::aspects
