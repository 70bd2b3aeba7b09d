// The barrier of <sartor/aos.h>: counters in segments, by dissemination.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "components/library_memory.hpp"
#include "components/one_sided/aos/segment_calls.hpp"
#include "runtime/process.hpp"

namespace sartor::aos {

// `Engine`: see calls.hpp.
template <class Engine>
class BarrierCall {
  public:
    // By dissemination: in round k each rank adds to a word of the rank 2^k further on; ceil(log2 N) rounds.
    static int barrier() noexcept {
        Engine::enter("sartor_aos_barrier");
        Barrier* const own = own_barrier();
        if (own == nullptr) return SARTOR_AOS_ERR_MEMORY;
        if (own->views[0] == nullptr)
            if (const int error = own->begin()) return error;
        ++own->epoch;
        for (int round = 0; (1 << round) < process::size(); ++round)
            if (const int error = own->pass(round)) return error;
        return SARTOR_AOS_OK;
    }

  private:
    using Calls = SegmentCalls<Engine>;

    [[nodiscard]] static int rank() noexcept { return process::current->number; }

    static constexpr int most_rounds = 31;

    // Of one rank: its own segment of counters first, then those of its partners.
    struct Barrier {
        sartor_aos_segment views[most_rounds + 1];
        std::int64_t counters[most_rounds];
        std::int64_t epoch;

        [[nodiscard]] static int id_of(int rank) noexcept { return -1 - rank; }

        int begin() noexcept {
            if (const int error = Calls::publish_segment(&views[0], id_of(rank()), counters, sizeof counters,
                                                         SARTOR_AOS_ATOMIC))
                return error;
            for (int round = 0; (1 << round) < process::size(); ++round) {
                const int partner = (rank() + (1 << round)) % process::size();
                if (const int error = Calls::clone_segment(&views[round + 1], id_of(partner))) return error;
            }
            return SARTOR_AOS_OK;
        }
        int pass(int round) noexcept {
            const Atomic add = {SARTOR_AOS_POSTADD,
                                8,
                                sizeof(std::int64_t) * static_cast<std::size_t>(round),
                                1,
                                0,
                                nullptr,
                                nullptr};
            const int error = Calls::operate(
                views[round + 1], nullptr, false,
                [&](typename Engine::View& view, Event* when) { Engine::change(view, add, when); });
            if (error != SARTOR_AOS_OK) return error;
            const Event all = {&counters[round], epoch, SARTOR_AOS_GREATER_EQUAL, 0};
            shared.waiters.wait([&] { return is_true(all); });
            return SARTOR_AOS_OK;
        }
    };
    // Of the running rank, in memory of its own; null when there is none.
    [[nodiscard]] static Barrier* own_barrier() noexcept {
        Barrier** const all = barriers();
        if (all == nullptr) return nullptr;
        Barrier*& own = all[rank()];
        if (own == nullptr) own = static_cast<Barrier*>(allocate_zeros_for_library(1, sizeof(Barrier)));
        return own;
    }
    // By rank.
    [[nodiscard]] static Barrier** barriers() noexcept {
        static std::atomic<Barrier**> all{nullptr};
        Barrier** made = all.load();
        if (made != nullptr) return made;
        constexpr std::size_t size = sizeof(Barrier*); // NOLINT(bugprone-sizeof-expression)
        auto** own = static_cast<Barrier**>(std::calloc(static_cast<std::size_t>(process::size()), size));
        if (all.compare_exchange_strong(made, own)) return own;
        std::free(own);
        return made;
    }
};

} // namespace sartor::aos
