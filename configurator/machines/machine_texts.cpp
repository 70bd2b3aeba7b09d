// The list of fields, written as an initializer in C++ and as a JSON Schema.
#include "configurator/machines/machine_file.hpp"

#include "configurator/machines/fields.hpp"
#include "configurator/machines/noc_machine.hpp"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using nlohmann::json;

std::string numbers_text(const std::vector<int>& numbers) {
    return fmt::format("{{{}}}", fmt::join(numbers, ", "));
}

} // namespace

std::string initializer(const Manycore& machine) {
    std::string text =
        fmt::format("{{\n        .name = \"{}\",\n"
                    "        .network = sartor::machine::manycore::NetworkKind::{},\n"
                    "        .dimension_count = {},\n        .dimensions = {},\n        .io_at = {}",
                    machine.name, machine.network, machine.dimensions.size(),
                    numbers_text(machine.dimensions), numbers_text(machine.io_at));
    if (!machine.big_endian.empty())
        text += fmt::format(",\n        .big_endian_count = {},\n        .big_endian = {}",
                            machine.big_endian.size(), numbers_text(machine.big_endian));
    for (const Field& field : machine_fields) {
        const Constant& constant = machine.constants.at(field.name);
        text += field.is_rate ? fmt::format(",\n        .{} = {{{}, {}}}", field.name, constant.numerator,
                                            constant.denominator)
                              : fmt::format(",\n        .{} = {}", field.name, constant.numerator);
    }
    if (!machine.is_noc()) return text + "}";
    const bool is_linked = !machine.grid.chips.empty();
    text.insert(
        text.find(",\n        .clock"),
        fmt::format(
            ",\n        .make_interconnect = &sartor::machine::manycore::{},\n        .tiles = &tiles{}",
            is_linked ? "make_linked_tiles" : "make_tiles", is_linked ? ",\n        .links = &links" : ""));
    return text + "}";
}

std::string description_members(const Manycore& machine) {
    const std::string own =
        fmt::format("    static constexpr sartor::machine::manycore::Description description = {};\n",
                    initializer(machine));
    if (!machine.is_noc()) return own;
    const std::string links =
        machine.grid.chips.empty()
            ? ""
            : fmt::format("    static constexpr sartor::machine::noc::Links links = {};\n",
                          links_initializer(machine));
    return fmt::format("    static constexpr sartor::machine::noc::Description tiles = {};\n",
                       noc_initializer(machine)) +
           links + own;
}

namespace {

json schema_of(const Field& field) {
    json value = {{"type", "integer"}, {"minimum", field.least}, {"maximum", field.most}};
    if (field.is_rate) value = {{"anyOf", {value, {{"type", "string"}, {"pattern", "^[0-9]+(/[0-9]+)?$"}}}}};
    return {{"type", "object"},
            {"description", field.meaning},
            {"required", {"value", "unit", "kind", "source"}},
            {"additionalProperties", false},
            {"properties",
             {{"value", value},
              {"unit", {{"const", field.unit}}},
              {"kind", {{"enum", constant_kinds}}},
              {"source", {{"type", "string"}, {"description", "paper and section"}}}}}};
}

} // namespace

std::string machine_schema() {
    json constants = json::object();
    for (const Field& field : machine_fields) constants[field.name] = schema_of(field);
    for (const Field& field : noc_fields) constants[field.name] = schema_of(field);
    for (const Field& field : link_fields) constants[field.name] = schema_of(field);
    const auto size = [](int most) { return json{{"type", "integer"}, {"minimum", 1}, {"maximum", most}}; };
    const json numbers = {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 0}}}};
    const json schema = {
        {"$schema", "https://json-schema.org/draft/2020-12/schema"},
        {"title", "A manycore that sartor emulates"},
        {"type", "object"},
        {"required", {"name", "about"}},
        {"additionalProperties", false},
        {"properties",
         {{"name", {{"type", "string"}}},
          {"about", {{"type", "string"}}},
          {"extends", {{"type", "string"}, {"description", "a machine whose fields are the defaults"}}},
          {"family", {{"enum", {"manycore", "noc"}}}},
          {"columns", size(machine::noc::most_columns)},
          {"rows", size(machine::noc::most_rows)},
          {"core_columns", numbers},
          {"core_rows", numbers},
          {"program_rows", numbers},
          {"program_columns", numbers},
          {"memories", numbers},
          {"chips", numbers},
          {"links", numbers},
          {"network", {{"enum", {"torus", "mesh"}}}},
          {"dimensions", numbers},
          {"io_at", numbers},
          {"big_endian", numbers},
          {"constants", {{"type", "object"}, {"additionalProperties", false}, {"properties", constants}}}}}};
    return schema.dump(2);
}

} // namespace sartor::configurator
