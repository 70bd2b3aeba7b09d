// Notes as ELF lays them out: three words, name, description, each padded to 4 bytes.
#include "configurator/scan/note.hpp"

#include <cstring>
#include <fmt/format.h>
#include <sstream>

namespace sartor::configurator {

namespace {

constexpr std::string_view owner("Sartor\0", 7);
constexpr std::uint32_t names_of_constants = 1;

std::size_t padded(std::size_t size) {
    return (size + 3) / 4 * 4;
}

void append_padded(std::string& note, std::string_view bytes) {
    note.append(bytes).append(padded(bytes.size()) - bytes.size(), '\0');
}

std::set<std::string> names_in(std::string_view text) {
    std::istringstream stream{std::string(text)};
    std::set<std::string> names;
    for (std::string name; stream >> name;) names.insert(name);
    return names;
}

} // namespace

std::string encode_note(const std::set<std::string>& constants) {
    std::string names;
    for (const std::string& name : constants) names.append(names.empty() ? "" : " ").append(name);
    const Elf64_Nhdr header{static_cast<Elf64_Word>(owner.size()), static_cast<Elf64_Word>(names.size()),
                            names_of_constants};
    std::string note(reinterpret_cast<const char*>(&header), sizeof header);
    append_padded(note, owner);
    append_padded(note, names);
    return note;
}

std::vector<std::set<std::string>> decode_notes(const ElfFile& file, const Section& section) {
    std::vector<std::set<std::string>> notes;
    const std::string_view bytes = as_text(file.contents(section));
    for (std::size_t offset = 0; offset < bytes.size();) {
        const auto broken = [&] {
            file.broken(location_of(section), fmt::format("the note at offset {:#x} is incomplete", offset));
        };
        Elf64_Nhdr header;
        if (bytes.size() - offset < sizeof header) broken();
        std::memcpy(&header, bytes.data() + offset, sizeof header);
        const std::size_t description = offset + sizeof header + padded(header.n_namesz);
        if (description > bytes.size() || header.n_descsz > bytes.size() - description) broken();
        const bool ours = bytes.substr(offset + sizeof header, header.n_namesz) == owner;
        if (ours && header.n_type == names_of_constants)
            notes.push_back(names_in(bytes.substr(description, header.n_descsz)));
        offset = description + padded(header.n_descsz);
    }
    return notes;
}

} // namespace sartor::configurator
