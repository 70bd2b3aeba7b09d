// Counters of a trace: the load of links, the memory of clusters and the power of the chip, sampled.
#pragma once

#include "emulation/observers/trace/tracks.hpp"
#include "emulation/run.hpp"

namespace sartor::machine::manycore::trace {

// The longer a run is, the further apart are the samples, so that there are not too many: after a number of
// them the interval doubles. A value is written at the begin of the time over which it was measured, and only
// where it changes.
class Counters {
  public:
    Counters(Run& run, Writer& writer, Tracks& tracks) noexcept;
    Counters(const Counters&) = delete;
    Counters& operator=(const Counters&) = delete;
    ~Counters();

    void look(Cycles now) noexcept {
        if (now >= since_ + interval_) sample(now);
    }
    // The last interval is shorter than the others.
    void sample(Cycles now) noexcept;

  private:
    struct LinkState {
        Cycles counted = 0; // of what it was busy
        std::int64_t shown = 0;
    };

    void sample_power(Cycles now) noexcept;
    void sample_memory(Cycles now) noexcept;
    void sample_links(Cycles now) noexcept;
    void begin(Track track) noexcept;
    void begin_interface(int node, int link) noexcept;

    Run& run_;
    Writer& writer_;
    Tracks& tracks_;
    LinkState* links_;
    std::int64_t* memory_;
    std::int64_t energy_ = 0;
    std::int64_t power_ = -1; // milliwatts
    Cycles since_ = 0;
    Cycles interval_;
    int samples_ = 0;
    int most_samples_;
};

} // namespace sartor::machine::manycore::trace
