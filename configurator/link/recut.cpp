// The way of a program again, from its image on.
#include "configurator/link/recut.hpp"

#include "configurator/choices/messages.hpp"
#include "configurator/cut/cache.hpp"
#include "configurator/cut/compile.hpp"
#include "configurator/cut/source.hpp"
#include "configurator/cut/toolchain.hpp"
#include "configurator/cut/topology_files.hpp"
#include "configurator/cut/whole_library.hpp"
#include "configurator/elf/elf_file.hpp"
#include "configurator/link/containers.hpp"
#include "configurator/link/executable.hpp"
#include "configurator/link/runtime_names.hpp"
#include "configurator/machines/machines.hpp"
#include "configurator/rules/cover.hpp"
#include "configurator/rules/features.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/installation.hpp"
#include "configurator/support/steps.hpp"
#include "configurator/support/words.hpp"
#include "mpi_api/table/reader/chapters.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

namespace sartor::configurator {

namespace {

std::string_view section_text(const ElfFile& file, std::string_view name) {
    const Section* section = file.find(name);
    if (section == nullptr)
        fail("{}: no section {}: sartor can't rebuild this program; build it again with this sartor",
             file.name(), name);
    return as_text(file.contents(*section));
}

// Needs point into it.
const table::Table& own_table() {
    static const table::Table table = table::Table::load(Installation::own().table());
    return table;
}

Recipe read_recipe(const ElfFile& file) {
    Recipe recipe;
    try {
        const auto json = nlohmann::json::parse(section_text(file, facts_section));
        if (!json.contains("link"))
            fail("{}: the facts in this file do not say how it was linked; build it again with this sartor",
                 file.name());
        recipe.program.facts = json;
        recipe.program.shared_libraries = json.at("shared_libraries");
        recipe.cover = json.value("cover", "");
        recipe.machine = json.at("machine");
        recipe.instruction_set = json.at("instruction_set");
        recipe.link = json.at("link");
        recipe.version = json.value("library_version", "");
        const std::map<std::string, std::set<std::string>> features = json.at("features");
        recipe.needs = needs_of(recipe.program.facts, own_table());
        for (const auto& [feature, requesters] : features) recipe.needs.features[feature] = requesters;
        recipe.needs.selection = selection_from(json.at("selection"));
    } catch (const nlohmann::json::exception& error) {
        fail("{}: the facts in this file are damaged: {}; build the program again", file.name(),
             error.what());
    }
    return recipe;
}

// One MPI for two programs: for what either needs.
void join_needs(Recipe& recipe, const Recipe& other) {
    Facts facts = recipe.program.facts;
    merge(facts, other.program.facts);
    std::map<std::string, std::set<std::string>> features = recipe.needs.features;
    for (const auto& [feature, requesters] : other.needs.features)
        features[feature].insert(requesters.begin(), requesters.end());
    Selection selection = std::move(recipe.needs.selection);
    recipe.needs = needs_of(facts, own_table());
    recipe.needs.features.merge(features);
    recipe.needs.selection = std::move(selection);
}

// Another program comes along: its image, and what it needs of MPI and of shared libraries. name: of its
// file.
FurtherImage add_program(Recipe& recipe, const std::string& path, const std::string& name,
                         const TemporaryFolder& folder) {
    const MappedFile bytes(path);
    const ElfFile file(bytes.bytes(), path);
    const Recipe other = read_recipe(file);
    join_needs(recipe, other);
    std::vector<std::string>& libraries = recipe.program.shared_libraries;
    for (const std::string& library : other.program.shared_libraries)
        if (std::ranges::find(libraries, library) == libraries.end()) libraries.push_back(library);
    FurtherImage image{(folder / name).string(), other.program.facts};
    write_file(image.path, section_text(file, ".sartor.image"));
    return image;
}

FurtherImage add_io_program(Recipe& recipe, const std::string& path, const TemporaryFolder& folder) {
    FurtherImage image = add_program(recipe, path, "second_image", folder);
    recipe.needs.features[feature::local_communicator].insert("--io");
    return image;
}

std::vector<FurtherImage> add_programs(Recipe& recipe, const std::vector<std::string>& paths,
                                       const TemporaryFolder& folder) {
    std::vector<FurtherImage> images;
    for (const std::string& path : paths)
        images.push_back(add_program(recipe, path, fmt::format("image_{}", images.size() + 1), folder));
    return images;
}

// Algorithms that the program was built with are kept where the machine allows them. The limit between
// mailboxes and portals is always that of the machine.
void select_anew(Recipe& recipe, SelectionWishes wishes, const std::string& machine,
                 const TargetMachine& target) {
    wishes.machine = target.name;
    Selection& selection = recipe.needs.selection;
    if (machine != recipe.machine) selection.erase(message_family);
    Selection wanted = selection_of(wishes);
    for (const auto& [family, choices] : wanted) selection.erase(family);
    if (!target.is_host()) selection = without_shared_memory(selection, target.name);
    selection.merge(wanted);
    recipe.machine = machine;
}

// $ORIGIN is the folder of the program, not of the cache.
void insert_origin(Recipe& recipe, const std::string& program) {
    const std::string folder = std::filesystem::canonical(program).parent_path().string();
    for (std::string& word : recipe.link)
        for (const std::string_view variable : {"$ORIGIN", "${ORIGIN}"})
            for (std::size_t position = word.find(variable); position != std::string::npos;
                 position = word.find(variable, position + folder.size()))
                word.replace(position, variable.size(), folder);
}

// The images that are linked beside the program's own.
struct Beside {
    std::optional<FurtherImage> guest;
    std::optional<std::vector<FurtherImage>> others;
};

void link_anew(Recipe& recipe, const std::string& image, const Beside& beside, const std::string& cut,
               const std::string& output, const TargetMachine& machine, const TemporaryFolder& folder) {
    std::vector<std::string> words = recipe.link;
    words.insert(words.end(), {"-o", output});
    const LinkerArguments arguments = parse_linker_arguments(words);
    const std::set<std::string> exports = exports_of_all();
    link_executable({arguments, recipe.program, recipe.needs, image, cut, exports, carried_facts(recipe),
                     machine.is_emulated(), machine.is_fabric(), beside.guest ? &*beside.guest : nullptr,
                     beside.others ? &*beside.others : nullptr},
                    folder);
}

void add_own_libraries(Digest& digest, std::initializer_list<const char*> names) {
    for (const char* name : names)
        digest.add(as_text(MappedFile(Installation::own().optional_library(name)).bytes()));
}

// A name that encodes everything on which the program depends.
std::string name_in_cache(const Recipe& recipe, const TargetMachine& machine, std::string_view program,
                          const Anew& anew, const std::string& cut) {
    Digest digest;
    digest.add(program);
    if (!anew.io_program.empty()) digest.add(as_text(MappedFile(anew.io_program).bytes()));
    digest.add(anew.container);
    digest.add(anew.together ? "together" : "");
    for (const std::string& other : anew.others) digest.add(as_text(MappedFile(other).bytes()));
    digest.add(cut);
    for (const std::string& word : recipe.link) digest.add(word);
    add_own_libraries(digest, {"libsartor_process.a", "libsartor_common.a", "libsartor_heap.a"});
    if (machine.is_emulated()) add_own_libraries(digest, {"libsartor_manycore.a"});
    if (machine.is_fabric()) add_own_libraries(digest, {"libsartor_fabric.a"});
    return "program-" + digest.text();
}

} // namespace

std::string carried_facts(const Recipe& recipe) {
    nlohmann::json json = recipe.program.facts;
    if (!recipe.cover.empty() && recipe.cover != cover_nothing) json["cover"] = recipe.cover;
    if (!recipe.version.empty()) json["library_version"] = recipe.version;
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

bool is_made_by_sartor(const std::string& path) {
    try {
        const MappedFile file(path);
        const ElfFile program(file.bytes(), path);
        return program.find(facts_section) != nullptr || program.find(".sartor.image") != nullptr;
    } catch (const Error&) {
        return false;
    }
}

WholeMpi whole_for(const Needs& needs) {
    return {needs.features.contains(feature::checked), needs.selection};
}

bool starts_others(const Needs& needs) {
    return std::ranges::any_of(needs.functions, [](const NeededFunction& function) {
        return function.row->name == "MPI_Comm_spawn" || function.row->name == "MPI_Comm_spawn_multiple";
    });
}

Needs needs_of_whole(const Needs& needs, const WholeMpi& whole) {
    std::set<std::string> profiled;
    for (const NeededFunction& function : needs.functions)
        if (function.profiled) profiled.insert(function.name());
    const std::string requester = "MPI_Comm_spawn";
    Needs all = needs_of_everything(own_table(), requester);
    for (const NeededFunction& function : needs.functions)
        if (!table::is_of_standard(function.row->chapter)) all.functions.push_back(function);
    for (NeededFunction& function : all.functions) function.profiled = profiled.contains(function.name());
    for (const char* const extension :
         {feature::failures, feature::callback_states}) // the machine refuses failures
        if (const auto needed = needs.features.find(extension); needed != needs.features.end())
            all.features.insert(*needed);
    all.features[feature::spawned].insert(requester);
    if (whole.checked) all.features[feature::checked].insert("--checked");
    all.selection = whole.selection;
    return all;
}

std::string version_of_library() {
    Digest digest;
    digest.add(digest_of_headers());
    add_own_libraries(digest, {"libsartor_process.a", "libsartor_common.a", "libsartor_fabric.a"});
    return digest.text();
}

HowMade how_made(const std::string& program) {
    const MappedFile bytes(program);
    const ElfFile file(bytes.bytes(), program);
    if (file.find(facts_section) == nullptr)
        refuse("{}: not a program made by sartor; build it with sartor cc or sartor c++", program);
    const Recipe recipe = read_recipe(file);
    // Ranks that survive failures start others in their own process.
    const bool survives = recipe.needs.features.contains(feature::failures);
    const auto windows = recipe.needs.features.find(feature::windows);
    return {recipe.machine,
            whole_for(recipe.needs),
            starts_others(recipe.needs) && !survives,
            recipe.version,
            survives,
            survives && windows != recipe.needs.features.end() ? *windows->second.begin() : "",
            container_of(recipe.program.facts),
            container_and_reason(recipe.program.facts, false)};
}

Needs needs_of_programs(const std::vector<std::string>& programs) {
    Recipe all;
    for (const std::string& program : programs) {
        const MappedFile bytes(program);
        join_needs(all, read_recipe(ElfFile(bytes.bytes(), program)));
    }
    return all.needs;
}

std::string machine_of(const std::string& program) {
    return how_made(program).machine;
}

std::string cut_anew(const std::string& program, const Anew& anew) {
    const Step step("rebuild");
    const MappedFile bytes(program);
    const ElfFile file(bytes.bytes(), program);
    Recipe recipe = read_recipe(file);
    insert_origin(recipe, program);
    if (!anew.container.empty()) recipe.program.facts.ranks = anew.container;
    if (anew.whole) recipe.needs = needs_of_whole(recipe.needs, *anew.whole);
    recipe.version = anew.whole ? version_of_library() : "";
    const TargetMachine machine = find_machine(anew.machine);
    select_anew(recipe, anew.wishes, anew.machine, machine);
    if (!anew.observed.empty()) recipe.needs.features[feature::observed].insert(anew.observed);
    if (anew.tools) recipe.needs.features[feature::tools].insert("--variables");
    if (anew.faults && !recipe.needs.features.contains(feature::failures))
        fail("--faults: {} names no function by which ranks survive failures: MPIX_Comm_shrink and its like "
             "(docs/failures.md)",
             program);
    if (anew.faults) recipe.needs.features[feature::faults].insert("--faults");
    if (anew.scheduled) recipe.needs.features[feature::scheduled].insert("--schedule");
    Cache cache = Cache::of_user();
    TemporaryFolder folder;
    Beside beside;
    if (!anew.io_program.empty()) beside.guest = add_io_program(recipe, anew.io_program, folder);
    if (anew.together) beside.others = add_programs(recipe, anew.others, folder);
    check_topology_files(recipe.needs.selection, cache, folder);
    const Needs of_library = covered(recipe.needs, facts_of_cover(recipe.cover, own_table()), own_table());
    const std::string cut =
        compile_cut(cut_source(of_library, machine), recipe.instruction_set, program, cache, folder);
    const std::string name = name_in_cache(recipe, machine, as_text(bytes.bytes()), anew, cut);
    if (const auto known = cache.path_of(name)) return *known;
    if (!anew.notice.empty()) report("{}: {}", program, anew.notice);
    const std::string image = (folder / "image").string();
    write_file(image, section_text(file, ".sartor.image"));
    const std::string linked = (folder / "program").string();
    refuse_one_sided(image, machine);
    link_anew(recipe, image, beside, cut, linked, machine, folder);
    return cache.keep_program(name, as_bytes(read_text(linked)));
}

} // namespace sartor::configurator
