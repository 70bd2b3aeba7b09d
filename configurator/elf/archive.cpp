// Reads the common ar format with GNU's long names.
#include "configurator/elf/archive.hpp"

#include "configurator/support/error.hpp"

#include <ar.h>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>

namespace sartor::configurator {

namespace {

constexpr std::string_view thin_magic = "!<thin>\n";
constexpr std::size_t header_size = sizeof(ar_hdr);

std::string_view trimmed(std::string_view field) {
    const std::size_t end = field.find_last_not_of(' ');
    return end == std::string_view::npos ? std::string_view() : field.substr(0, end + 1);
}

std::optional<std::size_t> number(std::string_view field) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size()) return std::nullopt;
    return value;
}

class Reader {
  public:
    Reader(Bytes bytes, const std::string& name)
        : bytes_(bytes), text_(as_text(bytes)), name_(name), thin_(text_.starts_with(thin_magic)) {}

    void each(const std::function<void(const ArchiveMember&)>& visit) {
        std::size_t offset = SARMAG;
        while (offset < text_.size()) offset = member(offset, visit);
    }

  private:
    std::size_t member(std::size_t offset, const std::function<void(const ArchiveMember&)>& visit) {
        const std::string_view header = text_.substr(offset, header_size);
        if (header.size() < header_size) broken(offset, "the archive is truncated inside a member's header");
        if (header.substr(58, 2) != ARFMAG) broken(offset, "expected a member's header here");
        const std::optional<std::size_t> size = number(trimmed(header.substr(48, 10)));
        if (!size) broken(offset, "a member's size is not a number");
        const std::string_view field = trimmed(header.substr(0, 16));
        const bool table = field == "/" || field == "//" || field == "/SYM64/";
        const std::size_t start = offset + header_size;
        const std::size_t stored = thin_ && !table ? 0 : *size;
        if (stored > text_.size() - start)
            broken(offset, fmt::format("the archive is truncated: member {} has {} bytes, but the file ends "
                                       "after {} of these bytes",
                                       field, stored, text_.size() - start));
        if (field == "/") check_symbol_table(offset, text_.substr(start, stored));
        if (field == "//") long_names_ = text_.substr(start, stored);
        if (!table) visit_member(offset, member_name(offset, field), bytes_.subspan(start, stored), visit);
        return start + stored + stored % 2;
    }

    // A count and the members' offsets, in four bytes each, the highest first. A member outside of the file
    // is what is left of an archive that was cut off between two members.
    void check_symbol_table(std::size_t offset, std::string_view table) const {
        const auto word = [&](std::size_t index) {
            std::size_t value = 0;
            for (const char byte : table.substr(4 * index, 4))
                value = value << 8 | static_cast<unsigned char>(byte);
            return value;
        };
        const std::size_t words = table.size() / 4;
        for (std::size_t index = 1; words > 0 && index <= word(0) && index < words; ++index)
            if (word(index) >= text_.size())
                broken(offset, fmt::format("the archive is truncated: expected a member at offset {:#x}",
                                           word(index)));
    }

    std::string member_name(std::size_t offset, std::string_view field) {
        if (!field.starts_with('/')) return std::string(field.substr(0, field.find('/')));
        const std::optional<std::size_t> name_offset = number(field.substr(1));
        const std::size_t end = name_offset ? long_names_.find('\n', *name_offset) : std::string_view::npos;
        if (end == std::string_view::npos)
            broken(offset, fmt::format("the member's name {} is not in the archive", field));
        std::string_view long_name = long_names_.substr(*name_offset, end - *name_offset);
        if (long_name.ends_with('/')) long_name.remove_suffix(1);
        return std::string(long_name);
    }

    void visit_member(std::size_t offset, const std::string& member_name, Bytes bytes,
                      const std::function<void(const ArchiveMember&)>& visit) {
        if (!thin_) return visit({member_name, bytes});
        const std::filesystem::path path = std::filesystem::path(name_).parent_path() / member_name;
        if (!std::filesystem::is_regular_file(path))
            broken(offset, fmt::format("the thin archive's member {} does not exist", path.string()));
        const MappedFile file(path);
        visit({member_name, file.bytes()});
    }

    [[noreturn]] void broken(std::size_t offset, const std::string& what) const {
        fail("{}: offset {:#x}: {}", name_, offset, what);
    }

    Bytes bytes_;
    std::string_view text_;
    const std::string& name_;
    std::string_view long_names_;
    bool thin_;
};

} // namespace

bool is_archive(Bytes bytes) noexcept {
    return as_text(bytes).starts_with(ARMAG) || as_text(bytes).starts_with(thin_magic);
}

void each_member(Bytes archive, const std::string& name,
                 const std::function<void(const ArchiveMember&)>& visit) {
    Reader(archive, name).each(visit);
}

} // namespace sartor::configurator
