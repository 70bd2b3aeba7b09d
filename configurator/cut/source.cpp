// Writes cut.cpp: the features, the implementing headers, the machine and the names of the functions.
#include "configurator/cut/source.hpp"

#include "configurator/choices/catalog.hpp"
#include "configurator/choices/messages.hpp"
#include "configurator/choices/selection.hpp"
#include "configurator/rules/features.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

// An emulated machine becomes a class with its description; the others are classes already.
std::string machine_definition(const TargetMachine& target, const Selection& selection) {
    const MachineClass& known = target.machine_class();
    std::string text = known.header == nullptr ? "" : fmt::format("#include \"{}\"\n\n", known.header);
    if (known.is_emulated)
        text += fmt::format("struct Machine : sartor::machine::observed_if_wanted<{}<Machine>, Features> {{\n"
                            "    static constexpr std::string_view name = \"{}\";\n"
                            "{}}};\n\n",
                            known.name, target.manycore->name,
                            description_members(with_messages(*target.manycore, selection)));
    return text;
}

const char* machine_type(const TargetMachine& target) {
    return target.is_emulated() ? "Machine" : target.machine_class().name;
}

std::string features_text(const Needs& needs) {
    std::vector<std::string> features;
    for (const auto& [name, requesters] : needs.features) features.push_back("sartor::feature::" + name);
    for (const auto& [value, names] : needs.datatypes)
        features.push_back(fmt::format("sartor::feature::predefined_datatype<{}>", value));
    for (const auto& [value, names] : needs.operations)
        features.push_back(fmt::format("sartor::feature::predefined_operation<{}>", value));
    return fmt::format("{}", fmt::join(features, ",\n        "));
}

constexpr std::string_view aspects_of_checked = "#include \"aspects/call/checked/checked.hpp\"\n";
constexpr std::string_view aspects_of_survived = "#include \"aspects/call/survived/survived.hpp\"\n";
constexpr std::string_view aspects_of_scheduled = "#include \"aspects/call/scheduled/found_by_choice.hpp\"\n";

std::string includes(const Needs& needs) {
    std::set<std::string> headers;
    for (const NeededFunction& function : needs.functions) {
        headers.insert(function.row->implementation);
        headers.insert("rows/" + function.row->name);
        if (function.row->begins_collective()) headers.insert("tasks/begun_collective");
    }
    if (needs.features.contains(feature::tools)) headers.insert("tools/variables/listing");
    std::string text;
    for (const std::string& header : headers) text += fmt::format("#include \"mpi_api/{}.hpp\"\n", header);
    if (needs.features.contains(feature::checked)) text += aspects_of_checked;
    if (needs.features.contains(feature::scheduled)) text += aspects_of_scheduled;
    if (needs.features.contains(feature::failures)) text += aspects_of_survived;
    return text;
}

// The collectives that the program calls, for the description of the cut.
std::string collectives_text(const Needs& needs) {
    std::set<std::string> types;
    for (const NeededFunction& function : needs.functions)
        if (const Family* family = Catalog::own().serving(function.name()))
            types.insert("sartor::collective::" + family->type);
    return fmt::format("{}", fmt::join(types, ", "));
}

std::string collective_headers(const Needs& needs) {
    std::set<std::string> headers;
    for (const NeededFunction& function : needs.functions)
        if (const Family* family = Catalog::own().serving(function.name())) headers.insert(family->header);
    std::string text;
    for (const std::string& header : headers) text += fmt::format("#include \"{}\"\n", header);
    return text;
}

// Few functions that are not called often share nothing.
bool has_few_functions(const Needs& needs) {
    constexpr std::ptrdiff_t few = 6;
    return std::ranges::count_if(needs.functions, [](const NeededFunction& function) {
               return !function.row->checked_in_place();
           }) <= few;
}

// Functions that the program has with int and with MPI_Count, by their names with int; of collectives any
// form counts as the blocking one.
std::set<std::string> functions_of_both_sizes(const Needs& needs) {
    std::set<std::string> narrow;
    for (const NeededFunction& function : needs.functions)
        if (!function.large) narrow.insert(function.row->blocking_name());
    std::set<std::string> both;
    for (const NeededFunction& function : needs.functions)
        if (function.large && narrow.contains(function.row->blocking_name()))
            both.insert(function.row->blocking_name());
    return both;
}

// Errors: throws Error for what the machine does not have.
void check_machine(const Needs& needs, const TargetMachine& target) {
    const auto failures = needs.features.find(feature::failures);
    if (failures == needs.features.end() || target.name == "host" || target.name == "fabric") return;
    fail("{}: failures of ranks are survived on this computer, in one process or in several, not on {} "
         "(docs/failures.md)",
         fmt::join(failures->second, ", "), target.name);
}

} // namespace

std::string common_headers(const table::Table& table) {
    std::string text = "#include \"mpi_api/cut.hpp\"\n";
    for (const Family& family : Catalog::own().families())
        text += fmt::format("#include \"{}\"\n", family.header);
    std::set<std::string> implementations = {"tasks/begun_collective", "tools/variables/listing"};
    for (const table::Function& function : table.functions()) implementations.insert(function.implementation);
    for (const std::string& header : implementations)
        text += fmt::format("#include \"mpi_api/{}.hpp\"\n", header);
    return text.append(aspects_of_checked).append(aspects_of_scheduled).append(aspects_of_survived);
}

std::string cut_source(const Needs& needs, const TargetMachine& target) {
    check_machine(needs, target);
    std::string text = fmt::format(
        "// Generated by sartor: the MPI library of one configuration.\n"
        "{}"
        "#include \"mpi_api/cut.hpp\"\n{}{}\n"
        "using Features = sartor::features<\n        {}>;\n\n"
        "{}"
        "namespace {{\n\n" // what is instantiated with it is called from here alone
        "struct Program {{\n"
        "    using features = Features;\n"
        "    using machine = {};\n"
        "    using collectives = boost::mp11::mp_list<{}>;\n"
        "    static constexpr bool has_few_functions = {};\n"
        "}};\n\n"
        "}} // namespace\n\n{}\n",
        // Exceptions find their way through frames that are loaded.
        needs.features.contains(feature::exceptions) ? "" : "#include \"runtime/call_frames.inc\"\n",
        collective_headers(needs), includes(needs), features_text(needs),
        machine_definition(target, needs.selection), machine_type(target), collectives_text(needs),
        has_few_functions(needs), selection_source(needs.selection));
    for (const std::string& function : functions_of_both_sizes(needs))
        text += fmt::format("SARTOR_BOTH_SIZES({})\n", function);
    for (const NeededFunction& function : needs.functions)
        text += fmt::format("SARTOR_{}FUNCTION({})\n", function.profiled ? "PROFILED_" : "", function.name());
    if (needs.features.contains(feature::tools)) text += "\nSARTOR_LISTS_VARIABLES\n";
    return text + "\nSARTOR_CUT_END(Program)\n";
}

} // namespace sartor::configurator
