// Objects and archives before and after the image's link.
#include "configurator/link/inputs.hpp"

#include "configurator/elf/archive.hpp"
#include "configurator/elf/elf_file.hpp"
#include "configurator/scan/position_independence.hpp"
#include "configurator/support/error.hpp"
#include "runtime/architecture/elf.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

void check_member(const std::string& archive, const ArchiveMember& member) {
    if (is_elf(member.bytes) || member.bytes.empty())
        ElfFile(member.bytes, fmt::format("{}({})", archive, member.name));
}

// Anything but objects and archives (linker scripts, other compilers' intermediate code) is the linker's
// business.
void check_input(const std::string& path) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) return;
    const MappedFile file(path);
    const Bytes bytes = file.bytes();
    if (bytes.empty()) fail("{}: the file is empty", path);
    if (is_archive(bytes))
        each_member(bytes, path, [&](const ArchiveMember& member) { check_member(path, member); });
    else if (is_elf(bytes))
        ElfFile(bytes, path);
}

using VisitDependence = std::function<void(const std::string& unit, const PositionDependence&)>;

/// The compiler's own objects, as crti.o; not the members of archives that packages install.
bool is_start_file(const std::string& unit) {
    return !unit.ends_with(')') && is_system_file(unit);
}

// What is certain, and what the linker complains about.
void each_dependence(const UsedFiles& used, const std::string& linker_messages,
                     const VisitDependence& visit) {
    each_part(used, [&](Bytes bytes, const std::string& unit) {
        if (!is_elf(bytes) || is_start_file(unit)) return;
        const ElfFile file(bytes, unit);
        if (file.type() != ET_REL) return;
        for (const PositionDependence& found : position_dependences(file))
            if (found.certain || linker_messages.find(found.symbol) != std::string::npos) visit(unit, found);
    });
}

} // namespace

void each_part(const UsedFiles& used, const std::function<void(Bytes, const std::string&)>& visit) {
    for (const std::string& path : used.objects) visit(MappedFile(path).bytes(), path);
    for (const Members::value_type& archive : used.members) {
        const MappedFile file(archive.first);
        each_member(file.bytes(), archive.first, [&](const ArchiveMember& member) {
            if (archive.second.contains(member.name))
                visit(member.bytes, fmt::format("{}({})", archive.first, member.name));
        });
    }
}

void check_inputs(const LinkerArguments& arguments) {
    for (const LinkerArgument& argument : arguments.arguments)
        if (argument.is_input() && !is_system_file(argument.text)) check_input(argument.text);
}

std::vector<std::string> objects_among(const LinkerArguments& arguments) {
    std::string listing;
    for (const LinkerArgument& argument : arguments.arguments)
        if (argument.is_input() && !is_system_file(argument.text)) listing += argument.text + "\n";
    return parse_trace(listing).objects;
}

bool have_symbol(const LinkerArguments& arguments, std::string_view name) {
    const std::string text = std::string(name) + '\0'; // as tables of symbols have it
    return std::ranges::any_of(arguments.arguments, [&](const LinkerArgument& argument) {
        std::error_code none;
        if (!argument.is_input() || is_system_file(argument.text) ||
            !std::filesystem::is_regular_file(argument.text, none))
            return false;
        const MappedFile file(argument.text);
        const Bytes bytes = file.bytes();
        return memmem(bytes.data(), bytes.size(), text.data(), text.size()) != nullptr;
    });
}

std::vector<std::string> explain_position_dependence(const UsedFiles& used,
                                                     const std::string& linker_messages) {
    std::vector<std::string> lines;
    each_dependence(used, linker_messages, [&](const std::string& unit, const PositionDependence& found) {
        lines.push_back(text_of(unit, found));
    });
    return lines;
}

bool depends_on_streams_only(const UsedFiles& used, const std::string& linker_messages) {
    bool some = false;
    bool others = false;
    each_dependence(used, linker_messages, [&](const std::string&, const PositionDependence& found) {
        const bool stream = found.symbol == "stdin" || found.symbol == "stdout" || found.symbol == "stderr";
        (stream ? some : others) = true;
    });
    return some && !others;
}

bool is_system_file(const std::string& path) {
    constexpr std::array<std::string_view, 5> folders = {
        "/usr/lib", "/lib", "/usr/libexec", "/usr/local/lib/gcc",
        "/usr/" SARTOR_MULTIARCH "/lib"}; // of cross compilers
    std::error_code none;
    const std::string canonical = std::filesystem::weakly_canonical(path, none).string();
    for (const std::string_view folder : folders)
        if (canonical.starts_with(folder)) return true;
    return false;
}

} // namespace sartor::configurator
