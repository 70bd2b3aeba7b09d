// The sartor command: what to do, by the name it is called under and by its first argument.
#include "configurator/command_line/commands.hpp"
#include "configurator/compile/wrapper.hpp"
#include "configurator/link/shim.hpp"
#include "configurator/support/error.hpp"
#include "mpi_api/table/reader/error.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

namespace sartor::configurator {

namespace {

using Words = std::vector<std::string>;

// sartor-mpicc is a name of ours; mpicc is a link that a user has made to it.
std::string without_prefix(const std::string& name) {
    constexpr std::string_view prefix = "sartor-";
    return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

int dispatch(const std::string& name, const Words& arguments) {
    if (name == "ld" || name.starts_with("ld.")) return link_as(name, arguments);
    const std::string role = without_prefix(name);
    if (role == "mpicc") return wrap_compiler(Language::c, arguments);
    if (role == "mpicxx" || role == "mpic++" || role == "mpiCC")
        return wrap_compiler(Language::cxx, arguments);
    if (role == "mpifort" || role == "mpif90" || role == "mpif77")
        return wrap_compiler(Language::fortran, arguments);
    if (role == "mpiexec" || role == "mpirun") return run_command(name, arguments);
    const std::string first = arguments.empty() ? "" : arguments.front();
    const Words rest(arguments.begin() + (arguments.empty() ? 0 : 1), arguments.end());
    const bool wants_help = rest.size() == 1 && rest.front() == "--help";
    if (first == "cc" && !wants_help) return wrap_compiler(Language::c, rest);
    if ((first == "c++" || first == "cxx") && !wants_help) return wrap_compiler(Language::cxx, rest);
    if (first == "fc" && !wants_help) return wrap_compiler(Language::fortran, rest);
    if (first == "run") return run_command("sartor run", rest);
    return other_commands(arguments);
}

} // namespace

} // namespace sartor::configurator

int main(int argc, char** argv) {
    using namespace sartor::configurator;
    try {
        return dispatch(std::filesystem::path(argv[0]).filename().string(), {argv + 1, argv + argc});
    } catch (const Error& error) {
        report("{}", error.what());
        return error.exit_code();
    } catch (const std::exception& error) {
        report("{}", error.what());
        return failure_exit_code;
    }
}
