// What an observed rank on a chip sends and receives, counted for its calls in the trace: a component of its
// communicator.
#pragma once

#include "emulation/observers/trace/trace.hpp"
#include "runtime/observation/not_observed.hpp"

namespace sartor::machine::manycore::trace {

class BytesOfRank : public observation::NotObserved {
  public:
    static constexpr std::string_view name = "bytes of calls";

    // Before the rank runs.
    void open(const process::Rank& rank) noexcept { rank_ = rank.number; }

    template <class Envelope>
    bool sent_if(bool is_sent, const Envelope& envelope, const process::Rank&) noexcept {
        if (is_sent) count_bytes(rank_, envelope.storage.bytes);
        return is_sent;
    }
    template <class Envelope>
    void sent_later(const Envelope& envelope, const process::Rank& to) noexcept {
        sent_if(true, envelope, to);
    }
    template <class Header, class Check>
    void received(const Header&, const Check&, std::size_t bytes) noexcept {
        count_bytes(rank_, bytes);
    }

  private:
    int rank_ = 0;
};

} // namespace sartor::machine::manycore::trace
