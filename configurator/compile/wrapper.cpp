// Decides what a compiler's command line means and runs the compiler accordingly.
#include "configurator/compile/wrapper.hpp"

#include "configurator/command_line/compiler_arguments.hpp"
#include "configurator/compile/flags.hpp"
#include "configurator/compile/own_process.hpp"
#include "configurator/compile/unit.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/support/compiler.hpp"
#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/steps.hpp"
#include "configurator/support/temporary_folder.hpp"
#include "configurator/support/unit_names.hpp"
#include "mpi_api/version.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace sartor::configurator {

namespace {

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += separator;
        text += word;
    }
    return text;
}

bool is_compiled(const CompilerInput& input) {
    return input.kind == InputKind::source || input.kind == InputKind::fortran ||
           input.kind == InputKind::other_source;
}

// The command with its sources as they are, for everything that makes no object.
Command plain_command(const Compiler& compiler, const CompilerArguments& arguments) {
    Command command = {compiler.program};
    append(command, include_flags(compiler.language));
    append(command, arguments.arguments);
    append(command, compiler.code_flags);
    return command;
}

// Sources are replaced by their objects; "-x LANGUAGE" must not reach the objects.
Command link_command(const Compiler& compiler, const std::vector<std::string>& replaced) {
    Command command = {compiler.program, linker_flag(compiler.program)};
    for (std::size_t index = 0; index < replaced.size(); ++index) {
        const std::string& argument = replaced[index];
        if (argument == "-x")
            ++index;
        else if (!argument.starts_with("-x") || argument.size() == 2)
            command.push_back(argument);
    }
    append(command, compiler.code_flags);
    return command;
}

// What sartor needs at the link and the compiler's driver does not pass to the linker.
void pass_to_linker(const CompilerArguments& arguments) {
    setenv("SARTOR_MACHINE", arguments.machine.c_str(), 1);
    if (arguments.checked) setenv("SARTOR_CHECKED", arguments.checks_calls_alone ? calls_alone : "1", 1);
    if (!arguments.ranks.empty()) setenv("SARTOR_CONTAINER", arguments.ranks.c_str(), 1);
    if (arguments.observed) setenv("SARTOR_OBSERVED", "1", 1);
    if (!arguments.cover.empty()) setenv("SARTOR_COVER", arguments.cover.c_str(), 1);
    const SelectionWishes& selection = arguments.selection;
    if (selection.reproducible) setenv("SARTOR_REPRODUCIBLE", "1", 1);
    if (!selection.topologies.empty())
        setenv("SARTOR_TOPOLOGY", joined(selection.topologies, ",").c_str(), 1);
    if (!selection.tuning.empty())
        setenv("SARTOR_TUNING", std::filesystem::absolute(selection.tuning).c_str(), 1);
    if (!arguments.instruction_set.empty())
        setenv("SARTOR_INSTRUCTION_SET", joined(arguments.instruction_set, " ").c_str(), 1);
}

std::string default_object(const std::string& source) {
    return std::filesystem::path(source).stem().string() + ".o";
}

int compile_all(const Compiler& compiler, const CompilerArguments& arguments) {
    int exit_code = 0;
    const auto sources = std::ranges::count_if(arguments.inputs, is_compiled);
    if (arguments.output && sources > 1)
        refuse("-o with -c and several sources: name one source, or leave out -o");
    for (const CompilerInput& input : arguments.inputs) {
        if (!is_compiled(input)) continue;
        const std::string object =
            arguments.output.value_or(default_object(arguments.arguments[input.index]));
        exit_code = std::max(exit_code, compile_unit(compiler, arguments, input, object));
    }
    return exit_code;
}

// What GCC's further files of a source that is compiled and linked at once begin with.
std::string further_files(const CompilerArguments& arguments) {
    const std::filesystem::path output = arguments.output.value_or("a.out");
    return (output.parent_path() / (output.stem().string() + "-")).string();
}

bool is_profiled(const CompilerArguments& arguments) {
    return std::ranges::any_of(arguments.arguments, [](const std::string& argument) {
        return argument == "--coverage" || argument == "-coverage" || argument == "-ftest-coverage" ||
               argument.starts_with("-fprofile-");
    });
}

// The object is in a temporary folder; dependences, notes and counts of profiles are not.
void name_further_files(const Compiler& compiler, const CompilerArguments& arguments,
                        const std::string& source, CompilerArguments& unit) {
    const std::filesystem::path name = std::filesystem::path(source).filename();
    if (arguments.writes_dependences && !arguments.names_dependences)
        append(unit.arguments, Command{"-MF", further_files(arguments) + name.stem().string() + ".d"});
    if (is_profiled(arguments) && is_gcc(compiler.program))
        append(unit.arguments, Command{"-dumpdir", further_files(arguments), "-dumpbase", name.string(),
                                       "-dumpbase-ext", name.extension().string()});
}

int compile_and_link(const Compiler& compiler, const CompilerArguments& arguments) {
    const TemporaryFolder folder;
    std::vector<std::string> replaced = arguments.arguments;
    std::map<std::string, std::string> sources_by_object;
    for (const CompilerInput& input : arguments.inputs) {
        if (!is_compiled(input)) continue;
        const std::string& source = arguments.arguments[input.index];
        const std::string object =
            (folder / fmt::format("{}-{}", input.index, default_object(source))).string();
        CompilerArguments unit = arguments;
        name_further_files(compiler, arguments, source, unit);
        if (const int exit_code = compile_unit(compiler, unit, input, object); exit_code != 0)
            return exit_code;
        replaced[input.index] = object;
        sources_by_object[object] = source;
    }
    pass_unit_names(sources_by_object);
    const Step step("link");
    return run(link_command(compiler, replaced)).exit_code;
}

void show(const Compiler& compiler, const CompilerArguments& arguments) {
    const Installation& own = Installation::own();
    // Not quoted: build systems split these at spaces.
    switch (arguments.show) {
    case Show::compile:
        return fmt::print("{}\n", joined(shown_compile_flags(compiler.language), " "));
    case Show::link:
        return fmt::print("{}\n", joined(shown_link_flags(compiler.language), " "));
    case Show::command:
        return fmt::print("{}\n", compiler.program);
    case Show::include_folders:
        return fmt::print("{}\n", own.include().string());
    case Show::library_folders:
        return fmt::print("{}\n", own.library("").string());
    case Show::libraries:
        return fmt::print("sartor_mpi\n");
    case Show::version:
        return fmt::print("sartor {}\n", SARTOR_VERSION);
    default:
        break;
    }
    const bool compiles =
        arguments.action == CompilerAction::compile || arguments.show == Show::compile_command;
    Command shown = plain_command(compiler, arguments);
    if (!compiles) append(shown, Command{linker_flag(compiler.program)});
    fmt::print("{}\n", shell_text(shown));
}

// Sartor was built without a Fortran compiler, or with one of another family.
void check_modules(const std::string& program) {
    const Installation& own = Installation::own();
    const std::filesystem::path folder = own.fortran_modules(fortran_family(program));
    if (own.fortran_layer().empty() || !std::filesystem::exists(folder / "mpi.mod"))
        refuse("{}: there are no modules for this Fortran compiler in {}: build Sartor with it (cmake "
               "-DCMAKE_Fortran_COMPILER=...)",
               program, folder.string());
}

} // namespace

int wrap_compiler(Language language, const std::vector<std::string>& given) {
    const CompilerArguments arguments = parse_compiler_arguments(given);
    SelectionWishes wishes = arguments.selection;
    wishes.machine = find_machine(arguments.machine).name;
    static_cast<void>(selection_of(wishes)); // refuses unknown names before anything is compiled
    if (!arguments.compiler.empty()) setenv(variable_of(language), arguments.compiler.c_str(), 1);
    const std::string program = compiler_for(language);
    const Compiler compiler{program, code_flags(program), language};
    if (language == Language::fortran) check_modules(program);
    if (arguments.show != Show::nothing) {
        show(compiler, arguments);
        return 0;
    }
    if (arguments.action == CompilerAction::link && needs_own_process(compiler, arguments))
        link_for_own_process(compiler, arguments);
    pass_to_linker(arguments);
    if (arguments.action == CompilerAction::inform) become(plain_command(compiler, arguments));
    if (arguments.action == CompilerAction::compile) return compile_all(compiler, arguments);
    if (std::ranges::any_of(arguments.inputs, is_compiled)) return compile_and_link(compiler, arguments);
    become(link_command(compiler, arguments.arguments));
}

} // namespace sartor::configurator
