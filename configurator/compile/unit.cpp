// Two runs of the compiler at once: one makes the object, one lists the constants.
#include "configurator/compile/unit.hpp"

#include "configurator/compile/flags.hpp"
#include "configurator/elf/edit.hpp"
#include "configurator/scan/note.hpp"
#include "configurator/scan/preprocessed.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/steps.hpp"
#include "mpi_api/table/table.hpp"

#include <optional>

namespace sartor::configurator {

namespace {

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
}

Command preprocess_command(const Compiler& compiler, const CompilerArguments& arguments,
                           const CompilerInput& input) {
    Command command = {compiler.program, include_flag()};
    append(command, without_side_outputs(arguments_for_source(arguments, input)));
    append(command, compiler.code_flags);
    append(command, {"-E", "-DSARTOR_SCANNING", "-w"});
    return command;
}

std::set<std::string> constants_in(const std::string& preprocessed) {
    const Step step("list constants");
    const Installation& own = Installation::own();
    // Most units of a program that uses MPI include mpi.h, but a test of the text is cheaper than the table.
    if (preprocessed.find("MPI_") == std::string::npos) return {};
    const table::Table table = table::Table::load(own.table());
    return constants_named(preprocessed, (own.include() / "mpi.h").string(),
                           [&](std::string_view word) { return table.find_constant(word) != nullptr; });
}

bool is_elf(const std::string& path) {
    return std::filesystem::is_regular_file(path) && as_text(MappedFile(path).bytes()).starts_with(ELFMAG);
}

void attach_note(const std::string& object, const std::set<std::string>& constants) {
    const AddedSection note{std::string(note_section), encode_note(constants), true};
    std::vector<std::byte> changed;
    {
        const MappedFile file(object);
        changed = with_sections(file.bytes(), object, {note});
    }
    write_file(object, changed);
}

void explain_missing_note(const std::string& source, const Result& pass) {
    report("{}: the pass that lists MPI constants failed, so this unit counts as naming all of them: {}",
           source, pass.standard_error.substr(0, pass.standard_error.find('\n')));
}

} // namespace

std::vector<std::string> unit_command(const Compiler& compiler, const CompilerArguments& arguments,
                                      const CompilerInput& input, const std::string& object) {
    Command command = {compiler.program, include_flag()};
    append(command, section_flags());
    append(command, arguments_for_source(arguments, input));
    append(command, compiler.code_flags);
    append(command, {"-c", "-o", object});
    return command;
}

int compile_unit(const Compiler& compiler, const CompilerArguments& arguments, const CompilerInput& input,
                 const std::string& object) {
    const Step step("compile " + arguments.arguments[input.index]);
    Child compilation(unit_command(compiler, arguments, input, object));
    if (input.kind != InputKind::source) return compilation.wait().exit_code;
    Result pass =
        run(preprocess_command(compiler, arguments, input), {Output::capture, Output::capture, true});
    const std::optional<std::set<std::string>> constants =
        pass.succeeded() ? std::optional(constants_in(pass.standard_output)) : std::nullopt;
    const int exit_code = compilation.wait().exit_code;
    if (exit_code != 0 || !is_elf(object)) return exit_code;
    if (constants)
        attach_note(object, *constants);
    else
        explain_missing_note(arguments.arguments[input.index], pass);
    return 0;
}

} // namespace sartor::configurator
