// Names come from the files' dynamic sections, paths from the linker's trace or from its search order.
#include "configurator/link/needed_libraries.hpp"

#include "configurator/elf/elf_file.hpp"
#include "configurator/link/inputs.hpp"
#include "configurator/support/environment.hpp"
#include "configurator/support/error.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>

namespace sartor::configurator {

namespace {

struct Dynamic {
    std::string name;   // what others need it as
    std::string origin; // its folder
    std::vector<std::string> needed;
    std::vector<std::string> folders; // where it looks for these
};

void append_folders(std::vector<std::string>& folders, std::string_view list) {
    std::istringstream words{std::string(list)};
    for (std::string folder; std::getline(words, folder, ':');)
        if (!folder.empty()) folders.push_back(folder);
}

// $ORIGIN is the folder of the library that needs another, whoever names it.
std::string with_origin(std::string folder, const std::string& origin) {
    for (const std::string_view variable : {"$ORIGIN", "${ORIGIN}"})
        if (const std::size_t place = folder.find(variable); place != std::string::npos)
            folder.replace(place, variable.size(), origin);
    return folder;
}

Dynamic dynamic_of(const std::string& path) {
    const MappedFile file(path);
    const ElfFile library(file.bytes(), path);
    const std::filesystem::path place(path);
    Dynamic found{place.filename().string(), std::filesystem::absolute(place).parent_path().string(), {}, {}};
    for (const Section& section : library.sections()) {
        if (section.header.sh_type != SHT_DYNAMIC) continue;
        library.each_dynamic(section, [&](std::int64_t tag, std::uint64_t value) {
            const auto text = [&] { return library.text(section.header.sh_link, value); };
            if (tag == DT_SONAME) found.name = text();
            if (tag == DT_NEEDED) found.needed.emplace_back(text());
            if (tag == DT_RUNPATH || tag == DT_RPATH) append_folders(found.folders, text());
        });
    }
    return found;
}

bool of_c_library(const std::string& name) {
    return name.starts_with("libc.so.") || name.starts_with("ld-linux");
}

std::vector<std::string> folders_of(const LinkerArguments& arguments) {
    std::vector<std::string> folders;
    for (const char* option : {"rpath-link", "rpath"})
        for (const LinkerArgument& argument : arguments.arguments)
            if (argument.option() == option) append_folders(folders, argument.option_value());
    append_folders(folders, environment("LD_LIBRARY_PATH").value_or(""));
    return folders;
}

// The linker passes over what is no library for this processor.
bool is_library(const std::filesystem::path& path) {
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) return false;
    try {
        const MappedFile file(path.string());
        return ElfFile(file.bytes(), path.string()).type() == ET_DYN;
    } catch (const Error&) {
        return false;
    }
}

std::optional<std::string> find_in(const std::vector<std::string>& folders, const std::string& name,
                                   const std::string& origin) {
    for (const std::string& folder : folders) {
        const std::filesystem::path path = std::filesystem::path(with_origin(folder, origin)) / name;
        if (is_library(path)) return path.string();
    }
    return std::nullopt;
}

} // namespace

std::vector<std::string> needed_libraries(const Facts& image, const UsedFiles& used) {
    std::vector<std::string> paths;
    for (const std::string& needed : image.needed) {
        if (of_c_library(needed)) continue;
        for (const std::string& path : used.shared_libraries)
            if (path == needed || dynamic_of(path).name == needed) {
                paths.push_back(path);
                break;
            }
    }
    return paths;
}

std::vector<std::string> with_their_own(const std::vector<std::string>& libraries,
                                        const LinkerArguments& arguments) {
    const std::vector<std::string> given = folders_of(arguments);
    std::vector<std::string> all;
    std::vector<Dynamic> seen;
    const auto add = [&](const std::string& path) { // whatever others call it
        std::error_code none;
        const bool known = std::ranges::any_of(
            all, [&](const std::string& one) { return std::filesystem::equivalent(one, path, none); });
        if (known || is_system_file(path)) return;
        all.push_back(path);
        seen.push_back(dynamic_of(path));
    };
    for (const std::string& path : libraries) add(path);
    for (std::size_t index = 0; index < all.size(); ++index) {
        const Dynamic library = seen[index];
        for (const std::string& needed : library.needed) {
            if (std::ranges::find(seen, needed, &Dynamic::name) != seen.end()) continue;
            auto path = find_in(given, needed, library.origin);
            if (!path) path = find_in(library.folders, needed, library.origin);
            if (path) add(*path);
        }
    }
    return all;
}

} // namespace sartor::configurator
