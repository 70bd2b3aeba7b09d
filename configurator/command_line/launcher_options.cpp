#include "configurator/command_line/launcher_options.hpp"

#include "configurator/support/error.hpp"

#include <cstdlib>

namespace sartor::configurator {

namespace {

constexpr const char* group = "From other launchers";

// The whole environment is passed on in any case.
void set_variable(const std::string& name, const std::string& value) {
    if (name.empty() || name.find('=') != std::string::npos || setenv(name.c_str(), value.c_str(), 1) != 0)
        refuse("{}={}: no environment variable can be called that", name, value);
}

void export_variable(const std::string& text) {
    const std::size_t sign = text.find('=');
    if (sign != std::string::npos) return set_variable(text.substr(0, sign), text.substr(sign + 1));
    if (std::getenv(text.c_str()) == nullptr) refuse("-x {}: the environment has no such variable", text);
}

// An option of Sartor's own that says something else is not overruled.
void ask_for(const char* option, const std::string& asked, const char* meaning, const char* own,
             std::string& wanted) {
    if (asked.empty()) return;
    if (!wanted.empty() && wanted != meaning)
        refuse("{} {} and {} {}: these contradict each other", option, asked, own, wanted);
    wanted = meaning;
}

} // namespace

void add_launcher_options(CLI::App& app, LauncherOptions& others) {
    for (const char* name : {"--oversubscribe", "--allow-run-as-root", "--envall", "--genvall"})
        app.add_flag(name)->description("granted anyway")->group(group);
    app.add_option("-x", others.exported, "an environment variable for the ranks, which have all there are")
        ->option_text("NAME[=VALUE]")
        ->allow_extra_args(false)
        ->group(group);
    app.add_option("--genv,--env", others.values, "the same")
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
    ask_for("--bind-to", others.binding, others.binding == "none" ? "none" : "compact", "--bind",
            options.binding);
    ask_for("--map-by", others.mapping, "compact", "--map", options.mapping);
}

} // namespace sartor::configurator
