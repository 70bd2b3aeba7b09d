// The executable is no image with a cut, but a program that finds MPI in the shared library.
#include "configurator/compile/own_process.hpp"

#include "configurator/compile/flags.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"

#include <algorithm>
#include <filesystem>

namespace sartor::configurator {

namespace {

constexpr std::string_view option = "-fsanitize=";

bool names_sanitizer(const CompilerArguments& arguments, std::string_view sanitizer) {
    return std::ranges::any_of(arguments.arguments, [&](const std::string& argument) {
        return argument.starts_with(option) && argument.find(sanitizer, option.size()) != std::string::npos;
    });
}

// By gprof, whose counts are begun by what executables start with.
bool counts_calls(const CompilerArguments& arguments) {
    return std::ranges::find(arguments.arguments, "-pg") != arguments.arguments.end();
}

// Of the wrapper's own options the first that is about the cut.
std::string given_for_cut(const CompilerArguments& arguments) {
    if (arguments.machine != "host" && arguments.machine != "fabric") return "--machine " + arguments.machine;
    if (arguments.checked) return "--checked";
    if (arguments.observed) return "--observed";
    if (!arguments.selection.topologies.empty()) return "--topology";
    if (arguments.selection.reproducible) return "--reproducible";
    return arguments.selection.tuning.empty() ? "" : "--tuning";
}

void check(const CompilerArguments& arguments) {
    if (const std::string given = given_for_cut(arguments); !given.empty())
        refuse("{}: not possible with a sanitizer or -pg: leave out one of the two options", given);
    const Installation& own = Installation::own();
    if (!std::filesystem::exists(own.shared_libraries() / "libmpi_abi.so"))
        refuse(
            "with a sanitizer or -pg each rank needs a process of its own, and this Sartor was built without "
            "libfabric: "
            "install it (Debian's package libfabric-dev) and build Sartor again");
}

} // namespace

bool needs_own_process(const Compiler& compiler, const CompilerArguments& arguments) {
    if (names_sanitizer(arguments, "memory"))
        refuse("{}memory: this sanitizer needs all libraries compiled with it, and the MPI library is not; "
               "use another sanitizer, or valgrind",
               option);
    const bool is_clang = compiler.program.find("clang") != std::string::npos;
    return names_sanitizer(arguments, "address") || names_sanitizer(arguments, "thread") ||
           names_sanitizer(arguments, "leak") || counts_calls(arguments) ||
           (is_clang && names_sanitizer(arguments, "undefined"));
}

void link_for_own_process(const Compiler& compiler, const CompilerArguments& arguments) {
    check(arguments);
    const Installation& own = Installation::own();
    const std::string folder = own.shared_libraries().string();
    Command command = {compiler.program};
    const auto append = [&](const std::vector<std::string>& words) {
        command.insert(command.end(), words.begin(), words.end());
    };
    append(include_flags(compiler.language));
    append(arguments.arguments);
    if (compiler.language == Language::fortran) command.push_back(own.fortran_layer());
    append({"-Wl,--whole-archive", own.library("libsartor_sanitized.a").string(), "-Wl,--no-whole-archive",
            "-L" + folder, "-Wl,-rpath," + folder, "-lmpi_abi"});
    become(command);
}

} // namespace sartor::configurator
