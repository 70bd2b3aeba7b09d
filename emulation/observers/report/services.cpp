// Starting up and names in the summary and in the file of --json.
#include "emulation/observers/report/services.hpp"

#include "emulation/ranks.hpp"
#include "emulation/services/names.hpp"

namespace sartor::machine::manycore {

void print_start_up(const StartUp& start_up) noexcept {
    process::report("  start-up, before the ranks' programs: %lld cycles, %.3f ms: %d process%s, %lld bytes "
                    "of program loaded",
                    static_cast<long long>(start_up.time),
                    static_cast<double>(start_up.time) * seconds_per_cycle() * 1e3, start_up.processes,
                    start_up.processes == 1 ? "" : "es", static_cast<long long>(start_up.bytes));
}

void print_names() noexcept {
    const NameUse& use = name_use();
    if (use.lookups == 0) return;
    const double microseconds = seconds_per_cycle() * 1e6;
    process::report(
        "  names: %llu lookups, %.1f %% found in the cluster's daemon, %.2f us each, %.2f us at most, "
        "%llu messages",
        static_cast<unsigned long long>(use.lookups),
        100 * static_cast<double>(use.local + use.cached) / static_cast<double>(use.lookups),
        static_cast<double>(use.time) * microseconds / static_cast<double>(use.lookups),
        static_cast<double>(use.longest) * microseconds, static_cast<unsigned long long>(use.messages));
}

void write_start_up(FILE* file, const StartUp& start_up) noexcept {
    std::fprintf(file, "  \"start_up\": {\"cycles\": %lld, \"processes\": %d, \"bytes\": %lld},\n",
                 static_cast<long long>(start_up.time), start_up.processes,
                 static_cast<long long>(start_up.bytes));
}

void write_names(FILE* file) noexcept {
    const NameUse& use = name_use();
    std::fprintf(file,
                 "  \"names\": {\"lookups\": %llu, \"local\": %llu, \"cached\": %llu, \"messages\": %llu, "
                 "\"cycles\": %lld, \"longest\": %lld},\n",
                 static_cast<unsigned long long>(use.lookups), static_cast<unsigned long long>(use.local),
                 static_cast<unsigned long long>(use.cached), static_cast<unsigned long long>(use.messages),
                 static_cast<long long>(use.time), static_cast<long long>(use.longest));
}

} // namespace sartor::machine::manycore
