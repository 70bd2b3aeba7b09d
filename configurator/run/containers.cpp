// One process a rank is a run with --processes N; fibers and threads are made by the link.
#include "configurator/run/containers.hpp"

#include "configurator/machines/machines.hpp"
#include "configurator/run/option_checks.hpp"
#include "configurator/support/error.hpp"

namespace sartor::configurator {

namespace {

std::string machine_of_run(const RunOptions& options, const HowMade& made) {
    return options.machine.empty() ? made.machine : options.machine;
}

bool is_alone_anyway(const RunOptions& options) {
    return options.processes > 0 || !options.hosts.empty() || !options.universe.empty() || options.ranks == 1;
}

} // namespace

ContainerOfRun choose_container(RunOptions& options, const HowMade& made, const std::string& path) {
    const bool on_this_computer = is_this_computer(machine_of_run(options, made));
    if (!options.container.empty() && !on_this_computer)
        refuse("--ranks {}: on the emulated machine {} ranks are fibers; leave --ranks out",
               options.container, machine_of_run(options, made));
    const bool is_given = !options.container.empty();
    const std::string& wanted = is_given ? options.container : made.container;
    if (!on_this_computer || (is_given && wanted != "processes"))
        return {wanted == made.container ? "" : wanted, ""};
    if (wanted != "processes" || is_alone_anyway(options)) return {};
    if (!is_given && (!can_run_in_processes(options) || made.survives_failures)) {
        report("{}: warning: ranks should be {}; but the other options of this run have all ranks in one "
               "process",
               path, made.container_and_reason);
        return {};
    }
    options.processes = options.ranks;
    const std::string reason = is_given ? "processes, as --ranks says" : made.container_and_reason;
    return {"", "ranks are " + reason};
}

} // namespace sartor::configurator
