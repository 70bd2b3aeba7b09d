#include <cstdio>
#include <cstring>

#include "runtime/observation/profile.hpp"
#include "runtime/process.hpp"
#include "runtime/reports/one_report.hpp"

namespace sartor::observation {

namespace {

constexpr std::size_t most_lines = 15;

// Three digits in the unit that makes them short, as pages have them.
struct Quantity {
    char text[24];
};
struct Unit {
    const char* name;
    double size;
};

template <std::size_t Units>
Quantity in_units(double value, const Unit (&units)[Units]) noexcept {
    std::size_t unit = 0;
    while (unit + 1 < Units && value < units[unit].size) ++unit;
    const double number = value / units[unit].size;
    Quantity quantity{};
    std::snprintf(quantity.text, sizeof quantity.text, number < 999.5 ? "%.3g %s" : "%.0f %s", number,
                  units[unit].name);
    return quantity;
}

Quantity in_bytes(std::int64_t bytes) noexcept {
    constexpr double kibi = 1024;
    constexpr Unit units[] = {{"GiB", kibi * kibi * kibi}, {"MiB", kibi * kibi}, {"KiB", kibi}, {"B", 1}};
    return in_units(static_cast<double>(bytes), units);
}

Quantity in_time(double seconds) noexcept {
    constexpr Unit units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}};
    return seconds > 0 ? in_units(seconds, units) : Quantity{"0"};
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
    process::report("       time     waited  max/mean       calls       sent  call");
    for (std::size_t place = 0; place < summary.sites() && place < most_lines; ++place) {
        const Site& site = summary.site_by_time(place);
        char why[160];
        name_reasons(site.sums, why, sizeof why);
        process::report(
            "%11s%11s%10.2f%12lld%11s  %s in %s%s%s", in_time(summary.seconds(site.sums.time)).text,
            in_time(summary.seconds(site.sums.waited_in_all())).text,
            imbalance(site.most, site.sums.time, summary.ranks()), static_cast<long long>(site.sums.count),
            in_bytes(site.sums.sent).text, site.function, site.text, why[0] != '\0' ? "; waited: " : "", why);
    }
    if (summary.sites() > most_lines)
        process::report("  and %zu more call sites: --profile=FILE.json has all",
                        summary.sites() - most_lines);
}

void report_functions(const Summary& summary) noexcept {
    process::report("  functions: time of all ranks, most of one rank, max/mean");
    for (std::size_t place = 0; place < summary.functions() && place < most_lines; ++place) {
        const Function& function = summary.function(place);
        process::report("%11s%11s (rank %d)%8.2f  %s", in_time(summary.seconds(function.sums.time)).text,
                        in_time(summary.seconds(function.most)).text, function.most_rank,
                        imbalance(function.most, function.sums.time, summary.ranks()), function.name);
    }
}

} // namespace

void report_profile(const Summary& summary) noexcept {
    const process::OneReport together;
    const double whole = summary.run_seconds() * summary.ranks();
    process::report("profile of %d rank%s, %s: %.1f %% of the ranks' time in MPI, %.1f %% waiting there",
                    summary.ranks(), summary.ranks() == 1 ? "" : "s", in_time(summary.run_seconds()).text,
                    100 * summary.seconds(summary.all().time) / whole,
                    100 * summary.seconds(summary.all().waited_in_all()) / whole);
    report_sites(summary);
    report_functions(summary);
}

} // namespace sartor::observation
