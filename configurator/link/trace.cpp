// One line for each file: "path", "(archive)member", "archive(member)" or "trace: ..." before any of these.
#include "configurator/link/trace.hpp"

#include "configurator/elf/archive.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

namespace sartor::configurator {

namespace {

enum class FileKind { object, archive, shared_library, other };

FileKind kind_of_file(const std::string& path) {
    std::array<char, sizeof(Elf64_Ehdr)> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), start.size());
    const std::string_view text(start.data(), static_cast<std::size_t>(file.gcount()));
    if (is_archive(as_bytes(text))) return FileKind::archive;
    if (text.starts_with("BC\xC0\xDE")) return FileKind::object; // LLVM's, for link-time optimization
    if (!text.starts_with(ELFMAG) || text.size() < start.size()) return FileKind::other;
    Elf64_Ehdr header;
    std::memcpy(&header, start.data(), sizeof header);
    return header.e_type == ET_REL ? FileKind::object : FileKind::shared_library;
}

bool exists(const std::string& path) {
    std::error_code none;
    return std::filesystem::is_regular_file(path, none);
}

struct Member {
    std::string archive;
    std::string name;
};

std::optional<Member> member_in(const std::string& line) {
    if (line.starts_with('(')) {
        const std::size_t close = line.find(')');
        if (close != std::string::npos) return Member{line.substr(1, close - 1), line.substr(close + 1)};
    }
    const std::size_t open = line.rfind('(');
    if (!line.ends_with(')') || open == std::string::npos) return std::nullopt;
    return Member{line.substr(0, open), line.substr(open + 1, line.size() - open - 2)};
}

void add_file(UsedFiles& used, const std::string& path) {
    const FileKind kind = kind_of_file(path);
    auto* list = kind == FileKind::object           ? &used.objects
                 : kind == FileKind::shared_library ? &used.shared_libraries
                                                    : nullptr;
    if (list != nullptr && std::ranges::find(*list, path) == list->end()) list->push_back(path);
}

} // namespace

UsedFiles parse_trace(const std::string& listing) {
    constexpr std::string_view prefix = "trace: ";
    UsedFiles used;
    std::istringstream lines(listing);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(prefix)) line.erase(0, prefix.size());
        if (exists(line))
            add_file(used, line);
        else if (line.find(".ltrans") != std::string::npos)
            used.link_time_optimized = true;
        else if (const auto member = member_in(line); member && exists(member->archive))
            used.members[member->archive].insert(member->name);
    }
    return used;
}

} // namespace sartor::configurator
