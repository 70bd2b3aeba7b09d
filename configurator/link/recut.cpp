// The way of a program again, from its image on.
#include "configurator/link/recut.hpp"

#include "configurator/cut/cache.hpp"
#include "configurator/cut/compile.hpp"
#include "configurator/cut/source.hpp"
#include "configurator/elf/elf_file.hpp"
#include "configurator/link/executable.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/selection/messages.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/steps.hpp"
#include "configurator/support/words.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

namespace sartor::configurator {

namespace {

std::string_view section_text(const ElfFile& file, std::string_view name) {
    const Section* section = file.find(name);
    if (section == nullptr) fail("{}: no section {}: sartor can't cut it anew", file.name(), name);
    return as_text(file.contents(*section));
}

// Needs point into it.
const table::Table& own_table() {
    static const table::Table table = table::Table::load(Installation::own().table());
    return table;
}

Missing what_becomes_of_missing(const std::map<std::string, std::set<std::string>>& features) {
    return features.contains("missing_functions") ? Missing::end_the_run : Missing::refused;
}

Recipe read_recipe(const ElfFile& file) {
    Recipe recipe;
    try {
        const auto json = nlohmann::json::parse(section_text(file, facts_section));
        if (!json.contains("link"))
            fail("{}: its facts don't say how it was linked; build it again with this sartor", file.name());
        recipe.program.facts = json;
        recipe.program.shared_libraries = json.at("shared_libraries");
        recipe.machine = json.at("machine");
        recipe.instruction_set = json.at("instruction_set");
        recipe.link = json.at("link");
        const std::map<std::string, std::set<std::string>> features = json.at("features");
        recipe.needs = needs_of(recipe.program.facts, own_table(), what_becomes_of_missing(features));
        for (const auto& [feature, askers] : features) recipe.needs.features[feature] = askers;
        recipe.needs.selection = selection_from(json.at("selection"));
    } catch (const nlohmann::json::exception& error) {
        fail("{}: its facts are broken: {}", file.name(), error.what());
    }
    return recipe;
}

// One MPI for two programs: for what either needs.
void join_needs(Recipe& recipe, const Recipe& other) {
    Facts facts = recipe.program.facts;
    merge(facts, other.program.facts);
    std::map<std::string, std::set<std::string>> features = recipe.needs.features;
    for (const auto& [feature, askers] : other.needs.features)
        features[feature].insert(askers.begin(), askers.end());
    Selection selection = std::move(recipe.needs.selection);
    recipe.needs = needs_of(facts, own_table(), what_becomes_of_missing(features));
    recipe.needs.features.merge(features);
    recipe.needs.selection = std::move(selection);
}

// The I/O program comes along: its image, and what it needs of MPI and of shared libraries.
SecondImage add_io_program(Recipe& recipe, const std::string& path, const TemporaryFolder& folder) {
    const MappedFile bytes(path);
    const ElfFile file(bytes.bytes(), path);
    const Recipe other = read_recipe(file);
    join_needs(recipe, other);
    recipe.needs.features["local_communicator"].insert("--io");
    std::vector<std::string>& libraries = recipe.program.shared_libraries;
    for (const std::string& library : other.program.shared_libraries)
        if (std::ranges::find(libraries, library) == libraries.end()) libraries.push_back(library);
    SecondImage second{(folder / "second_image").string(), other.program.facts};
    write_file(second.path, section_text(file, ".sartor.image"));
    return second;
}

// What the program was built with stays where the machine allows; where messages change from mailboxes to
// portals is a matter of the machine.
void select_anew(Recipe& recipe, SelectionWishes wishes, const std::string& machine,
                 const std::string& name) {
    wishes.machine = name;
    Selection& selection = recipe.needs.selection;
    if (machine != recipe.machine) selection.erase(message_family);
    Selection wanted = selection_of(wishes);
    for (const auto& [family, choices] : wanted) selection.erase(family);
    if (name != "host") selection = without_shared_memory(selection, name);
    selection.merge(wanted);
    recipe.machine = machine;
}

// $ORIGIN is the folder of the program, not of the cache.
void place_origin(Recipe& recipe, const std::string& program) {
    const std::string folder = std::filesystem::canonical(program).parent_path().string();
    for (std::string& word : recipe.link)
        for (const std::string_view variable : {"$ORIGIN", "${ORIGIN}"})
            for (std::size_t place = word.find(variable); place != std::string::npos;
                 place = word.find(variable, place + folder.size()))
                word.replace(place, variable.size(), folder);
}

void link_anew(Recipe& recipe, const std::string& image, const SecondImage* second, const std::string& cut,
               const std::string& output, const TemporaryFolder& folder) {
    std::vector<std::string> words = recipe.link;
    words.insert(words.end(), {"-o", output});
    const LinkerArguments arguments = parse_linker_arguments(words);
    const std::set<std::string> exports = words_of(read_text(Installation::own().library("exports.txt")));
    link_executable({arguments, recipe.program, recipe.needs, image, cut, exports, carried_facts(recipe),
                     recipe.machine != "host", second},
                    folder);
}

} // namespace

std::string carried_facts(const Recipe& recipe) {
    nlohmann::json json = recipe.program.facts;
    json["machine"] = recipe.machine;
    json["features"] = recipe.needs.features;
    json["datatypes"] = recipe.needs.datatypes;
    json["operations"] = recipe.needs.operations;
    json["selection"] = selection_json(recipe.needs.selection);
    json["shared_libraries"] = recipe.program.shared_libraries;
    json["instruction_set"] = recipe.instruction_set;
    json["link"] = recipe.link;
    return json.dump();
}

std::string machine_of(const std::string& program) {
    const MappedFile bytes(program);
    const ElfFile file(bytes.bytes(), program);
    if (file.find(facts_section) == nullptr)
        refuse("{}: not a program made by sartor; build it with sartor cc or sartor c++", program);
    return read_recipe(file).machine;
}

std::string cut_anew(const std::string& program, const SelectionWishes& wishes, const std::string& machine,
                     const std::string& observed, const std::string& io_program) {
    const Step step("cut anew");
    const MappedFile bytes(program);
    const ElfFile file(bytes.bytes(), program);
    Recipe recipe = read_recipe(file);
    place_origin(recipe, program);
    const std::optional<Manycore> manycore = find_machine(machine);
    select_anew(recipe, wishes, machine, name_of(manycore));
    if (!observed.empty()) recipe.needs.features["observed"].insert(observed);
    Cache cache = Cache::of_user();
    TemporaryFolder folder;
    std::optional<SecondImage> second;
    if (!io_program.empty()) second = add_io_program(recipe, io_program, folder);
    const std::string cut =
        compile_cut(cut_source(recipe.needs, manycore), recipe.instruction_set, cache, folder);
    Digest digest;
    digest.add(as_text(bytes.bytes()));
    if (second) digest.add(as_text(MappedFile(io_program).bytes()));
    digest.add(cut);
    for (const std::string& word : recipe.link) digest.add(word);
    for (const char* library : {"libsartor_process.a", "libsartor_manycore.a"})
        digest.add(as_text(MappedFile(Installation::own().library(library)).bytes()));
    const std::string name = "program-" + digest.text();
    if (const auto known = cache.path_of(name)) return *known;
    const std::string image = (folder / "image").string();
    write_file(image, section_text(file, ".sartor.image"));
    const std::string linked = (folder / "program").string();
    link_anew(recipe, image, second ? &*second : nullptr, cut, linked, folder);
    return cache.keep_program(name, as_bytes(read_text(linked)));
}

} // namespace sartor::configurator
