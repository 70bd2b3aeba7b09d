// In the report of a deadlock: ranks that wait without knowing that others have failed. Included by cuts
// behind ended_by_failures.hpp.
#pragma once

#include <cstdio>
#include <cstring>
#include <type_traits>

#include "aspects/call/survived/ended_by_failures.hpp"

namespace sartor::mpi::survived {

// Numbers of ranks as text: "1, 2, 3", with three dots at the end when there are too many.
class RankNumbers {
  public:
    void add(int number) noexcept {
        if (++count_ > most + 1) return;
        char one[16];
        std::snprintf(one, sizeof one, count_ == 1 ? "%d" : ", %d", number);
        std::strcat(text_, count_ <= most ? one : ", ...");
    }
    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] const char* text() const noexcept { return text_; }
    [[nodiscard]] const char* plural() const noexcept { return count_ == 1 ? "" : "s"; }

  private:
    static constexpr int most = 8;
    char text_[16 * (most + 1)] = "";
    int count_ = 0;
};

// A rank learns of a failure by an error, or when it asks.
struct UnawareNamed {
    static constexpr std::string_view name = "deadlocks name who does not know of a failure";
    using points = boost::mp11::mp_list<point::DeadlockIsExplained>;

    template <class Program>
    [[gnu::cold]] static void at(point::DeadlockIsExplained, std::type_identity<Program>) noexcept {
        const int failures = process::failures::count();
        RankNumbers aware, unaware;
        process::failures::Agreement* agreement = nullptr;
        for (int number = 0; number < process::size(); ++number) {
            const process::Rank& rank = process::rank(number);
            if (rank.state == nullptr || rank.ended || process::failures::failure_of(number) != 0) continue;
            const auto& known = process::state_of<const RankState<Program>>(rank).failures;
            (known.learned < failures ? unaware : aware).add(number);
            if (known.awaited != nullptr) agreement = known.awaited;
        }
        report_missing(agreement);
        if (failures == 0 || unaware.count() == 0) return;
        process::report(
            "  rank%s %s did not learn of a failure, the last one that of rank %d: no call has raised "
            "an error there, since the ranks waited for are alive",
            unaware.plural(), unaware.text(), process::failures::rank_of(failures));
        if (aware.count() > 0)
            process::report("  rank%s %s knew of it; MPIX_Comm_revoke there would have ended these waits",
                            aware.plural(), aware.text());
    }

  private:
    [[gnu::cold]] static void report_missing(process::failures::Agreement* agreement) noexcept {
        RankNumbers missing;
        if (agreement != nullptr) agreement->for_each_missing([&](int rank) { missing.add(rank); });
        if (missing.count() > 0)
            process::report("  an agreement (MPIX_Comm_agree, MPIX_Comm_shrink) lacks rank%s %s",
                            missing.plural(), missing.text());
    }
};

} // namespace sartor::mpi::survived
