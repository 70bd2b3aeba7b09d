#include "configurator/run/option_checks.hpp"

#include "configurator/link/recut.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/run/foreign.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

namespace sartor::configurator {

namespace {

// The host has no clusters, no limits of its protocol to set, and no chip to draw. The first option that is
// given though; empty when there is none.
std::string given_for_emulation(const RunOptions& options) {
    const std::pair<const char*, bool> given[] = {{"--io", !options.io.empty()},
                                                  {"--place", !options.placement.empty()},
                                                  {"--names", !options.names.empty()},
                                                  {"--compute", !options.compute.empty()},
                                                  {"--json", !options.json.empty()},
                                                  {"--chip", !options.chip.empty()},
                                                  {"--matrix", !options.matrix.empty()},
                                                  {"--smem", !options.smem.empty()},
                                                  {"--eager-limit", !options.eager_limit.empty()},
                                                  {"--lazy-limit", !options.lazy_limit.empty()},
                                                  {"--dma-limit", !options.dma_limit.empty()},
                                                  {"--per-cluster", options.per_cluster != 0},
                                                  {"--threads", options.threads != 0},
                                                  {"--no-shortcut", options.no_shortcut},
                                                  {"--no-summary", options.no_summary}};
    for (const auto& [option, is_given] : given)
        if (is_given) return option;
    return "";
}

// What has one process only, or would be written by each of several. Empty when nothing of it is given.
std::string given_for_one_process(const RunOptions& options) {
    const std::pair<const char*, bool> given[] = {{"--schedule", !options.schedule.empty()},
                                                  {"--faults", !options.faults.empty()},
                                                  {"--deterministic", options.deterministic},
                                                  {"--watchdog", options.watchdog != 0}};
    for (const auto& [option, is_given] : given)
        if (is_given) return option;
    return "";
}

void check_for_processes(const RunOptions& options) {
    const std::string option = given_for_one_process(options);
    if (!option.empty()) refuse("{}: for runs in one process only; leave --processes out", option);
}

bool has_fabric() {
    std::error_code none;
    return std::filesystem::exists(Installation::own().library("libsartor_fabric.a"), none);
}

void check_for_fabric(const RunOptions& options) {
    check_for_processes(options);
    if (!has_fabric())
        refuse("--processes {}: this Sartor was built without its library for several processes; install "
               "libfabric (Debian's package libfabric-dev) and build all of Sartor, of which tools/demo "
               "leaves this out: cmake --preset release && cmake --build --preset release",
               options.processes);
    if (options.processes > options.ranks)
        refuse("--processes {}: more than the {} rank{} of the run", options.processes, options.ranks,
               options.ranks == 1 ? "" : "s");
}

// The last option that has the program rebuilt, or depends on what it was cut for; empty when there is none.
std::string given_for_own_program(const RunOptions& options) {
    std::string option = given_for_emulation(options);
    if (const std::string observes = looked_at_by(options); !observes.empty()) option = observes;
    if (!options.machine.empty()) option = "--machine";
    if (!options.selection.topologies.empty()) option = "--topology";
    if (options.selection.reproducible) option = "--reproducible";
    if (!options.selection.tuning.empty()) option = "--tuning";
    if (!options.schedule.empty()) option = "--schedule";
    if (!options.faults.empty()) option = "--faults";
    if (!options.container.empty()) option = "--ranks";
    return option;
}

} // namespace

std::string looked_at_by(const RunOptions& options) {
    if (!options.trace.empty()) return "--trace";
    if (!options.profile.empty()) return "--profile";
    if (!options.chip.empty()) return "--chip";
    return options.matrix.empty() ? "" : "--matrix";
}

void check_for_hosts(const RunOptions& options) {
    std::string option = given_for_one_process(options);
    if (options.processes > 0) option = "--processes";
    if (!options.cores.empty()) option = "--cores";
    if (options.show_placement) option = "--show-placement";
    if (!options.output_folder.empty()) option = "--output-filename";
    if (!option.empty()) refuse("{}: for runs on this computer only; leave --hosts out", option);
}

void check_for_host(const RunOptions& options) {
    const std::string option = given_for_emulation(options);
    if (!option.empty())
        refuse("{}: for emulated machines only; choose an emulated machine with --machine", option);
}

void check_watching(const RunOptions& options, const std::string& program, bool checked) {
    if (!options.suppressions.empty() && !checked)
        refuse("--suppressions: {} was not built with --checked; build it with sartor cc --checked", program);
    if (options.watch_all && !checked)
        refuse("--watch-all: {} was not built with --checked, so no buffers are watched; build it with "
               "sartor cc --checked",
               program);
}

void check_backlog(const RunOptions& options, const std::string& machine) {
    constexpr std::size_t least = std::size_t{64} << 10;
    if (options.backlog.empty()) return;
    if (!is_this_computer(machine))
        refuse(
            "--backlog: for this computer only; the description of an emulated machine has the sizes of its "
            "buffers");
    if (options.backlog != "0" && parse_size(options.backlog, "--backlog") < least)
        refuse("--backlog {}: expected 0, or at least 64K", options.backlog);
}

std::optional<ScheduleWish> schedule_wish(const RunOptions& options, const std::string& machine) {
    if (options.schedule.empty()) return std::nullopt;
    if (machine != "host")
        refuse("--schedule {}: for the machine host only; this run is on {}, and there {}", options.schedule,
               machine,
               is_this_computer(machine) ? "ranks run on several cores"
                                         : "virtual time decides which of several messages is first");
    return parse_schedule(options.schedule);
}

std::optional<FaultWish> fault_wish(const RunOptions& options, const std::string& machine) {
    if (options.faults.empty()) return std::nullopt;
    if (machine != "host")
        refuse("--faults {}: for the machine host only; this run is on {}", options.faults, machine);
    if (!options.schedule.empty()) refuse("--faults {}: not together with --schedule", options.faults);
    return parse_faults(options.faults);
}

void check_trace(const RunOptions& options, const std::string& machine) {
    if (!options.trace.ends_with(".otf2")) return;
    if (!is_this_computer(machine))
        refuse("--trace {}: OTF2 archives are for this computer only; an emulated machine writes a file for "
               "Perfetto, under any other name",
               options.trace);
    std::error_code none;
    if (!std::filesystem::exists(Installation::own().otf2(), none))
        refuse("--trace {}: this Sartor was built without OTF2; install its library (Debian's package "
               "libopen-trace-format2-dev) and build Sartor again",
               options.trace);
}

void check_profile(const RunOptions& options, const std::string& machine) {
    if (options.profile.empty()) return;
    if (!is_this_computer(machine))
        refuse("--profile: for this computer only; use --json for the counts of an emulated machine");
    if (options.profile == "true") return;
    int pages = 0, others = 0;
    for (std::size_t start = 0; start <= options.profile.size();) {
        const std::size_t end = std::min(options.profile.find(',', start), options.profile.size());
        const std::string name = options.profile.substr(start, end - start);
        pages += name.ends_with(".html");
        others += name.ends_with(".json");
        if ((!name.ends_with(".html") && !name.ends_with(".json")) || pages > 1 || others > 1)
            refuse("--profile={}: expected a file that ends with .json or .html, or one file of each kind "
                   "with a comma between them",
                   options.profile);
        start = end + 1;
    }
}

void check_for_script(const RunOptions& options, const std::string& path) {
    const std::string option = given_for_own_program(options);
    if (!option.empty())
        refuse(
            "{}: {} is a script; use this option with sartor run for the program itself, or with sartor cc",
            option, path);
}

void check_for_several(const RunOptions& options, const std::vector<std::string>& files) {
    if (!options.schedule.empty()) refuse("--schedule {}: for one program only", options.schedule);
    if (!options.faults.empty()) refuse("--faults {}: for one program only", options.faults);
    if (!options.container.empty()) refuse("--ranks {}: for one program only", options.container);
    const std::string option = given_for_emulation(options);
    const bool in_processes = options.processes > 0 && options.machine == "fabric";
    if (!option.empty() || (!options.machine.empty() && options.machine != "host" && !in_processes))
        refuse("{}: several programs in one run are possible on this computer only",
               option.empty() ? "--machine " + options.machine : option);
    if (std::ranges::none_of(files, [](const std::string& file) { return how_made(file).whole.checked; }))
        check_watching(options, files.front(), false);
    for (const std::string& file : files)
        if (const std::string machine = machine_of(file);
            machine != "host" && !(options.processes > 0 && machine == "fabric"))
            refuse("{}: made for {}; several programs in one run are possible on this computer only", file,
                   machine);
}

void check_universe(const RunOptions& options) {
    constexpr std::size_t longest = 64;
    const bool is_name =
        options.universe.size() <= longest && std::ranges::all_of(options.universe, [](unsigned char letter) {
            return std::isalnum(letter) != 0 || letter == '-' || letter == '_' || letter == '.';
        });
    if (!is_name)
        refuse("--universe {}: expected a name of at most {} letters, digits, '-', '_' and '.'",
               options.universe, longest);
    std::string option = given_for_one_process(options);
    if (const std::string observes = looked_at_by(options); !observes.empty()) option = observes;
    if (!options.hosts.empty()) option = "--hosts";
    if (!options.provider.empty()) option = "--provider";
    if (options.variables) option = "--variables";
    if (!option.empty()) refuse("{}: not for runs that connect to other runs; leave --universe out", option);
}

void check_for_process_of(const std::string& path) {
    if (!has_fabric())
        refuse("{}: must be rebuilt for several processes, since what starts it reads the rank's number, but "
               "this Sartor was built without its library for them (Debian's package libfabric-dev)",
               path);
}

void check_failures(const RunOptions& options, const std::string& window_function, const std::string& path) {
    if (!options.survives_failures) return;
    const auto refuse_with = [&](std::string_view option) {
        refuse("{}: {} survives failures of ranks, which needs memory that all processes of the run share: "
               "they are "
               "on one computer (docs/failures.md)",
               option, path);
    };
    if (!options.hosts.empty()) refuse_with("--hosts");
    if (!options.universe.empty()) refuse_with("--universe");
    if (!options.provider.empty()) refuse_with("--provider");
    if (options.processes > 0 && !window_function.empty())
        refuse("--processes {}: {} survives failures of ranks and calls {}: with windows that is possible in "
               "one "
               "process alone; leave --processes out (docs/failures.md)",
               options.processes, path, window_function);
}

bool can_run_in_processes(const RunOptions& options) {
    return has_fabric() && given_for_one_process(options).empty() && looked_at_by(options).empty() &&
           !options.variables;
}

std::string machine_for(const RunOptions& options, const std::string& made_for) {
    const std::string name = options.machine.empty() ? made_for : options.machine;
    if (options.processes == 0) return name;
    check_for_fabric(options);
    if (!is_this_computer(name) || (!options.machine.empty() && name != "fabric"))
        refuse("--processes {}: for the machine fabric only, but this run is on {}", options.processes, name);
    return "fabric";
}

void check_for_foreign(const RunOptions& options, const std::string& path) {
    std::string option = given_for_own_program(options);
    if (options.variables) option = "--variables";
    if (options.watch_all) option = "--watch-all";
    if (!options.suppressions.empty()) option = "--suppressions";
    if (!options.output_folder.empty()) option = "--output-filename";
    if (!options.debug_images.empty()) option = "--debug-images";
    if (!option.empty())
        refuse("{}: for programs made by sartor only, and {} was not made by sartor", option, path);
    check_for_processes(options);
    if (options.processes != options.ranks && needs_abi_library(path))
        refuse("--processes {} -n {}: {} was not made by sartor, so it has one rank in each process; give "
               "both options the same number",
               options.processes, options.ranks, path);
}

} // namespace sartor::configurator
