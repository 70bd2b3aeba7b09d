#include "configurator/machines/noc_machine.hpp"

#include "configurator/machines/fields.hpp"
#include "configurator/machines/json_file.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"
#include "emulation/description.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/ranges.h>
#include <functional>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace sartor::configurator {

namespace {

using machine::noc::Description;
using machine::noc::Rate;

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

void set_field(machine::noc::Links& links, const std::string& name, const Constant& constant) {
    const auto number = [&](std::int64_t& member, const char* own) {
        if (name == own) member = constant.numerator;
    };
    const auto rate = [&](Rate& member, const char* own) {
        if (name == own) member = {constant.numerator, constant.denominator};
    };
#define FIELD(name, unit, least, most, meaning) number(links.name, #name);
#define RATE(name, unit, meaning) rate(links.name, #name);
#include "emulation/noc/links.inc"
#undef FIELD
#undef RATE
}

void read_whole(const JsonFile& file, const char* member, int most, int& value) {
    const auto& content = file.content();
    if (!content.contains(member)) return;
    if (!content[member].is_number_integer() || content[member].get<std::int64_t>() < 1 ||
        content[member].get<std::int64_t>() > most)
        file.wrong({member}, "expected a whole number from 1 to {}", most);
    value = content[member].get<int>();
}

void read_numbers(const JsonFile& file, const char* member, std::size_t most, std::vector<int>& numbers) {
    if (file.content().contains(member)) numbers = file.numbers(member, most);
}

std::vector<int> nodes_in(const machine::noc::Nodes& nodes) {
    std::vector<int> numbers;
    for (std::size_t node = 0; node < nodes.size(); ++node)
        if (nodes[node]) numbers.push_back(static_cast<int>(node));
    return numbers;
}

NocMachine load(const std::string& path) {
    Manycore file = load_manycore(path);
    Description description = networks_of(file);
    const bool programs = runs_programs(file);
    return {file.name, file.about, description, std::move(file.constants), programs, file.grid.chip_count()};
}

/// What the software finds of a chip with these networks, and why.
struct Derived {
    const char* constant;
    std::int64_t value;
    const char* source;
};
constexpr const char* no_grid = "of networks that do not serve reads";
constexpr const char* no_io = "no I/O subsystem takes part in programs";
constexpr const char* no_kernel = "there is no kernel between a program and the networks";
constexpr const char* no_names = "ranks are found by the numbers of their cores";
constexpr const char* by_reading = "data are read by their receiver: transports/tiles";
constexpr std::int64_t no_limit = std::int64_t{1} << 40;
constexpr Derived same_for_all[] = {
    {"ranks_per_cluster", 1, "a rank is a core's program"},
    {"packet_header", 1, "emulation/noc: a header flit for each packet"},
    {"router_cycles", 0, no_grid},
    {"link_cycles", 0, no_grid},
    {"router_queue", 1, no_grid},
    {"burst_packets", 1, no_grid},
    {"dma_micro_cores", 1, no_grid},
    {"dma_rate", 1, no_grid},
    {"dma_start", 0, no_grid},
    {"dma_drain", 0, no_grid},
    {"rx_tags", 65536, "any memory may be read and written"},
    {"pe_rate", 1, no_grid},
    {"kernel_cycles", 0, no_kernel},
    {"kernel_open", 0, no_kernel},
    {"kernel_packet", 0, no_kernel},
    {"portal_unit", 1, by_reading},
    {"dma_configure", 0, by_reading},
    {"dma_complete", 0, by_reading},
    {"dma_limit", no_limit, by_reading},
    {"early_clear", 0, by_reading},
    {"agreement", 0, by_reading},
    {"io_subsystems", 0, no_io},
    {"io_interfaces", 1, no_io},
    {"io_slowdown", 1, no_io},
    {"ddr_bytes", 0, no_io},
    {"ddr_rate", 1, no_io},
    {"ddr_start", 0, no_io},
    {"ddr_dma_rate", 1, no_io},
    {"ddr_pe_rate", 1, no_io},
    {"ddr_energy", 0, no_io},
    {"name_service", 0, no_names},
    {"name_lookup", 0, no_names},
    {"name_cache", 0, no_names},
    {"name_bytes", 0, no_names},
};
constexpr std::size_t link_numbers = 6;
constexpr const char* of_networks[] = {"clusters", "smem_bytes", "packet_payload"};

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

std::string member_text(const Field& field, const Constant& constant) {
    return field.is_rate ? fmt::format(",\n        .{} = {{{}, {}}}", field.name, constant.numerator,
                                       constant.denominator)
                         : fmt::format(",\n        .{} = {}", field.name, constant.numerator);
}

std::string path_of(const std::string& machine) {
    if (machine.find('/') != std::string::npos || machine.ends_with(".json")) return machine;
    return (Installation::own().machines() / (machine + ".json")).string();
}

} // namespace

void read_grid(const JsonFile& file, TileGrid& grid) {
    read_whole(file, "columns", machine::noc::most_columns, grid.columns);
    read_whole(file, "rows", machine::noc::most_rows, grid.rows);
    read_numbers(file, "core_columns", machine::noc::most_columns, grid.core_columns);
    read_numbers(file, "core_rows", machine::noc::most_rows, grid.core_rows);
    read_numbers(file, "program_rows", machine::noc::most_rows, grid.program_rows);
    read_numbers(file, "program_columns", machine::noc::most_columns, grid.program_columns);
    read_numbers(file, "memories", std::size_t{2} * machine::noc::most_columns * machine::noc::most_rows,
                 grid.memories);
    read_numbers(file, "chips", machine::manycore::most_dimensions - 2, grid.chips);
    read_numbers(file, "links", std::size_t{link_numbers} * machine::noc::most_links, grid.links);
}

namespace {

bool has(const std::vector<int>& numbers, int number) {
    return std::ranges::find(numbers, number) != numbers.end();
}

void check_links(const JsonFile& file, const Manycore& machine) {
    const TileGrid& grid = machine.grid;
    if (grid.chips.empty()) {
        if (!grid.links.empty()) file.wrong({"links"}, "there is one chip only: chips is missing");
        return;
    }
    std::int64_t chips = 1;
    for (const int extent : grid.chips)
        chips = std::min<std::int64_t>(chips * extent, machine::noc::most_chips + 1);
    if (chips < 1 || chips > machine::noc::most_chips)
        file.wrong({"chips"}, "expected 1 to {} chips", machine::noc::most_chips);
    if (grid.links.size() % link_numbers != 0)
        file.wrong({"links"}, "expected six numbers for each link: a chip, x and y, and the other end's");
    std::vector<std::size_t> group(static_cast<std::size_t>(chips)); // of chips that links join
    for (std::size_t chip = 0; chip < group.size(); ++chip) group[chip] = chip;
    std::set<std::tuple<int, int, int>> ends;
    for (std::size_t index = 0; index < grid.links.size(); index += link_numbers) {
        for (const std::size_t end : {index, index + link_numbers / 2}) {
            const int chip = grid.links[end], x = grid.links[end + 1], y = grid.links[end + 2];
            if (chip >= chips) file.wrong({"links"}, "there is no chip {}", chip);
            if (x >= grid.columns || y >= grid.rows)
                file.wrong({"links"}, "({}, {}) is not on the grid", x, y);
            if (has(grid.program_rows, y) && has(grid.columns_of_programs(), x))
                file.wrong({"links"}, "({}, {}) is a core for programs", x, y);
            if (!ends.emplace(chip, x, y).second)
                file.wrong({"links"}, "({}, {}) of chip {} is the end of two links", x, y, chip);
        }
        const std::size_t one = group[static_cast<std::size_t>(grid.links[index])];
        const std::size_t other = group[static_cast<std::size_t>(grid.links[index + link_numbers / 2])];
        std::ranges::replace(group, one, other);
    }
    if (std::ranges::count(group, group.front()) != chips)
        file.wrong({"links"}, "they do not join all chips");
    for (const Field& field : link_fields)
        if (!machine.constants.contains(field.name)) file.wrong({"constants", field.name}, "is missing");
}

} // namespace

void check_noc_machine(const JsonFile& file, const Manycore& machine) {
    const TileGrid& grid = machine.grid;
    if (grid.columns == 0) file.wrong({"columns"}, "is missing");
    if (grid.rows == 0) file.wrong({"rows"}, "is missing");
    const auto is_inside = [&](int x, int y) { return x < grid.columns && y < grid.rows; };
    if (grid.memories.size() % 2 != 0) file.wrong({"memories"}, "expected pairs of x and y");
    const auto check_distinct = [&](const char* name, const std::vector<int>& numbers) {
        if (std::set<int>(numbers.begin(), numbers.end()).size() != numbers.size())
            file.wrong({name}, "a number stands there twice");
    };
    check_distinct("core_columns", grid.core_columns);
    check_distinct("core_rows", grid.core_rows);
    check_distinct("program_rows", grid.program_rows);
    check_distinct("program_columns", grid.program_columns);
    std::set<std::pair<int, int>> memories;
    for (std::size_t index = 0; index < grid.memories.size(); index += 2) {
        const int x = grid.memories[index], y = grid.memories[index + 1];
        if (!is_inside(x, y)) file.wrong({"memories"}, "({}, {}) is not on the grid", x, y);
        memories.emplace(x, y);
    }
    for (const int x : grid.core_columns)
        for (const int y : grid.core_rows) {
            if (!is_inside(x, y)) file.wrong({"core_columns"}, "({}, {}) is not on the grid", x, y);
            if (memories.contains({x, y})) file.wrong({"memories"}, "({}, {}) is among the cores, too", x, y);
        }
    for (const int y : grid.program_rows)
        if (std::ranges::find(grid.core_rows, y) == grid.core_rows.end())
            file.wrong({"program_rows"}, "{} is not among core_rows", y);
    for (const int x : grid.program_columns)
        if (std::ranges::find(grid.core_columns, x) == grid.core_columns.end())
            file.wrong({"program_columns"}, "{} is not among core_columns", x);
    for (const Field& field : noc_fields)
        if (!machine.constants.contains(field.name)) file.wrong({"constants", field.name}, "is missing");
    check_links(file, machine);
    if (runs_programs(machine) && (grid.program_rows.empty() || grid.core_columns.empty()))
        file.wrong({"program_rows"}, "no core is there for programs");
}

bool runs_programs(const Manycore& machine) {
    return machine.is_noc() && machine.constants.contains("pes");
}

bool is_derived_of_noc(std::string_view constant) {
    return std::ranges::find(of_networks, constant) != std::end(of_networks) ||
           std::ranges::find(same_for_all, constant, &Derived::constant) != std::end(same_for_all);
}

// Collectives see the cores of programs as a torus, which they are but for the nodes between them.
void derive_for_programs(Manycore& machine) {
    const auto derive = [&](const std::string& name, std::int64_t value, const std::string& source) {
        machine.constants[name] = {value, 1, find_field(name)->unit, source, "derived"};
    };
    for (const Derived& one : same_for_all) derive(one.constant, one.value, one.source);
    const auto columns = std::ssize(machine.grid.columns_of_programs()),
               rows = std::ssize(machine.grid.program_rows);
    machine.network = "torus";
    machine.dimensions = {static_cast<int>(columns), static_cast<int>(rows)};
    machine.dimensions.insert(machine.dimensions.end(), machine.grid.chips.begin(), machine.grid.chips.end());
    derive("clusters", columns * rows * machine.grid.chip_count(), "cores of programs on all chips");
    derive("smem_bytes", machine.whole("core_memory"), "core_memory");
    derive("packet_payload", machine.whole("packet_bytes") / machine.whole("flit_bytes"),
           "packet_bytes and flit_bytes");
}

machine::noc::Description networks_of(const Manycore& machine) {
    const TileGrid& grid = machine.grid;
    Description description;
    description.columns = grid.columns;
    description.rows = grid.rows;
    const auto at = [&](int x, int y) { return static_cast<std::size_t>(description.node(x, y)); };
    for (std::size_t index = 0; index < grid.memories.size(); index += 2)
        description.memories[at(grid.memories[index], grid.memories[index + 1])] = true;
    for (const int x : grid.core_columns)
        for (const int y : grid.core_rows) description.cores[at(x, y)] = true;
    for (const int x : grid.columns_of_programs())
        for (const int y : grid.program_rows) description.ranks[at(x, y)] = true;
    for (const auto& [name, constant] : machine.constants) set_field(description, name, constant);
    return description;
}

std::string noc_initializer(const Manycore& machine) {
    const Description description = networks_of(machine);
    std::string text =
        fmt::format("{{\n        .columns = {},\n        .rows = {}", description.columns, description.rows);
    const auto add = [&](const char* name, const machine::noc::Nodes& nodes) {
        text += fmt::format(",\n        .{} = sartor::machine::noc::nodes_of({{{}}})", name,
                            fmt::join(nodes_in(nodes), ", "));
    };
    add("cores", description.cores);
    add("memories", description.memories);
    add("ranks", description.ranks);
    for (const Field& field : noc_fields) text += member_text(field, machine.constants.at(field.name));
    return text + "}";
}

int TileGrid::chip_count() const {
    return std::accumulate(chips.begin(), chips.end(), 1, std::multiplies<>());
}

machine::noc::Links links_of(const Manycore& machine) {
    const TileGrid& grid = machine.grid;
    machine::noc::Links links;
    links.chips = grid.chip_count();
    for (std::size_t index = 0; index < grid.links.size(); index += link_numbers) {
        machine::noc::Link& link = links.list[links.count++];
        for (std::size_t end = 0; end < 2; ++end) {
            const int* const numbers = &grid.links[index + end * link_numbers / 2];
            link.chips[end] = numbers[0];
            link.nodes[end] = numbers[1] + numbers[2] * grid.columns;
        }
    }
    for (const auto& [name, constant] : machine.constants) set_field(links, name, constant);
    return links;
}

std::string links_initializer(const Manycore& machine) {
    const machine::noc::Links links = links_of(machine);
    std::string text = fmt::format("{{\n        .chips = {},\n        .count = {},\n        .list = {{",
                                   links.chips, links.count);
    for (int index = 0; index < links.count; ++index) {
        const machine::noc::Link& link = links.list[index];
        text += fmt::format("{}{{{{{}, {}}}, {{{}, {}}}}}", index > 0 ? ", " : "", link.chips[0],
                            link.chips[1], link.nodes[0], link.nodes[1]);
    }
    text += "}";
    for (const Field& field : link_fields) text += member_text(field, machine.constants.at(field.name));
    return text + "}";
}

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
