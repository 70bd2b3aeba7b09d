// The sartor command: what to do, by the name it is called under and by its first argument.
#include "configurator/command_line/commands.hpp"
#include "configurator/compile/wrapper.hpp"
#include "configurator/link/shim.hpp"
#include "configurator/run/run.hpp"
#include "configurator/studies/names.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/program.hpp"
#include "runtime/rank/launch_variables.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace sartor::configurator {

namespace {

using Words = std::vector<std::string>;

// sartor-mpicc is a name of ours; mpicc is a link that a user has made to it.
std::string without_prefix(const std::string& name) {
    constexpr std::string_view prefix = "sartor-";
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

bool is_study(const std::string& word) {
    return std::any_of(all_studies.begin(), all_studies.end(),
                       [&](const Study& study) { return study.name == word; });
}

[[noreturn]] void become_study(const Words& arguments) {
    Command command = {Installation::own().studies()};
    append(command, arguments);
    become(command);
}

int compile(Language language, const Words& arguments) {
    if (!std::filesystem::exists(Installation::own().library("exports.txt")))
        refuse("{} has only what runs need, as in the wheel for Python: install Sartor to build programs",
               Installation::own().prefix().string());
    return wrap_compiler(language, arguments);
}

int dispatch(const std::string& name, const Words& arguments) {
    if (name == "ld" || name.starts_with("ld.")) return link_as(name, arguments);
    const std::string role = without_prefix(name);
    if (role == "mpicc") return compile(Language::c, arguments);
    if (role == "mpicxx" || role == "mpic++" || role == "mpiCC") return compile(Language::cxx, arguments);
    if (role == "mpifort" || role == "mpif90" || role == "mpif77")
        return compile(Language::fortran, arguments);
    if (role == "mpiexec" || role == "mpirun") return run_command(name, arguments);
    const std::string first = arguments.empty() ? "" : arguments.front();
    const Words rest(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
    const bool wants_help = rest.size() == 1 && rest.front() == "--help";
    if (first == "cc" && !wants_help) return compile(Language::c, rest);
    if ((first == "c++" || first == "cxx") && !wants_help) return compile(Language::cxx, rest);
    if (first == "fc" && !wants_help) return compile(Language::fortran, rest);
    if (first == "run") return run_command("sartor run", rest);
    if (first == process::run_as_process_command && rest.size() > 1)
        run_as_process(rest.front(), {rest.begin() + 1, rest.end()});
    if (is_study(first)) become_study(arguments);
    return other_commands(arguments);
}

} // namespace

} // namespace sartor::configurator

int main(int argc, char** argv) {
    using namespace sartor::configurator;
    return ended([&] {
        return dispatch(std::filesystem::path(argv[0]).filename().string(), {argv + 1, argv + argc});
    });
}
