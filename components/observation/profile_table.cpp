#include <cstdio>
#include <cstring>

#include "components/observation/profile.hpp"
#include "components/process/process.hpp"
#include "components/process/reports/one_report.hpp"

namespace sartor::observation {

namespace {

constexpr std::size_t most_lines = 15;

void name_bytes(std::int64_t bytes, char (&text)[24]) noexcept {
    constexpr const char* units[] = {"B", "KB", "MB", "GB", "TB"};
    auto value = static_cast<double>(bytes);
    int unit = 0;
    for (; value >= 9999.5 && unit < 4; ++unit) value /= 1000;
    std::snprintf(text, sizeof text, "%.0f %s", value, units[unit]);
}

// " (late sender 93 %, other 7 %)", or nothing.
void name_reasons(const Sums& sums, char* text, std::size_t bytes) noexcept {
    text[0] = '\0';
    const Ticks all = sums.waited_in_all();
    std::size_t used = 0;
    for (int reason = 0; reason < reasons && all > 0 && used < bytes; ++reason) {
        const double part = 100 * static_cast<double>(sums.waited[reason]) / static_cast<double>(all);
        if (part < 0.5) continue;
        used += static_cast<std::size_t>(std::snprintf(text + used, bytes - used, "%s%s %.0f %%",
                                                       used == 0 ? "" : ", ",
                                                       name_of(static_cast<Reason>(reason)), part));
    }
}

double imbalance(Ticks most, Ticks all, int ranks) noexcept {
    return all > 0 ? static_cast<double>(most) * ranks / static_cast<double>(all) : 1;
}

void report_sites(const Summary& summary) noexcept {
    process::report("    seconds     waited  max/mean       calls       sent  call");
    for (std::size_t place = 0; place < summary.sites() && place < most_lines; ++place) {
        const Site& site = summary.site_by_time(place);
        char sent[24];
        char why[160];
        name_bytes(site.sums.sent, sent);
        name_reasons(site.sums, why, sizeof why);
        process::report("%11.4f%11.4f%10.2f%12lld%11s  %s in %s%s%s", summary.seconds(site.sums.time),
                        summary.seconds(site.sums.waited_in_all()),
                        imbalance(site.most, site.sums.time, summary.ranks()),
                        static_cast<long long>(site.sums.count), sent, site.function, site.text,
                        why[0] != '\0' ? "; waited: " : "", why);
    }
    if (summary.sites() > most_lines)
        process::report("  and %zu call sites more: --profile=FILE.json has all",
                        summary.sites() - most_lines);
}

void report_functions(const Summary& summary) noexcept {
    process::report("  functions: seconds of all ranks, most of one rank, max/mean");
    for (std::size_t place = 0; place < summary.functions() && place < most_lines; ++place) {
        const Function& function = summary.function(place);
        process::report("%11.4f%11.4f (rank %d)%8.2f  %s", summary.seconds(function.sums.time),
                        summary.seconds(function.most), function.most_rank,
                        imbalance(function.most, function.sums.time, summary.ranks()), function.name);
    }
}

} // namespace

void report_profile(const Summary& summary) noexcept {
    const process::OneReport together;
    const double whole = summary.run_seconds() * summary.ranks();
    process::report("profile of %d rank%s, %.3f s: %.1f %% of the ranks' time in MPI, %.1f %% waiting there",
                    summary.ranks(), summary.ranks() == 1 ? "" : "s", summary.run_seconds(),
                    100 * summary.seconds(summary.all().time) / whole,
                    100 * summary.seconds(summary.all().waited_in_all()) / whole);
    report_sites(summary);
    report_functions(summary);
}

} // namespace sartor::observation
