// The table of functions has all that the installed C and C++ libraries export, and parts of the image have
// what it says.
#include <array>
#include <cstdio>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <link.h>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "configurator/functions/names.hpp"
#include "configurator/functions/table.hpp"

namespace sartor::configurator {

namespace {

const FunctionTable& table() {
    static const FunctionTable all = FunctionTable::load(TEST_FUNCTIONS);
    return all;
}

std::string path_of(const char* library) {
    void* const handle = dlopen(library, RTLD_LAZY);
    if (handle == nullptr) return "";
    link_map* map = nullptr;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : "";
}

std::string output_of(const std::string& command) {
    FILE* const file = popen(command.c_str(), "r");
    if (file == nullptr) return "";
    std::string text;
    std::array<char, 4096> piece;
    while (const std::size_t bytes = fread(piece.data(), 1, piece.size(), file))
        text.append(piece.data(), bytes);
    EXPECT_EQ(pclose(file), 0) << command;
    return text;
}

// Those that programs can be linked to: of the default version, and not the library's own.
std::set<std::string> exported_by(const std::string& library) {
    std::set<std::string> names;
    std::istringstream lines(output_of("nm -D --defined-only '" + library + "'"));
    for (std::string value, kind, name; lines >> value >> kind >> name;) {
        const std::size_t version = name.find("@@");
        const bool is_version_itself = kind == "A";
        if (version == std::string::npos || name.find("GLIBC_PRIVATE") != std::string::npos ||
            is_version_itself)
            continue;
        names.insert(name.substr(0, version));
    }
    return names;
}

const std::set<std::string>& exported() {
    static const std::set<std::string> all = [] {
        std::set<std::string> names;
        for (const char* library :
             {"libc.so.6", "libm.so.6", "libpthread.so.0", "librt.so.1", "libdl.so.2", "libstdc++.so.6"})
            if (const std::string path = path_of(library); !path.empty()) names.merge(exported_by(path));
        return names;
    }();
    return all;
}

// Object of an archive -> what it defines.
std::map<std::string, std::set<std::string>> defined_in(const std::string& archive) {
    std::map<std::string, std::set<std::string>> members;
    std::istringstream lines(output_of("nm -A --defined-only '" TEST_LIBRARIES "/" + archive + "'"));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string place, kind, name;
        words >> place >> kind >> name; // ARCHIVE:MEMBER:VALUE KIND NAME
        if (std::string("TWVBDRi").find(kind) == std::string::npos) continue;
        const std::size_t begin = place.find(':') + 1;
        const std::string member = place.substr(begin, place.find(':', begin) - begin);
        members[member.substr(0, member.find('.'))].insert(name);
    }
    return members;
}

const std::map<std::string, std::set<std::string>>& image_parts() {
    static const auto all = [] {
        auto parts = defined_in("libsartor_image.a");
        parts.merge(defined_in("libsartor_image_mathematics.a"));
        parts.merge(defined_in("libsartor_image_output.a"));
        parts.merge(defined_in("libsartor_image_cplusplus.a"));
        return parts;
    }();
    return all;
}

std::set<std::string> all_of(const std::string& archive) {
    std::set<std::string> names;
    for (auto& [member, defined] : defined_in(archive)) names.insert(defined.begin(), defined.end());
    return names;
}

// The linker defines them in the executable, since the runtime refers to them.
bool is_copied(const std::string& name) {
    static const std::string undefined =
        output_of("nm --undefined-only '" TEST_LIBRARIES "/libsartor_process.a'");
    return undefined.find(" U " + name + "\n") != std::string::npos;
}

bool is_defined(const std::string& part, const std::string& name) {
    static const std::set<std::string> in_runtime = all_of("libsartor_process.a");
    static const std::set<std::string> on_chips = all_of("libsartor_manycore.a");
    if (part == "runtime/copied") return is_copied(name);
    if (part.starts_with("runtime")) return in_runtime.contains(name);
    if (part.starts_with("chip/")) return on_chips.contains(name);
    const auto found = image_parts().find(part);
    return found != image_parts().end() && found->second.contains(name);
}

std::vector<std::string> words_of_part(const FunctionRow& row) {
    std::istringstream text(row.part);
    return {std::istream_iterator<std::string>(text), {}};
}

} // namespace

TEST(FunctionTable, has_what_the_libraries_export) {
    ASSERT_GT(exported().size(), 5000U);
    for (const std::string& name : exported())
        EXPECT_NE(table().find(name), nullptr)
            << name
            << " has no row in runtime/image/functions: does it take, hold or return what belongs to the "
               "process, or does it wait?";
}

TEST(FunctionTable, has_nothing_else) {
    std::set<const FunctionRow*> used;
    for (const std::string& name : exported()) used.insert(table().find(name));
    for (const FunctionRow& row : table().functions()) {
        if (row.words.contains("static")) continue;
        EXPECT_TRUE(used.contains(&row)) << row.location << ": " << row.name;
    }
}

TEST(FunctionTable, names_parts_that_define_their_functions) {
    ASSERT_GT(image_parts().size(), 30U);
    for (const FunctionRow& row : table().functions()) {
        if (row.part == "-" || row.is_pattern()) continue;
        for (const std::string& part : words_of_part(row))
            EXPECT_TRUE(is_defined(part, row.name)) << row.location << ": " << row.name << " in " << part;
    }
}

TEST(FunctionTable, has_what_parts_define) {
    for (const auto& [part, names] : image_parts())
        for (const std::string& name : names) {
            if (!exported().contains(name)) continue;
            const FunctionRow* const row = table().find(name);
            const std::string parts = row != nullptr ? " " + row->part + " " : "";
            EXPECT_NE(parts.find(" " + part + " "), std::string::npos)
                << name << " of the part " << part << " has a row that says: by" << parts;
        }
}

// Headers declare some functions by other names: with -D_FORTIFY_SOURCE, -D_FILE_OFFSET_BITS=64, in C99.
TEST(FunctionTable, parts_define_other_names_too) {
    for (const std::string& name : exported()) {
        const bool is_of_header =
            name.ends_with("_chk") || name.starts_with("__isoc") || name.find("64") != std::string::npos;
        const FunctionRow* const row = table().find(name);
        if (!is_of_header || row == nullptr || row->name == name || row->verdict != "rank") continue;
        bool any = false;
        for (const std::string& part : words_of_part(*row)) any = any || is_defined(part, name);
        EXPECT_TRUE(any) << name << " is not replaced by " << row->part << " as " << row->name << " is";
    }
}

} // namespace sartor::configurator
