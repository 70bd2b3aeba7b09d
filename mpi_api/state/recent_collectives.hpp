// The last collective calls of a rank, with their call sites: reports of calls that do not match look there,
// since a rank may have gone on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>

#include "framework/slot.hpp"
#include "runtime/reports/location.hpp"

namespace sartor::mpi {

// A collective call of a rank with its call site: reports of calls that do not match look it up, since a rank
// may have returned from it.
struct CollectiveCall {
    int context = 0; // of the communicator's collectives
    int tag = 0;     // 0: no call
    const char* function = nullptr;
    const void* call_site = nullptr;
};

// The last four. Noting one costs a few stores.
class RecentCollectives {
  public:
    static constexpr std::string_view name = "the last collectives of each communicator";

    void note(const CollectiveCall& call) noexcept { calls_[next_++ % calls_.size()] = call; }

    // How many calls were noted so far, modulo 2^32.
    [[nodiscard]] unsigned count() const noexcept { return next_; }

    // The newest that satisfies the condition; null when there is none.
    template <class Condition>
    [[nodiscard]] const CollectiveCall* find(Condition condition) const noexcept {
        for (unsigned back = 1; back <= calls_.size(); ++back) {
            const CollectiveCall& call = calls_[(next_ - back) % calls_.size()];
            if (call.tag != 0 && condition(call)) return &call;
        }
        return nullptr;
    }

  private:
    std::array<CollectiveCall, 4> calls_{};
    unsigned next_ = 0;
};

// The call site of such a call among the last four of a rank; null when it is not known.
template <class State>
[[nodiscard]] const void* recent_call_site(const State& state, int context, int tag) noexcept {
    const CollectiveCall* call = state.recent_collectives.find(
        [=](const CollectiveCall& one) { return one.context == context && one.tag == tag; });
    return call == nullptr ? nullptr : call->call_site;
}

// " (in main (program.c:12))"; nothing where the call site is not known. Reads debug information: slow.
[[gnu::cold, gnu::noinline]] inline void describe_call_site(const process::Rank& rank, const void* call_site,
                                                            char* text, std::size_t bytes) noexcept {
    char found[256];
    const bool known = call_site != nullptr &&
                       process::describe_location(rank, reinterpret_cast<std::uintptr_t>(call_site) - 1,
                                                  found, sizeof found);
    std::snprintf(text, bytes, "%s%s%s", known ? " (in " : "", known ? found : "", known ? ")" : "");
}

// The request and the reply by which another rank's call site is found, where that rank's memory is
// (channel::Transport::ask).
struct CallQuestion {
    std::int32_t context;
    std::int32_t tag;
};
struct CallSiteText {
    char text[304];
};
template <class State>
[[gnu::cold]] void show_recent_call_site(const process::Rank& rank, const CallQuestion& question,
                                         CallSiteText& reply) noexcept {
    const void* call_site =
        recent_call_site(process::state_of<const State>(rank), question.context, question.tag);
    describe_call_site(rank, call_site, reply.text, sizeof reply.text);
}

struct NoCollectives {
    static constexpr std::string_view name = absent;
    static void note(const CollectiveCall&) noexcept {}
};

} // namespace sartor::mpi
