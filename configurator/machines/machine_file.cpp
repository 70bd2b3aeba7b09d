// Reading and checking; what may stand in a file comes from the list of fields.
#include "configurator/machines/machine_file.hpp"

#include "components/machine/manycore/description.hpp"
#include "configurator/machines/json_lines.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <set>

namespace sartor::configurator {

namespace {

using nlohmann::json;
namespace files = std::filesystem;

struct Field {
    const char* name;
    const char* unit;
    std::int64_t least;
    std::int64_t most;
    const char* meaning;
    bool is_rate;
};

constexpr std::int64_t largest_rate_part = 1'000'000;

constexpr Field fields[] = {
#define FIELD(name, unit, least, most, meaning) {#name, unit, least, most, meaning, false},
#define RATE(name, unit, meaning) {#name, unit, 1, largest_rate_part, meaning, true},
#include "components/machine/manycore/fields.inc"
#undef FIELD
#undef RATE
};

constexpr const char* kinds[] = {"given", "calibrated", "derived", "assumed"};
constexpr int most_dimensions = 10;
constexpr int most_extensions = 16;

const Field* find_field(const std::string& name) {
    const auto* place = std::ranges::find_if(fields, [&](const Field& field) { return name == field.name; });
    return place == std::end(fields) ? nullptr : place;
}

// One file of a machine: its text is kept for the places of what is wrong with it.
class File {
  public:
    explicit File(std::string path) : path_(std::move(path)), text_(read_text(path_)) {
        try {
            content_ = json::parse(
                text_, [this](int, json::parse_event_t event, json& parsed) { return see(event, parsed); });
        } catch (const json::parse_error& error) {
            const std::size_t byte = std::min<std::size_t>(error.byte, text_.size());
            fail("{}:{}: not JSON at byte {}", path_,
                 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(byte), '\n'),
                 error.byte);
        }
        if (!content_.is_object()) fail("{}:1: expected an object with the machine's fields", path_);
    }

    template <class... Arguments>
    [[noreturn]] void wrong(const std::vector<std::string>& place, fmt::format_string<Arguments...> format,
                            Arguments&&... arguments) const {
        fail("{}:{}: {}: {}", path_, line_of(text_, place), fmt::join(place, "."),
             fmt::format(format, std::forward<Arguments>(arguments)...));
    }

    const json& content() const { return content_; }
    const std::string& path() const { return path_; }

    std::string text(const json& object, std::vector<std::string> place, const char* member) const {
        place.emplace_back(member);
        if (!object.contains(member)) wrong(place, "is missing");
        if (!object[member].is_string()) wrong(place, "expected a text");
        return object[member].get<std::string>();
    }

    std::vector<int> numbers(const char* member, std::size_t most) const {
        const json& list = content_[member];
        if (!list.is_array() || list.size() > most)
            wrong({member}, "expected a list of at most {} numbers", most);
        for (const json& number : list)
            if (!number.is_number_integer() || number.get<std::int64_t>() < 0 ||
                number.get<std::int64_t>() > INT32_MAX)
                wrong({member}, "expected whole numbers from 0, not {}", number.dump());
        return list.get<std::vector<int>>();
    }

  private:
    // The library would take the later one of two members with one name.
    bool see(json::parse_event_t event, const json& parsed) {
        if (event == json::parse_event_t::object_start) members_.emplace_back();
        if (event == json::parse_event_t::object_end) members_.pop_back();
        if (event != json::parse_event_t::key) return true;
        const std::string name = parsed.get<std::string>();
        const int place = ++seen_[name];
        if (!members_.back().insert(name).second)
            fail("{}:{}: \"{}\" stands here twice", path_, line_of_member(name, place), name);
        return true;
    }
    // Of the count-th member with this name in the whole text.
    std::ptrdiff_t line_of_member(const std::string& name, int count) const {
        const std::string quoted = '"' + name + '"';
        std::size_t byte = 0;
        for (std::size_t from = 0; count > 0; from = byte + 1) {
            byte = text_.find(quoted, from);
            if (byte == std::string::npos) return 1; // written with escapes
            const std::size_t next = text_.find_first_not_of(" \t\r\n", byte + quoted.size());
            if (next != std::string::npos && text_[next] == ':') --count;
        }
        return 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(byte), '\n');
    }

    std::string path_;
    std::string text_;
    std::vector<std::set<std::string>> members_; // of the objects that are open while the text is read
    std::map<std::string, int> seen_;
    json content_;
};

std::optional<std::int64_t> whole(std::string_view text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// 17 or "64/17"
void read_value(const File& file, const std::vector<std::string>& place, const Field& field,
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
        file.wrong(place, "expected a whole number{}, not {}",
                   field.is_rate ? R"( or a fraction as "64/17")" : "", value.dump());
    for (const std::int64_t part : {*numerator, field.is_rate ? *denominator : field.least})
        if (part < field.least || part > field.most)
            file.wrong(place, "{} is out of its range, {} to {} {}", value.dump(), field.least, field.most,
                       field.unit);
    constant.numerator = *numerator;
    constant.denominator = *denominator;
}

Constant read_constant(const File& file, const std::string& name, const json& object) {
    const std::vector<std::string> place = {"constants", name};
    const Field* field = find_field(name);
    if (field == nullptr)
        file.wrong(place, "there is no such constant (sartor machines --schema lists them)");
    if (!object.is_object()) file.wrong(place, "expected an object with value, unit, kind and source");
    for (const auto& [member, value] : object.items())
        if (member != "value" && member != "unit" && member != "kind" && member != "source")
            file.wrong({"constants", name, member}, "expected value, unit, kind and source only");
    Constant constant;
    constant.unit = file.text(object, place, "unit");
    constant.kind = file.text(object, place, "kind");
    constant.source = file.text(object, place, "source");
    if (constant.unit != field->unit)
        file.wrong({"constants", name, "unit"}, "expected \"{}\", not \"{}\"", field->unit, constant.unit);
    if (std::ranges::find(kinds, constant.kind) == std::end(kinds))
        file.wrong({"constants", name, "kind"}, "expected one of {}, not \"{}\"", fmt::join(kinds, ", "),
                   constant.kind);
    if (!object.contains("value")) file.wrong({"constants", name, "value"}, "is missing");
    read_value(file, {"constants", name, "value"}, *field, object["value"], constant);
    return constant;
}

void read_network(const File& file, Manycore& machine) {
    const json& content = file.content();
    if (content.contains("network")) machine.network = file.text(content, {}, "network");
    if (machine.network != "torus" && machine.network != "mesh")
        file.wrong({"network"}, "expected \"torus\" or \"mesh\"");
    if (content.contains("dimensions")) machine.dimensions = file.numbers("dimensions", most_dimensions);
    if (content.contains("io_at")) machine.io_at = file.numbers("io_at", 64);
    if (content.contains("big_endian"))
        machine.big_endian = file.numbers("big_endian", machine::manycore::most_big_endian);
}

void check_protocols(const File& file, const Manycore& machine) {
    if (machine.whole("receive_complete") < machine.whole("dma_drain"))
        file.wrong({"constants", "receive_complete"},
                   "a receive would end {} cycles after its data's arrival, before their sender's engine has "
                   "drained (dma_drain: {})",
                   machine.whole("receive_complete"), machine.whole("dma_drain"));
    if (machine.whole("agreement") != 0 && machine.whole("early_clear") != 0)
        file.wrong({"constants", "early_clear"}, "with agreement a sender asks first: only one can be 1");
    if (machine.whole("lazy_limit") > machine.whole("lazy_bytes"))
        file.wrong({"constants", "lazy_limit"}, "messages of {} bytes do not fit the lazy buffer of {}",
                   machine.whole("lazy_limit"), machine.whole("lazy_bytes"));
}

void check_byte_orders(const File& file, const Manycore& machine) {
    const std::set<int> clusters(machine.big_endian.begin(), machine.big_endian.end());
    if (clusters.size() != machine.big_endian.size()) file.wrong({"big_endian"}, "names a cluster twice");
    if (!clusters.empty() && *clusters.rbegin() >= machine.whole("clusters"))
        file.wrong({"big_endian"}, "there is no cluster {}", *clusters.rbegin());
}

// What fields say together. The file is the last one read: the one that completes the machine.
void check_together(const File& file, const Manycore& machine) {
    for (const Field& field : fields)
        if (!machine.constants.contains(field.name))
            file.wrong({"constants", field.name}, "is missing: {}", field.meaning);
    const std::int64_t clusters = machine.whole("clusters");
    std::int64_t product = machine.dimensions.empty() ? 0 : 1;
    for (const int dimension : machine.dimensions)
        product = product > clusters ? product : product * dimension;
    if (product != clusters)
        file.wrong({"dimensions"}, "{} multiply to {}, but there are {} clusters",
                   fmt::join(machine.dimensions, " x "), product, clusters);
    if (std::ssize(machine.io_at) != machine.whole("io_subsystems"))
        file.wrong({"io_at"}, "places {} I/O subsystems, but there are {}", machine.io_at.size(),
                   machine.whole("io_subsystems"));
    for (const int cluster : machine.io_at)
        if (cluster >= clusters) file.wrong({"io_at"}, "there is no cluster {}", cluster);
    check_byte_orders(file, machine);
    if (machine.whole("ranks_per_cluster") > machine.whole("pes"))
        file.wrong({"constants", "ranks_per_cluster"}, "{} ranks do not fit {} PEs",
                   machine.whole("ranks_per_cluster"), machine.whole("pes"));
    if (machine.whole("control_header") >= machine.whole("control_bytes"))
        file.wrong({"constants", "control_header"}, "leaves no payload in a control message of {} bytes",
                   machine.whole("control_bytes"));
    if (machine.whole("smem_bank_rate") * machine.whole("smem_banks") < machine.whole("flit_bytes"))
        file.wrong({"constants", "smem_banks"}, "a memory slower than its cluster's link");
    if (machine.whole("ranks_per_cluster") * machine.whole("stack_bytes") >= machine.whole("smem_bytes"))
        file.wrong({"constants", "stack_bytes"},
                   "the stacks of {} ranks fill the cluster's memory of {} bytes",
                   machine.whole("ranks_per_cluster"), machine.whole("smem_bytes"));
    check_protocols(file, machine);
}

std::string find_machine_file(const files::path& folder, const std::string& name) {
    for (const files::path& place : {folder, Installation::own().house() / "machines"}) {
        const files::path path = place / (name + ".json");
        if (files::is_regular_file(path)) return path.string();
    }
    return "";
}

void read_members(const File& file, Manycore& machine) {
    for (const auto& [member, value] : file.content().items())
        if (member != "name" && member != "about" && member != "extends" && member != "network" &&
            member != "dimensions" && member != "io_at" && member != "big_endian" && member != "constants")
            file.wrong({member}, "there is no such field");
    machine.name = file.text(file.content(), {}, "name");
    machine.about = file.text(file.content(), {}, "about");
    const bool plain = !machine.name.empty() &&
                       machine.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                      "0123456789-_.") == std::string::npos;
    if (!plain || machine.name == "host")
        file.wrong({"name"}, "expected letters, digits, - _ and . only, and not \"host\"");
    if (!file.content().contains("constants")) return;
    if (!file.content()["constants"].is_object()) file.wrong({"constants"}, "expected an object");
    for (const auto& [name, object] : file.content()["constants"].items())
        machine.constants[name] = read_constant(file, name, object);
}

Manycore read_machine(const std::string& path, int depth, bool complete) {
    const File file(path);
    Manycore machine;
    if (file.content().contains("extends")) {
        const std::string base = file.text(file.content(), {}, "extends");
        const std::string base_path = find_machine_file(files::path(path).parent_path(), base);
        if (base_path.empty()) file.wrong({"extends"}, "there is no machine {}", base);
        if (depth == most_extensions) file.wrong({"extends"}, "machines extend each other in a circle");
        machine = read_machine(base_path, depth + 1, false);
    }
    read_members(file, machine);
    read_network(file, machine);
    if (complete) check_together(file, machine);
    return machine;
}

std::string numbers_text(const std::vector<int>& numbers) {
    return fmt::format("{{{}}}", fmt::join(numbers, ", "));
}

} // namespace

std::string Constant::value() const {
    return denominator == 1 ? fmt::format("{}", numerator) : fmt::format("{}/{}", numerator, denominator);
}

Manycore load_manycore(const std::string& path) {
    return read_machine(path, 0, true);
}

std::vector<Manycore> own_manycores() {
    std::vector<std::string> paths;
    std::error_code none;
    for (const auto& entry : files::directory_iterator(Installation::own().house() / "machines", none))
        if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
    std::ranges::sort(paths);
    std::vector<Manycore> machines;
    for (const std::string& path : paths) machines.push_back(load_manycore(path));
    return machines;
}

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
    for (const Field& field : fields) {
        const Constant& constant = machine.constants.at(field.name);
        text += field.is_rate ? fmt::format(",\n        .{} = {{{}, {}}}", field.name, constant.numerator,
                                            constant.denominator)
                              : fmt::format(",\n        .{} = {}", field.name, constant.numerator);
    }
    return text + "}";
}

std::string machine_schema() {
    json constants = json::object();
    for (const Field& field : fields) {
        json value = {{"type", "integer"}, {"minimum", field.least}, {"maximum", field.most}};
        if (field.is_rate)
            value = {{"anyOf", {value, {{"type", "string"}, {"pattern", "^[0-9]+(/[0-9]+)?$"}}}}};
        constants[field.name] = {{"type", "object"},
                                 {"description", field.meaning},
                                 {"required", {"value", "unit", "kind", "source"}},
                                 {"additionalProperties", false},
                                 {"properties",
                                  {{"value", value},
                                   {"unit", {{"const", field.unit}}},
                                   {"kind", {{"enum", kinds}}},
                                   {"source", {{"type", "string"}, {"description", "paper and section"}}}}}};
    }
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
          {"extends",
           {{"type", "string"}, {"description", "a machine whose fields hold where none are given"}}},
          {"network", {{"enum", {"torus", "mesh"}}}},
          {"dimensions", numbers},
          {"io_at", numbers},
          {"big_endian", numbers},
          {"constants", {{"type", "object"}, {"additionalProperties", false}, {"properties", constants}}}}}};
    return schema.dump(2);
}

} // namespace sartor::configurator
