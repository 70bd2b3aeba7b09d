// Writes cut.cpp: the features, the implementing headers, and each function over its implementation.
#include "configurator/cut/source.hpp"

#include "configurator/cut/argument_checks.hpp"
#include "configurator/cut/collective_forms.hpp"
#include "configurator/cut/twins.hpp"
#include "configurator/rules/features.hpp"
#include "configurator/selection/catalog.hpp"
#include "configurator/selection/messages.hpp"
#include "configurator/selection/selection.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

// MPI_Send -> send
std::string implementation_name(const table::Function& function) {
    std::string name = function.name.substr(4);
    std::ranges::transform(name, name.begin(), [](unsigned char letter) { return std::tolower(letter); });
    return name;
}

// An emulated machine becomes a class with its description; the others are classes already.
std::string machine_definition(const TargetMachine& target, const Selection& selection) {
    const MachineClass& known = target.machine_class();
    std::string text = known.header == nullptr ? "" : fmt::format("#include \"{}\"\n\n", known.header);
    if (known.is_emulated)
        text += fmt::format("struct Machine : sartor::machine::observed_if_wanted<{}<Machine>, Features> {{\n"
                            "    static constexpr std::string_view name = \"{}\";\n"
                            "    static constexpr sartor::machine::manycore::Description description = {};\n"
                            "}};\n\n",
                            known.name, target.manycore->name,
                            initializer(with_messages(*target.manycore, selection)));
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

std::string includes(const Needs& needs) {
    std::set<std::string> headers;
    for (const NeededFunction& function : needs.functions) {
        headers.insert(function.row->implementation);
        if (function.row->begins_collective()) headers.insert("tasks/collectives");
        if (function.large && function.row->collective()) headers.insert("call/numbers");
    }
    if (needs.features.contains(feature::tools)) headers.insert("tools/variables/listing");
    std::string text;
    for (const std::string& header : headers) text += fmt::format("#include \"mpi_api/{}.hpp\"\n", header);
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

std::string arguments(const NeededFunction& function) {
    std::string text = "call";
    for (const table::Parameter& parameter : function.row->parameters)
        if (parameter.kind != "VARARGS" && (function.large || !parameter.large_only))
            text += ", " + parameter.name;
    return text;
}

std::string call_of_implementation(const NeededFunction& function, const CollectiveForms& forms) {
    if (function.row->collective()) return forms.call(function);
    return fmt::format("sartor::mpi::{}({})", implementation_name(*function.row), arguments(function));
}

// The launching function of a collective checks what its forms have in common.
std::vector<std::string> checks_of_entry(const NeededFunction& function) {
    std::vector<std::string> checks = argument_checks(*function.row, function.large);
    if (function.row->begins_collective())
        std::erase_if(checks, [](const std::string& check) { return !check.starts_with("call.hints("); });
    return checks;
}

// Functions of messages: a look-up of their communicator is another function, which calls them again. In
// their middle, all arguments would have to be saved for it. Not where something is to be done at the end of
// each call.
std::string look_up(const NeededFunction& function, bool ends_by_jump) {
    if (!ends_by_jump || function.large || !function.row->frequent ||
        function.row->find("COMMUNICATOR") == nullptr)
        return "";
    std::vector<std::string> names;
    for (const table::Parameter& parameter : function.row->parameters) names.push_back(parameter.name);
    return fmt::format("    if (!call.remembers({}))\n"
                       "        SARTOR_IN_PLACE return sartor::mpi::look_up_first<Program, P{}>({});\n",
                       function.row->find("COMMUNICATOR")->name, function.name(), fmt::join(names, ", "));
}

// The checks of the arguments, and the call of the implementation.
std::string body(const NeededFunction& function, const CollectiveForms& forms) {
    std::vector<std::string> refused;
    for (const std::string& check : checks_of_entry(function)) refused.push_back("!" + check);
    const std::string guard = refused.empty() ? ""
                                              : fmt::format("    if ({})\n        return call.error();\n",
                                                            fmt::join(refused, " || "));
    return fmt::format("{}    return {};\n", guard, call_of_implementation(function, forms));
}

std::string bodies_of_twins(const Needs& needs, const CollectiveForms& forms, const Twins& twins) {
    std::string text;
    for (const NeededFunction& function : needs.functions)
        if (function.large && twins.share(function))
            text += fmt::format("\n{} {{\n{}}}\n", Twins::head(function), body(function, forms));
    return text;
}

// What programs call to set something up: compiled for few instructions, which takes the compiler less time,
// too.
bool sets_up(const table::Function& function) {
    static constexpr std::array chapters = {"communicator/", "datatypes/", "environment/",    "info/",
                                            "sessions/",     "topology/",  "one_sided/create"};
    const bool is_of_chapter = std::ranges::any_of(
        chapters, [&](const char* chapter) { return function.implementation.starts_with(chapter); });
    return is_of_chapter && type_of_call(function) == std::string_view(shared_call) &&
           !function.begins_collective() && function.find("BUFFER") == nullptr;
}

std::string definition(const NeededFunction& function, const CollectiveForms& forms, const Twins& twins,
                       bool ends_by_jump) {
    return fmt::format("extern \"C\" {}{} {{\n"
                       "    {} call{{\"{}\"}};\n"
                       "{}"
                       "}}\n",
                       sets_up(*function.row) ? "__attribute__((cold)) " : "",
                       function.row->prototype("P" + function.name(), function.large),
                       twins.share(function) ? shared_call : type_of_call(*function.row), function.name(),
                       twins.share(function) ? fmt::format("    return {};\n", Twins::call(function))
                                             : look_up(function, ends_by_jump) + body(function, forms));
}

std::string alias(const NeededFunction& function) {
    if (function.profiled) return "";
    return fmt::format("extern \"C\" __attribute__((weak, alias(\"P{0}\"))) {1};\n", function.name(),
                       function.row->prototype(function.name(), function.large));
}

} // namespace

std::string common_headers(const table::Table& table) {
    std::string text = "#include \"mpi_api/cut.hpp\"\n";
    for (const Family& family : Catalog::own().families())
        text += fmt::format("#include \"{}\"\n", family.header);
    std::set<std::string> implementations;
    for (const table::Function& function : table.functions()) implementations.insert(function.implementation);
    for (const std::string& header : implementations)
        text += fmt::format("#include \"mpi_api/{}.hpp\"\n", header);
    return text;
}

// Whether a call of an MPI function may end with a jump to another one. On a manycore it ends with an account
// of its time, and so it does in a run that is observed; with --checked received data are noted; where
// threads of a rank call at once, they leave its critical section.
static bool ends_by_jump(const Needs& needs, const TargetMachine& target) {
    return !target.is_emulated() && !needs.features.contains(feature::observed) &&
           !needs.features.contains(feature::checked) &&
           !(needs.features.contains(feature::threads) && needs.features.contains(feature::thread_callers));
}

// Few entries share nothing: then their checks are all in place.
static std::string types_of_calls(const Needs& needs) {
    constexpr std::ptrdiff_t few = 8;
    const auto sharing = std::ranges::count_if(needs.functions, [](const NeededFunction& function) {
        return type_of_call(*function.row) == std::string_view(shared_call);
    });
    return fmt::format("using {} = sartor::mpi::Call<Program>;\n"
                       "using {} = sartor::mpi::{}<Program>;\n",
                       call_in_place, shared_call, sharing <= few ? "Call" : "OutlinedCall");
}

std::string cut_source(const Needs& needs, const TargetMachine& target) {
    std::string text =
        fmt::format("// Generated by sartor: the MPI library of one configuration.\n"
                    "#include \"components/process/call_frames.inc\"\n"
                    "#include \"mpi_api/cut.hpp\"\n{}{}\n"
                    "using Features = sartor::features<\n        {}>;\n\n"
                    "{}"
                    "namespace {{\n\n" // what is instantiated with it is called from here alone
                    "struct Program {{\n"
                    "    using features = Features;\n"
                    "    using machine = {};\n"
                    "    using collectives = boost::mp11::mp_list<{}>;\n"
                    "}};\n\n"
                    "}} // namespace\n\n{}\n{}",
                    collective_headers(needs), includes(needs), features_text(needs),
                    machine_definition(target, needs.selection), machine_type(target),
                    collectives_text(needs), selection_source(needs.selection), types_of_calls(needs));
    const CollectiveForms forms(needs);
    const Twins twins(needs);
    text += forms.launching_functions() + bodies_of_twins(needs, forms, twins);
    for (const NeededFunction& function : needs.functions)
        text += "\n" + definition(function, forms, twins, ends_by_jump(needs, target)) + alias(function);
    if (needs.features.contains(feature::tools)) text += "\nSARTOR_LISTS_VARIABLES\n";
    return text + "\nSARTOR_CUT_END(Program)\n";
}

} // namespace sartor::configurator
