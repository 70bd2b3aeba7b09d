// Messages first: collectives are made of them.
#include "configurator/tune/tune.hpp"

#include "configurator/choices/messages.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/tune/collectives.hpp"
#include "configurator/tune/messages.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

bool known(const std::string& family) {
    return std::ranges::count(simple_families(), family) > 0 ||
           std::ranges::count(composed_families(), family) > 0;
}

bool wants_messages(const TuneOptions& options) {
    return options.families.empty() || std::ranges::count(options.families, message_family) > 0;
}

bool wants_collectives(const TuneOptions& options) {
    return options.families.empty() || std::ranges::any_of(options.families, known);
}

void check(const TuneOptions& options) {
    for (const std::string& family : options.families)
        if (!known(family) && (family != message_family || is_this_computer(options.machine)))
            refuse("--only {}: expected one or more of {}, {}, or with --machine {}", family,
                   fmt::join(simple_families(), ", "), fmt::join(composed_families(), ", "), message_family);
    if (options.ranks.empty() || !std::ranges::is_sorted(options.ranks) || options.ranks.front() < 1)
        refuse("-n: expected numbers of ranks, the smallest first");
}

// Several processes are the machine fabric, which is nothing else.
std::string machine_to_tune(const TuneOptions& options) {
    const bool several = options.processes > 0 || !options.hosts.empty() || !options.hostfile.empty();
    if (several && options.machine != "host" && options.machine != "fabric")
        refuse("--machine {}: --processes, --hosts and --hostfile are for the machine fabric",
               options.machine);
    if (!several && options.machine == "fabric")
        refuse("--machine fabric: choose the processes with --processes N, --hosts or --hostfile");
    return several ? "fabric" : options.machine;
}

} // namespace

void tune(const TuneOptions& wanted) {
    TuneOptions options = wanted;
    options.machine = machine_to_tune(wanted);
    check(options);
    const auto begin = std::chrono::steady_clock::now();
    const TargetMachine target = find_machine(options.machine);
    const std::optional<Manycore>& machine = target.manycore;
    Selection selection;
    if (machine && wants_messages(options))
        selection[message_family] = mailboxes_up_to(tune_messages(options, *machine));
    if (wants_collectives(options)) selection.merge(tune_collectives(options, machine, selection, begin));
    write_file(options.output,
               fmt::format("# Measured by sartor tune with {} ranks. COLLECTIVE ALGORITHM BYTES RANKS\n"
                           "machine {}\n{}",
                           fmt::join(options.ranks, ", "), target.name, selection_text(selection)));
    fmt::print("written: {0}; use it with sartor cc{1} --tuning {0} or SARTOR_TUNING={0}\n", options.output,
               target.is_host() ? "" : " --machine " + options.machine);
}

} // namespace sartor::configurator
