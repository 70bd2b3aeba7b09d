// Reads a machine member by member; what may stand in a file comes from the list of fields.
#include "configurator/machines/machine_file.hpp"

#include "configurator/machines/target_machine.hpp"

#include "configurator/machines/fields.hpp"
#include "configurator/machines/json_file.hpp"
#include "configurator/machines/machine_checks.hpp"
#include "configurator/machines/noc_machine.hpp"
#include "configurator/support/installation.hpp"
#include "emulation/description.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace sartor::configurator {

namespace {

using nlohmann::json;
namespace files = std::filesystem;

constexpr int most_extensions = 16;

std::optional<std::int64_t> whole(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// 17 or "64/17"
void read_value(const JsonFile& file, const std::vector<std::string>& keys, const Field& field,
                const json& value, Constant& constant) {
    std::optional<std::int64_t> numerator;
    std::optional<std::int64_t> denominator = 1;
    if (value.is_number_integer()) numerator = value.get<std::int64_t>();
    if (value.is_string() && field.is_rate) {
        const std::string text = value.get<std::string>();
        const std::size_t bar = text.find('/');
        numerator = whole(text.substr(0, bar));
        if (bar != std::string::npos) denominator = whole(text.substr(bar + 1));
    }
    if (!numerator || !denominator)
        file.wrong(keys, "expected a whole number{}, not {}",
                   field.is_rate ? R"( or a fraction as "64/17")" : "", value.dump());
    for (const std::int64_t part : {*numerator, field.is_rate ? *denominator : field.least})
        if (part < field.least || part > field.most)
            file.wrong(keys, "{} is out of its range, {} to {} {}", value.dump(), field.least, field.most,
                       field.unit);
    constant.numerator = *numerator;
    constant.denominator = *denominator;
}

// A derived one is not stated.
const Field* field_of(const Manycore& machine, const std::string& name) {
    if (!machine.is_noc()) return find_field(name);
    const auto* of_networks =
        std::ranges::find_if(noc_fields, [&](const Field& one) { return name == one.name; });
    if (of_networks != std::end(noc_fields)) return of_networks;
    const auto* of_links =
        std::ranges::find_if(link_fields, [&](const Field& one) { return name == one.name; });
    if (of_links != std::end(link_fields)) return of_links;
    return is_derived_of_noc(name) ? nullptr : find_field(name);
}

Constant read_constant(const JsonFile& file, const std::string& name, const json& object,
                       const Field* field) {
    const std::vector<std::string> keys = {"constants", name};
    if (field == nullptr) file.wrong(keys, "there is no such constant (sartor machines --schema lists them)");
    if (!object.is_object()) file.wrong(keys, "expected an object with value, unit, kind and source");
    for (const auto& [member, value] : object.items())
        if (member != "value" && member != "unit" && member != "kind" && member != "source")
            file.wrong({"constants", name, member}, "expected value, unit, kind and source only");
    Constant constant;
    constant.unit = file.text(object, keys, "unit");
    constant.kind = file.text(object, keys, "kind");
    constant.source = file.text(object, keys, "source");
    if (constant.unit != field->unit)
        file.wrong({"constants", name, "unit"}, "expected \"{}\", not \"{}\"", field->unit, constant.unit);
    if (std::ranges::find(constant_kinds, constant.kind) == std::end(constant_kinds))
        file.wrong({"constants", name, "kind"}, "expected one of {}, not \"{}\"",
                   fmt::join(constant_kinds, ", "), constant.kind);
    if (!object.contains("value")) file.wrong({"constants", name, "value"}, "is missing");
    read_value(file, {"constants", name, "value"}, *field, object["value"], constant);
    return constant;
}

void read_network(const JsonFile& file, Manycore& machine) {
    const json& content = file.content();
    if (content.contains("network")) machine.network = file.text(content, {}, "network");
    if (machine.network != "torus" && machine.network != "mesh")
        file.wrong({"network"}, "expected \"torus\" or \"mesh\"");
    if (content.contains("dimensions"))
        machine.dimensions = file.numbers("dimensions", machine::manycore::most_dimensions);
    if (content.contains("io_at"))
        machine.io_at = file.numbers("io_at", machine::manycore::most_io_subsystems);
    if (content.contains("big_endian"))
        machine.big_endian = file.numbers("big_endian", machine::manycore::most_big_endian);
}

std::string family_in(const JsonFile& file, const std::string& otherwise) {
    if (!file.content().is_object() || !file.content().contains("family")) return otherwise;
    const std::string family = file.text(file.content(), {}, "family");
    if (family != "manycore" && family != "noc")
        file.wrong({"family"}, "expected \"manycore\" or \"noc\", not \"{}\"", family);
    return family;
}

std::string find_machine_file(const files::path& folder, const std::string& name) {
    for (const files::path& directory : {folder, Installation::own().machines()}) {
        const files::path path = directory / (name + ".json");
        if (files::is_regular_file(path)) return path.string();
    }
    return "";
}

bool is_member(const Manycore& machine, const std::string& name) {
    static const std::set<std::string> of_all = {"name", "about", "family", "extends", "constants"};
    static const std::set<std::string> of_grids = {"network", "dimensions", "io_at", "big_endian"};
    static const std::set<std::string> of_noc = {"columns",   "rows",         "core_columns",
                                                 "core_rows", "program_rows", "memories",
                                                 "chips",     "links",        "program_columns"};
    return of_all.contains(name) || (machine.is_noc() ? of_noc : of_grids).contains(name);
}

void read_members(const JsonFile& file, Manycore& machine) {
    for (const auto& [member, value] : file.content().items())
        if (!is_member(machine, member)) file.wrong({member}, "there is no such field");
    machine.name = file.text(file.content(), {}, "name");
    machine.about = file.text(file.content(), {}, "about");
    const bool plain = !machine.name.empty() &&
                       machine.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                      "0123456789-_.") == std::string::npos;
    if (!plain || is_this_computer(machine.name))
        file.wrong({"name"}, "expected letters, digits, - _ and . only, and none of \"host\", \"split\" and "
                             "\"fabric\"");
    if (!file.content().contains("constants")) return;
    if (!file.content()["constants"].is_object()) file.wrong({"constants"}, "expected an object");
    for (const auto& [name, object] : file.content()["constants"].items())
        machine.constants[name] = read_constant(file, name, object, field_of(machine, name));
}

Manycore read_machine(const std::string& path, int depth, bool complete) {
    const JsonFile file(path);
    if (!file.content().is_object()) fail("{}:1: expected an object with the machine's fields", path);
    Manycore machine;
    if (file.content().contains("extends")) {
        const std::string base = file.text(file.content(), {}, "extends");
        const std::string base_path = find_machine_file(files::path(path).parent_path(), base);
        if (base_path.empty()) file.wrong({"extends"}, "there is no machine {}", base);
        if (depth == most_extensions) file.wrong({"extends"}, "machines extend each other in a cycle");
        machine = read_machine(base_path, depth + 1, false);
    }
    const std::string family = family_in(file, machine.family);
    if (file.content().contains("extends") && family != machine.family)
        file.wrong({"family"}, "a machine of the family {} can't extend one of the family {}", family,
                   machine.family);
    machine.family = family;
    read_members(file, machine);
    if (machine.is_noc())
        read_grid(file, machine.grid);
    else
        read_network(file, machine);
    if (!complete) return machine;
    if (machine.is_noc()) {
        check_noc_machine(file, machine);
        if (!runs_programs(machine)) return machine;
        derive_for_programs(machine);
    }
    check_machine(file, machine);
    return machine;
}

} // namespace

std::string Constant::value() const {
    return denominator == 1 ? fmt::format("{}", numerator) : fmt::format("{}/{}", numerator, denominator);
}

std::string family_of(const std::string& path) {
    const JsonFile file(path);
    const json& content = file.content();
    if (!content.is_object() || content.contains("family") || !content.contains("extends"))
        return family_in(file, "manycore");
    return load_manycore(path).family;
}

Manycore load_manycore(const std::string& path) {
    return read_machine(path, 0, true);
}

std::vector<std::string> own_machine_files() {
    std::vector<std::string> paths;
    std::error_code none;
    for (const auto& entry : files::directory_iterator(Installation::own().machines(), none))
        if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    return paths;
}

std::vector<Manycore> own_manycores() {
    std::vector<Manycore> machines;
    for (const std::string& path : own_machine_files())
        if (family_of(path) == "manycore") machines.push_back(load_manycore(path));
    return machines;
}

} // namespace sartor::configurator
