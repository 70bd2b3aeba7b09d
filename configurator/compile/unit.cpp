// Runs of compilers at once: one makes the object, one lists the constants, one compares types with
// datatypes.
#include "configurator/compile/unit.hpp"

#include "configurator/compile/default_kinds.hpp"
#include "configurator/compile/flags.hpp"
#include "configurator/compile/fortran_unit.hpp"
#include "configurator/compile/type_tags.hpp"
#include "configurator/elf/edit.hpp"
#include "configurator/elf/elf_file.hpp"
#include "configurator/scan/note.hpp"
#include "configurator/scan/preprocessed.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/steps.hpp"
#include "mpi_api/table/reader/table.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

namespace sartor::configurator {

namespace {

Command preprocess_command(const Compiler& compiler, const CompilerArguments& arguments,
                           const CompilerInput& input) {
    Command command = {compiler.program};
    append(command, include_flags(compiler.language));
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
    const std::string header = (own.include() / "mpi.h").string();
    return constants_named(preprocessed, header,
                           [&](std::string_view word) { return table.find_constant(word) != nullptr; });
}

bool is_elf_file(const std::string& path) {
    return std::filesystem::is_regular_file(path) && is_elf(MappedFile(path).bytes());
}

void attach_note(const std::string& object, const UnitNote& unit) {
    const AddedSection note{std::string(note_section), encode_note(unit), true};
    std::vector<std::byte> changed;
    {
        const MappedFile file(object);
        changed = with_sections(file.bytes(), object, {note});
    }
    write_file(object, changed);
}

void explain_missing_note(const std::string& source, const Result& pass) {
    report("{}: the pass that lists MPI constants failed, so sartor assumes that this unit names all "
           "constants: {}",
           source, pass.standard_error.substr(0, pass.standard_error.find('\n')));
}

} // namespace

std::vector<std::string> unit_command(const Compiler& compiler, const CompilerArguments& arguments,
                                      const CompilerInput& input, const std::string& object) {
    Command command = {compiler.program};
    append(command, include_flags(compiler.language));
    append(command, default_flags(input.kind));
    if (arguments.sees_accesses()) append(command, flags_for_accesses(compiler.program, input.kind));
    append(command, arguments_for_source(arguments, input));
    append(command, compiler.code_flags);
    append(command, {"-c", "-o", object});
    return command;
}

namespace {

// The compiler at work. With --checked the sizes of buffers are noted at calls (mpi.h) if the source can be
// compiled so: the messages of a compilation that fails are those without.
class Compilation {
  public:
    Compilation(const Compiler& compiler, const CompilerArguments& arguments, const CompilerInput& input,
                const std::string& object)
        : command_(unit_command(compiler, arguments, input, object)),
          notes_sizes_(arguments.checked && input.kind == InputKind::source),
          child_(notes_sizes_ ? Child(with_sizes(command_), {Output::inherit, Output::capture, false})
                              : Child(command_)) {}

    // Its exit code; the messages have been shown.
    int wait() {
        const Result result = child_.wait();
        if (!notes_sizes_) return result.exit_code;
        if (!result.succeeded() || redefines_macros(result.standard_error))
            return Child(command_).wait().exit_code;
        fmt::print(stderr, "{}", result.standard_error);
        return 0;
    }

  private:
    /// Headers that wrap MPI's functions in macros of their own, as PETSc's, are compiled without those of
    /// mpi.h: each would be warned of.
    static bool redefines_macros(const std::string& messages) {
        const auto contains = [&](std::string_view text) { return messages.find(text) != std::string::npos; };
        return (contains("\"MPI_") && contains("\" redefined")) || // GCC
               (contains("'MPI_") && contains("' macro redefined"));
    }
    static Command with_sizes(Command command) {
        command.insert(command.begin() + 1, "-DSARTOR_OBJECTS");
        return command;
    }

    Command command_;
    bool notes_sizes_;
    Child child_;
};

} // namespace

// Fortran's constants are found in the text as it is, without a further run of the compiler in most cases.
static int compile_fortran(const Compiler& compiler, const CompilerArguments& arguments,
                           const CompilerInput& input, const std::string& object) {
    const std::string& source = arguments.arguments[input.index];
    const auto names = [&] {
        return names_of_fortran(compiler, arguments, input, table::Table::load(Installation::own().table()));
    };
    const DefaultKinds kinds = default_kinds(arguments.arguments);
    const std::optional<FortranNames> early = kinds.changed() ? names() : std::nullopt;
    if (early) check_default_kinds(kinds, source, *early);
    Compilation compilation(compiler, arguments, input, object);
    const int exit_code = compilation.wait();
    if (early && exit_code != 0) explain_default_kinds(kinds, source, *early);
    if (exit_code != 0 || !is_elf_file(object)) return exit_code;
    if (const auto found = early ? early : names())
        attach_note(object, {found->constants, arguments.optimization});
    return 0;
}

int compile_unit(const Compiler& compiler, const CompilerArguments& arguments, const CompilerInput& input,
                 const std::string& object) {
    const Step step("compile " + arguments.arguments[input.index]);
    if (input.kind == InputKind::fortran) return compile_fortran(compiler, arguments, input, object);
    Compilation compilation(compiler, arguments, input, object);
    if (input.kind != InputKind::source) return compilation.wait();
    std::optional<Child> type_check = arguments.checked ? start_type_check(arguments, input) : std::nullopt;
    Result pass =
        run(preprocess_command(compiler, arguments, input), {Output::capture, Output::capture, true});
    const std::optional<std::set<std::string>> constants =
        pass.succeeded() ? std::optional(constants_in(pass.standard_output)) : std::nullopt;
    const int exit_code = compilation.wait();
    if (type_check && exit_code == 0)
        for (const std::string& line : wrong_types(type_check->wait().standard_error))
            fmt::print(stderr, "{}\n", line);
    if (exit_code != 0 || !is_elf_file(object)) return exit_code;
    if (constants)
        attach_note(object, {*constants, arguments.optimization});
    else
        explain_missing_note(arguments.arguments[input.index], pass);
    return 0;
}

} // namespace sartor::configurator
