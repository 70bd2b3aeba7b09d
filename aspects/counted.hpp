// Counts a rank's messages and the time that it waits, for the tool interface (MPI-5.0 section 15.3).
#pragma once

#include <cstddef>
#include <string_view>

#include "runtime/observation/tool_counters.hpp"
#include "runtime/process.hpp"

namespace sartor::aspects {

// Over the observer of a rank.
template <class Observer>
class Counted : public Observer {
  public:
    static constexpr std::string_view name = "counters of the tool interface";
    static constexpr bool counts_messages = true;

    [[nodiscard]] observation::ToolCounters& counters() noexcept { return counters_; }
    [[nodiscard]] const observation::ToolCounters& counters() const noexcept { return counters_; }

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
        if (counters_.notify != nullptr)
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
        Wait(observation::ToolCounters& counters, bool counts, MakeBelow below) noexcept
            : counters_(counters), below_(below()),
              since_(counts && counters.seconds != nullptr ? counters.seconds() : -1) {}
        Wait(const Wait&) = delete;
        Wait& operator=(const Wait&) = delete;
        ~Wait() {
            if (since_ >= 0) {
                ++counters_.counts.waits;
                counters_.counts.seconds_waited += counters_.seconds() - since_;
            }
            if (counters_.notify != nullptr && !counters_.events.is_empty()) counters_.notify();
        }

      private:
        observation::ToolCounters& counters_;
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

    observation::ToolCounters counters_;
};

} // namespace sartor::aspects
