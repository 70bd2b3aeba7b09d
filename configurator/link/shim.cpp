// The way of a program from its objects to its executable: image, facts, needs, cut, executable.
#include "configurator/link/shim.hpp"

#include "configurator/command_line/compiler_arguments.hpp"
#include "configurator/command_line/compiler_options.hpp"
#include "configurator/command_line/linker_arguments.hpp"
#include "configurator/cut/compile.hpp"
#include "configurator/cut/source.hpp"
#include "configurator/cut/topology_files.hpp"
#include "configurator/link/containers.hpp"
#include "configurator/link/executable.hpp"
#include "configurator/link/image.hpp"
#include "configurator/link/program_facts.hpp"
#include "configurator/link/recut.hpp"
#include "configurator/link/runtime_names.hpp"
#include "configurator/link/shared_state.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/rules/cover.hpp"
#include "configurator/rules/features.hpp"
#include "configurator/rules/needs.hpp"
#include "configurator/rules/uncalled.hpp"
#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/process.hpp"
#include "configurator/support/search.hpp"
#include "configurator/support/steps.hpp"
#include "configurator/support/words.hpp"

namespace sartor::configurator {

namespace {

std::string real_linker(const std::string& name) {
    if (const auto path = find_tool_of_compiler(name)) return path->string();
    fail("the linker {} is not in PATH", name);
}

// From our wrapper, or from a plain GCC, which passes its options to the linker in quotes.
std::vector<std::string> instruction_set() {
    return instruction_set_in(
        environment("SARTOR_INSTRUCTION_SET").value_or(environment("COLLECT_GCC_OPTIONS").value_or("")));
}

// By the wrapper's options, which came as environment variables.
SelectionWishes selection_wishes(const TargetMachine& machine) {
    SelectionWishes wishes;
    wishes.machine = machine.name;
    wishes.reproducible = environment("SARTOR_REPRODUCIBLE").has_value();
    wishes.tuning = environment("SARTOR_TUNING").value_or("");
    if (const auto topologies = environment("SARTOR_TOPOLOGY")) wishes.topologies.push_back(*topologies);
    return wishes;
}

void strip_symbols(const std::string& image) {
    const auto strip = find_tool_of_compiler("strip");
    if (!strip) fail("-s was given, but strip is not in PATH; install binutils");
    if (!run({strip->string(), "--strip-all", image}).succeeded()) fail("strip fails for {}", image);
}

// Ranks of a program for several processes may start others under any launcher: then its messages have the
// form of theirs. Not while runs are observed, whose ranks start none.
std::optional<WholeMpi> whole_of_run(const Needs& needs, const TargetMachine& target) {
    if (!target.is_fabric() || needs.features.contains(feature::observed) || !starts_others(needs))
        return std::nullopt;
    return whole_for(needs);
}

// An MPI library, and what it has besides the program's needs: rules/cover.hpp.
struct Library {
    std::string cover;
    std::string cut;
};

// For what, and by what, a library is compiled.
struct Target {
    const table::Table& table;
    const TargetMachine& machine;
    const std::vector<std::string>& instructions;
};

std::string source_of(const Needs& program, const std::string& cover, const Target& target) {
    return cut_source(covered(program, facts_of_cover(cover, target.table), target.table), target.machine);
}

// A program that is not optimized gets all of MPI if that is installed, since its link must be quick. Not on
// emulated machines, whose times would change with the level of optimization.
Library library_for(const Needs& needs, const Facts& facts, const Target& target, const std::string& program,
                    Cache& cache, TemporaryFolder& folder) {
    const auto wanted = environment("SARTOR_COVER");
    if (!wanted && facts.is_not_optimized() && !target.machine.is_emulated()) {
        const std::string all(cover_everything);
        if (auto cut = installed_cut(source_of(needs, all, target), target.instructions))
            return {all, std::move(*cut)};
    }
    const std::string cover = independent_of_folder(wanted.value_or(""));
    return {cover, compile_cut(source_of(needs, cover, target), target.instructions, program, cache, folder)};
}

void link_program(const std::string& linker, const LinkerArguments& arguments) {
    const Step step("sartor's part of the link");
    const std::string machine = environment("SARTOR_MACHINE").value_or("host");
    const TargetMachine target = find_machine(machine);
    TemporaryFolder folder;
    const table::Table table = table::Table::load(Installation::own().table());
    const std::set<std::string> exports = exports_of_all();
    const Image image = link_image(linker, arguments, table, exports, folder);
    const Program program = program_facts(image, arguments.output);
    report_container(program.facts, arguments.output, target.is_emulated());
    warn_of_shared_state(image.path, program, arguments.output);
    Needs needs = needs_of(program.facts, table);
    if (asks_for_checks()) {
        needs.features[feature::checked].insert("--checked");
        add_what_checks_need(needs);
    }
    if (environment("SARTOR_OBSERVED")) needs.features[feature::observed].insert("--observed");
    const SelectionWishes wishes = selection_wishes(target);
    needs.selection = selection_of(wishes);
    report_uncalled(wishes, needs, arguments.output);
    Cache cache = Cache::of_user();
    check_topology_files(needs.selection, cache, folder);
    const std::vector<std::string> instructions = instruction_set();
    const std::optional<WholeMpi> whole = whole_of_run(needs, target);
    const Needs in_run = whole ? needs_of_whole(needs, *whole) : needs;
    const Library library =
        library_for(in_run, program.facts, {table, target, instructions}, arguments.output, cache, folder);
    if (arguments.strip_all) strip_symbols(image.path);
    const std::string facts =
        carried_facts({program, needs, library.cover, machine, instructions, executable_arguments(arguments),
                       whole ? version_of_library() : ""});
    refuse_one_sided(image.path, target);
    link_executable({arguments, program, in_run, image.path, library.cut, exports, facts,
                     target.is_emulated(), target.is_fabric()},
                    folder);
}

} // namespace

int link_as(const std::string& name, const std::vector<std::string>& given) {
    const std::string linker = real_linker(name);
    const LinkerArguments arguments = parse_linker_arguments(given);
    if (arguments.action == LinkerAction::pass_on) {
        Command command = {linker};
        for (const LinkerArgument& argument : arguments.arguments) append(command, argument);
        become(command);
    }
    link_program(linker, arguments);
    return 0;
}

} // namespace sartor::configurator
