// The tracks of a trace: the process and thread of the file to which each event belongs.
#pragma once

#include "emulation/array.hpp"
#include "emulation/run.hpp"
#include "runtime/trace/writer.hpp"

namespace sartor::machine::manycore::trace {

using sartor::trace::Writer;

struct Track {
    int process = 0;
    int thread = 0;
};

// Slices that may overlap are distributed to lanes: threads that have one slice at a time.
enum class Side : std::uint8_t { out, in };

class Tracks {
  public:
    Tracks(const Run& run, Writer& writer) noexcept;
    Tracks(const Tracks&) = delete;
    Tracks& operator=(const Tracks&) = delete;
    ~Tracks();

    [[nodiscard]] Track of_chip() const noexcept { return {process_of(run_.chip.description().nodes()), 0}; }
    [[nodiscard]] Track of_node(int node) noexcept;
    [[nodiscard]] Track of_rank(int rank) const noexcept {
        return {process_of(run_.pes[rank].node), first_rank + rank};
    }
    [[nodiscard]] Track of_server(int node) noexcept;
    // The text of a thread's events up to the time, made once.
    [[nodiscard]] const Writer::Phrase& event_start(Track track) noexcept {
        const auto thread = static_cast<std::size_t>(track.thread);
        return thread < event_starts_.size() && event_starts_[thread].size != 0 ? event_starts_[thread]
                                                                                : new_event_start(track);
    }
    // A lane that is free from `from` on; occupied until `to`.
    [[nodiscard]] Track lane(int node, Side side, Cycles from, Cycles to) noexcept;

  private:
    static constexpr int first_rank = 1; // of the threads' numbers; each is used once in the file
    struct Lane {
        int next = -1; // of the same node and side
        Cycles end = 0;
    };
    struct Known {
        bool named = false;
        bool has_server = false;
        int lanes[2] = {-1, -1}; // the first
    };

    [[nodiscard]] static int process_of(int node) noexcept { return node + 1; } // 0 is the idle process
    [[nodiscard]] int first_server() const noexcept { return first_rank + run_.ranks; }
    [[nodiscard]] int first_lane() const noexcept { return first_server() + run_.chip.description().nodes(); }
    const Writer::Phrase& new_event_start(Track track) noexcept;
    void name_process(int node) noexcept;
    void name_thread(Track track, const char* name, int number) noexcept;

    const Run& run_;
    Writer& writer_;
    Known* known_;
    Array<Lane> lanes_;
    Array<Writer::Phrase> event_starts_; // by thread
};

} // namespace sartor::machine::manycore::trace
