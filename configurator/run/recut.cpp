// The way of a program from its facts on, as at its first link.
#include "configurator/run/recut.hpp"

#include "configurator/cut/compile.hpp"
#include "configurator/cut/source.hpp"
#include "configurator/elf/elf_file.hpp"
#include "configurator/link/executable.hpp"
#include "configurator/scan/scan.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/installation.hpp"

#include <nlohmann/json.hpp>
#include <sstream>

namespace sartor::configurator {

namespace {

std::string section_of(const std::string& program, std::string_view section) {
    const MappedFile file(program);
    const ElfFile elf(file.bytes(), program);
    const Section* found = elf.find(section);
    if (found == nullptr)
        refuse("{}: not a program made by sartor; build it with sartor cc or sartor c++", program);
    return std::string(as_text(elf.contents(*found)));
}

nlohmann::json facts_of(const std::string& program) {
    try {
        return nlohmann::json::parse(section_of(program, facts_section));
    } catch (const nlohmann::json::exception& error) {
        fail("{}: its facts are broken: {}", program, error.what());
    }
}

std::set<std::string> runtime_exports() {
    std::istringstream stream(read_text(Installation::own().library("exports.txt")));
    std::set<std::string> words;
    for (std::string word; stream >> word;) words.insert(word);
    return words;
}

Needs needs_from(const nlohmann::json& facts, const Program& program, const table::Table& table) {
    Needs needs = needs_of(program.facts, table);
    if (facts.at("features").contains("checked")) needs.features["checked"].insert("--checked");
    return needs;
}

// What was linked, of which image, by which sartor.
std::string name_in_cache(const std::string& image, const std::string& cut, const std::string& facts) {
    const Installation& own = Installation::own();
    Digest digest;
    for (const std::string& part : {image, cut, facts}) digest.add(part);
    for (const char* library : {"libsartor_process.a", "libsartor_manycore.a"})
        digest.add(as_text(MappedFile(own.library(library)).bytes()));
    return "program-" + digest.text();
}

} // namespace

std::string machine_of(const std::string& program) {
    return facts_of(program).value("machine", "host");
}

std::string recut(const std::string& path, const std::string& name, const std::optional<Manycore>& machine) {
    nlohmann::json facts = facts_of(path);
    const Program program{facts.get<Facts>(), facts.at("shared_libraries").get<std::vector<std::string>>()};
    const table::Table table = table::Table::load(Installation::own().table());
    const Needs needs = needs_from(facts, program, table);
    TemporaryFolder folder;
    Cache cache = Cache::of_user();
    const std::string cut =
        compile_cut(cut_source(needs, machine), facts.at("instruction_set").get<std::vector<std::string>>(),
                    cache, folder);
    facts["machine"] = name;
    const std::string image = section_of(path, ".sartor.image");
    const std::string kept_as = name_in_cache(image, cut, facts.dump());
    if (auto known = cache.find(kept_as)) return std::move(*known);
    const std::string image_path = (folder / "image").string();
    const std::string output = (folder / "program").string();
    write_file(image_path, image);
    auto words = facts.at("link").get<std::vector<std::string>>();
    words.insert(words.end(), {"-o", output});
    const LinkerArguments arguments = parse_linker_arguments(words);
    const std::set<std::string> exports = runtime_exports();
    const std::string facts_text = facts.dump();
    link_executable({arguments, program, needs, image_path, cut, exports, facts_text, machine.has_value()},
                    folder);
    std::string bytes = read_text(output);
    cache.keep(kept_as, as_bytes(bytes));
    return bytes;
}

} // namespace sartor::configurator
