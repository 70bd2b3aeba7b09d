#include "configurator/command_line/launcher_options.hpp"

#include "configurator/run/hosts.hpp"
#include "configurator/support/error.hpp"

#include <cstdlib>

namespace sartor::configurator {

namespace {

constexpr const char* group = "From other launchers";

// The whole environment is passed on in any case.
void set_variable(const std::string& name, const std::string& value) {
    if (name.empty() || name.find('=') != std::string::npos || setenv(name.c_str(), value.c_str(), 1) != 0)
        refuse("{}={}: an environment variable can't have this name", name, value);
}

void export_variable(const std::string& text) {
    const std::size_t sign = text.find('=');
    if (sign != std::string::npos) return set_variable(text.substr(0, sign), text.substr(sign + 1));
    if (std::getenv(text.c_str()) == nullptr) refuse("-x {}: the environment has no such variable", text);
}

// A contradicting option of Sartor's own is an error, not overruled.
void demand(const char* option, const std::string& given, const char* meaning, const char* own,
            std::string& wanted) {
    if (given.empty()) return;
    if (!wanted.empty() && wanted != meaning)
        refuse("{} {} and {} {} contradict each other: leave out one of the two options", option, given, own,
               wanted);
    wanted = meaning;
}

} // namespace

void add_options_of_each_program(CLI::App& app, std::vector<HostRanks>& hosts) {
    for (const char* name : {"--oversubscribe", "--allow-run-as-root", "--envall", "--genvall"})
        app.add_flag(name)->description("accepted without effect: the option is always on")->group(group);
    app.add_option_function<std::string>(
           "--host,--hosts,-H", [&hosts](const std::string& text) { hosts = parse_hosts("--hosts", text); },
           "computers for the ranks, and how many ranks each may have; a launcher that speaks PMIx starts "
           "the ranks there")
        ->option_text("NAME[:N],...")
        ->group(group);
    for (const char* name : {"--hostfile", "--machinefile", "-f"})
        app.add_option_function<std::string>(
               name, [&hosts, name](const std::string& file) { hosts = read_hostfile(name, file); },
               "a file of computers for the ranks: lines NAME, NAME:N or NAME slots=N")
            ->option_text("FILE")
            ->group(group);
}

void add_launcher_options(CLI::App& app, LauncherOptions& others, std::vector<HostRanks>& hosts) {
    add_options_of_each_program(app, hosts);
    app.add_option("-x", others.exported,
                   "set an environment variable for the ranks (ranks inherit all other variables)")
        ->option_text("NAME[=VALUE]")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--genv,--env", others.values, "same as -x NAME=VALUE")
        ->option_text("NAME VALUE")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--bind-to", others.binding, "as --bind none, or --bind compact")
        ->check(CLI::IsMember({"none", "core", "hwthread"}))
        ->group(group);
    app.add_option("--map-by", others.mapping, "as --map compact")
        ->check(CLI::IsMember({"slot", "core", "hwthread"}))
        ->group(group);
}

void apply(const LauncherOptions& others, RunOptions& options) {
    for (const std::string& text : others.exported) export_variable(text);
    for (const auto& [name, value] : others.values) set_variable(name, value);
    demand("--bind-to", others.binding, others.binding == "none" ? "none" : "compact", "--bind",
           options.binding);
    demand("--map-by", others.mapping, "compact", "--map", options.mapping);
}

} // namespace sartor::configurator
