#include "configurator/command_line/launcher_options.hpp"

#include "configurator/command_line/options_without_effect.hpp"
#include "configurator/run/hosts.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/ranges.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

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

// Of the number N in ppr:N:node, ranks per resource. 0: no such mapping.
int ranks_per_node(const std::string& mapping) {
    std::istringstream parts(mapping);
    std::string kind, number, resource;
    std::getline(parts, kind, ':');
    std::getline(parts, number, ':');
    std::getline(parts, resource, ':');
    if (kind != "ppr" || resource != "node") return 0;
    return std::atoi(number.c_str());
}

// Each computer has so many ranks; without -n that is how many there are.
void give_each_host(int count, RunOptions& options) {
    for (HostRanks& host : options.hosts)
        if (host.ranks == 0) host.ranks = count;
    const int hosts = std::max(1, static_cast<int>(options.hosts.size()));
    if (!options.ranks_given) options.ranks = count * hosts;
}

void apply_places(const LauncherOptions& others, RunOptions& options) {
    const bool unbound = others.binding == "none";
    demand("--bind-to", others.binding, unbound ? "none" : "compact", "--bind", options.binding);
    demand("--map-by", others.mapping, "compact", "--map", options.mapping);
    demand("--cpu-set", others.cores, others.cores.c_str(), "--cores", options.cores);
    const int per_host = others.ranks_per_host > 0 ? others.ranks_per_host : ranks_per_node(others.mapping);
    if (per_host > 0) give_each_host(per_host, options);
    if (others.mapping.starts_with("ppr:") && per_host == 0 && !options.ranks_given)
        refuse("--map-by {}: give the number of ranks, too: -n N", others.mapping);
}

void close_input() {
    const int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (empty < 0 || dup2(empty, STDIN_FILENO) < 0) refuse("--stdin none: {}", std::strerror(errno));
    close(empty);
}

void add_variables(CLI::App& app, LauncherOptions& others) {
    app.add_option("-x", others.exported,
                   "set an environment variable for the ranks (ranks inherit all other variables)")
        ->option_text("NAME[=VALUE]")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--genv,--env", others.values, "same as -x NAME=VALUE")
        ->option_text("NAME VALUE")
        ->allow_extra_args(false)
        ->group(group);
}

void add_places(CLI::App& app, LauncherOptions& others, RunOptions& options) {
    app.add_option("--bind-to", others.binding, "none: as --bind none; all others: as --bind compact")
        ->option_text("WHAT")
        ->group(group);
    app.add_option("--map-by", others.mapping,
                   "ppr:N:node: N ranks on each computer; all others: as --map compact")
        ->option_text("WHAT")
        ->group(group);
    app.add_option("--cpu-set,--cpu-list", others.cores, "as --cores")->option_text("LIST")->group(group);
    app.add_option("-N,--npernode,--ppn,--perhost", others.ranks_per_host,
                   "ranks on each computer; without -n that is how many there are")
        ->option_text("N")
        ->check(CLI::PositiveNumber)
        ->group(group);
    app.add_flag_callback(
           "--pernode", [&] { others.ranks_per_host = 1; }, "as -N 1")
        ->group(group);
    app.add_flag("--report-bindings", options.show_placement, "as --show-placement")->group(group);
}

} // namespace

void spell_for_parser(std::string& option, const std::string& next) {
    const bool takes_two = option == "--genv" || option == "--env";
    if (takes_two && next.find('=') != std::string::npos) option = "-x";
}

std::vector<std::string> words_of_file(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) refuse("--configfile {}: {}", file, std::strerror(errno));
    std::vector<std::string> words;
    for (std::string line; std::getline(stream, line);) {
        if (const std::size_t comment = line.find('#'); comment != std::string::npos) line.resize(comment);
        const std::vector<std::string> found = CLI::detail::split_up(line);
        if (found.empty()) continue;
        if (!words.empty()) words.emplace_back(":");
        words.insert(words.end(), found.begin(), found.end());
    }
    return words;
}

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

void add_launcher_options(CLI::App& app, LauncherOptions& others, RunOptions& options) {
    add_options_of_each_program(app, options.hosts);
    add_variables(app, others);
    add_places(app, others, options);
    add_options_without_effect(app, others.without_effect);
    const auto add = [&](const char* names, std::string& value, const char* text, const char* about) {
        app.add_option(names, value, about)->option_text(text)->group(group);
    };
    add("--wdir,--wd", others.folder, "DIR", "the ranks' working folder");
    add("--stdin,-s", others.input, "WHO", "which ranks read standard input: 0 (the default), all or none");
    add("--output", others.formats, "FORMAT", "as --tag-output where FORMAT has tag");
    add("--configfile,--app", others.file, "FILE",
        "read the rest of the command line from this file, a program with its options in each line");
    app.add_flag("--prepend-rank", options.tag_output, "as --tag-output")->group(group);
}

void apply(const LauncherOptions& others, RunOptions& options) {
    for (const std::string& text : others.exported) export_variable(text);
    for (const auto& [name, value] : others.values) set_variable(name, value);
    apply_places(others, options);
    if (others.formats.find("tag") != std::string::npos) options.tag_output = true;
    if (others.input == "all")
        set_variable("SARTOR_INPUT", "all");
    else if (others.input == "none")
        close_input();
    else if (!others.input.empty() && others.input != "0")
        refuse("--stdin {}: rank 0 has standard input, or all ranks have it; expected 0, all or none",
               others.input);
    if (!others.folder.empty() && chdir(others.folder.c_str()) != 0)
        refuse("--wdir {}: {}", others.folder, std::strerror(errno));
    if (!others.without_effect.empty())
        report("without effect here: {}", fmt::join(others.without_effect, ", "));
}

} // namespace sartor::configurator
