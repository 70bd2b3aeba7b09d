// The events of a run on a manycore that observers get, for traces and pictures. Without observers each call
// site that reports an event tests one pointer.
#pragma once

#include "emulation/cycles.hpp"

namespace sartor::machine::manycore {

enum class Kind : std::uint8_t; // ranks.hpp
enum class Way : std::uint8_t;

// A message of a protocol in flight: who sent it to whom, and since when.
struct Note {
    Cycles left = 0; // when its sender began to send it
    int from = -1;   // ranks
    int to = -1;
    Kind kind{};
    bool by_server = false; // of its sender's cluster, not by the rank itself
};

// A movement of data: its times, and what it was.
struct Movement {
    Note note;
    int from = 0; // nodes
    int to = 0;
    Cycles injected = 0; // the last has left its sender
    Cycles reached = 0;  // the first is there
    Cycles arrived = 0;  // the last is there
    std::int64_t bytes = 0;
};

// Times of one track never overlap, except that a slice may be inside another one. An event is reported when
// its end is known, which may be later than now. The functions here do nothing; observers override some.
class Observer {
  public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;

    // A rank, on its PE.
    virtual void worked(int /*rank*/, Cycles /*from*/, Cycles /*to*/, const char* /*what*/) noexcept {}
    // A node's server.
    virtual void served(int /*node*/, Cycles /*from*/, Cycles /*to*/, const char* /*what*/) noexcept {}
    // A message has come: handled by a server, or taken in beside all cores.
    virtual void handled(const Note&, int /*node*/, Cycles /*from*/, Cycles /*to*/) noexcept {}
    virtual void came(const Note&, int /*node*/, Cycles /*from*/, Cycles /*to*/) noexcept {}
    virtual void moved(const Movement&) noexcept {}
    // A message of the program.
    virtual void sent(Way, int /*from*/, int /*to*/, std::int64_t /*bytes*/) noexcept {}
    // All that comes before this time has happened.
    virtual void passed(Cycles /*now*/) noexcept {}
    // The run ends: in good order, or not and with ranks that still run.
    virtual void ended() noexcept {}

    Observer* next = nullptr;

  protected:
    ~Observer() = default;
};

// The first observer; null if there is none.
extern Observer* observers;

// Calls notify(observer) for each.
template <class Notify>
void observe(Notify notify) noexcept {
    for (Observer* one = observers; one != nullptr; one = one->next) notify(*one);
}

} // namespace sartor::machine::manycore
