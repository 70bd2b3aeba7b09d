#include "configurator/machines/noc_machine.hpp"

#include "configurator/machines/fields.hpp"
#include "configurator/machines/json_file.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/ranges.h>

namespace sartor::configurator {

namespace {

using machine::noc::Description;
using machine::noc::Rate;

constexpr Field noc_fields[] = {
#define FIELD(name, unit, least, most, meaning) {#name, unit, least, most, meaning, false},
#define RATE(name, unit, meaning) {#name, unit, 1, largest_rate_part, meaning, true},
#include "emulation/noc/fields.inc"
#undef FIELD
#undef RATE
};

void set_field(Description& description, const std::string& name, const Constant& constant) {
    const auto number = [&](std::int64_t& member, const char* own) {
        if (name == own) member = constant.numerator;
    };
    const auto rate = [&](Rate& member, const char* own) {
        if (name == own) member = {constant.numerator, constant.denominator};
    };
#define FIELD(name, unit, least, most, meaning) number(description.name, #name);
#define RATE(name, unit, meaning) rate(description.name, #name);
#include "emulation/noc/fields.inc"
#undef FIELD
#undef RATE
}

void apply_constants(NocMachine& machine) {
    for (const auto& [name, constant] : machine.constants) set_field(machine.description, name, constant);
}

int whole_member(const JsonFile& file, const char* member, int most) {
    const auto& content = file.content();
    if (!content.contains(member) || !content[member].is_number_integer())
        file.wrong({member}, "expected a whole number from 1 to {}", most);
    const auto value = content[member].get<std::int64_t>();
    if (value < 1 || value > most) file.wrong({member}, "expected a whole number from 1 to {}", most);
    return static_cast<int>(value);
}

// Pairs of x and y.
void read_memories(const JsonFile& file, Description& description) {
    const auto nodes = static_cast<std::size_t>(description.nodes());
    const std::vector<int> memories = file.numbers("memories", 2 * nodes);
    if (memories.size() % 2 != 0) file.wrong({"memories"}, "expected pairs of x and y");
    description.memories.assign(nodes, false);
    for (std::size_t index = 0; index < memories.size(); index += 2) {
        if (!description.is_inside(memories[index], memories[index + 1]))
            file.wrong({"memories"}, "({}, {}) is not on the grid", memories[index], memories[index + 1]);
        description
            .memories[static_cast<std::size_t>(description.node(memories[index], memories[index + 1]))] =
            true;
    }
}

// The nodes of these columns and these rows.
void read_cores(const JsonFile& file, Description& description) {
    description.cores.assign(static_cast<std::size_t>(description.nodes()), false);
    for (const int x : file.numbers("core_columns", machine::noc::most_columns))
        for (const int y : file.numbers("core_rows", machine::noc::most_rows)) {
            if (!description.is_inside(x, y))
                file.wrong({"core_columns"}, "({}, {}) is not on the grid", x, y);
            const auto node = static_cast<std::size_t>(description.node(x, y));
            if (description.memories[node])
                file.wrong({"memories"}, "({}, {}) is among the cores, too", x, y);
            description.cores[node] = true;
        }
}

void read_constants(const JsonFile& file, NocMachine& machine) {
    const auto& content = file.content();
    if (!content.contains("constants") || !content["constants"].is_object())
        file.wrong({"constants"}, "expected an object");
    for (const auto& [name, object] : content["constants"].items())
        machine.constants[name] = read_constant(file, name, object, noc_fields);
    for (const Field& field : noc_fields)
        if (!machine.constants.contains(field.name)) file.wrong({"constants", field.name}, "is missing");
}

NocMachine load(const std::string& path) {
    const JsonFile file(path);
    for (const auto& [member, value] : file.content().items())
        if (member != "name" && member != "about" && member != "family" && member != "columns" &&
            member != "rows" && member != "core_columns" && member != "core_rows" && member != "memories" &&
            member != "constants")
            file.wrong({member}, "there is no such field");
    NocMachine machine;
    machine.name = file.text(file.content(), {}, "name");
    machine.about = file.text(file.content(), {}, "about");
    machine.description.columns = whole_member(file, "columns", machine::noc::most_columns);
    machine.description.rows = whole_member(file, "rows", machine::noc::most_rows);
    read_memories(file, machine.description);
    read_cores(file, machine.description);
    read_constants(file, machine);
    apply_constants(machine);
    return machine;
}

std::int64_t part_of(const std::string& set, std::string_view text, const Field& field) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < field.least ||
        value > field.most)
        refuse("--set {}: expected a whole number{} from {} to {}", set,
               field.is_rate ? ", or a fraction as 64/17, with parts" : "", field.least, field.most);
    return value;
}

void change(NocMachine& machine, const std::string& set) {
    const auto equals = set.find('=');
    const std::string name = set.substr(0, equals);
    const auto* field = std::ranges::find_if(noc_fields, [&](const Field& one) { return name == one.name; });
    if (equals == std::string::npos || field == std::end(noc_fields))
        refuse("--set {}: {} has no such constant; expected NAME=VALUE", set, machine.name);
    const std::string value = set.substr(equals + 1);
    const auto bar = field->is_rate ? value.find('/') : std::string::npos;
    Constant& constant = machine.constants[name];
    constant.numerator = part_of(set, std::string_view(value).substr(0, bar), *field);
    constant.denominator =
        bar == std::string::npos ? 1 : part_of(set, std::string_view(value).substr(bar + 1), *field);
}

std::string path_of(const std::string& machine) {
    if (machine.find('/') != std::string::npos || machine.ends_with(".json")) return machine;
    return (Installation::own().machines() / (machine + ".json")).string();
}

} // namespace

std::vector<NocMachine> own_noc_machines() {
    std::vector<NocMachine> machines;
    for (const std::string& path : own_machine_files())
        if (family_of(path) == "noc") machines.push_back(load(path));
    return machines;
}

bool is_noc_machine(const std::string& machine) {
    const std::string path = path_of(machine);
    return std::filesystem::is_regular_file(path) && family_of(path) == "noc";
}

NocMachine find_noc_machine(const std::string& machine, const std::vector<std::string>& sets) {
    const std::string path = path_of(machine);
    if (!std::filesystem::is_regular_file(path))
        refuse("--machine {}: unknown machine; sartor machines lists them", machine);
    if (family_of(path) != "noc")
        refuse("--machine {}: traces of reads need a machine of the family noc, as wormhole-n150", machine);
    NocMachine found = load(path);
    for (const std::string& set : sets) change(found, set);
    apply_constants(found);
    return found;
}

} // namespace sartor::configurator
