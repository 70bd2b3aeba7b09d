// Notes as ELF lays them out: three words, name, description, each padded to 4 bytes.
#include "configurator/scan/note.hpp"

#include <cstring>
#include <fmt/format.h>
#include <sstream>

namespace sartor::configurator {

namespace {

constexpr std::string_view owner("Sartor\0", 7);
constexpr std::uint32_t type_of_unit = 1;

std::size_t padded(std::size_t size) {
    return (size + 3) / 4 * 4;
}

void append_padded(std::string& note, std::string_view bytes) {
    note.append(bytes).append(padded(bytes.size()) - bytes.size(), '\0');
}

UnitNote note_in(std::string_view text) {
    std::istringstream stream{std::string(text)};
    UnitNote note;
    for (std::string word; stream >> word;)
        if (word.starts_with('-'))
            note.optimization = word;
        else
            note.constants.insert(word);
    return note;
}

} // namespace

std::string encode_note(const UnitNote& unit) {
    std::string words = unit.optimization;
    for (const std::string& name : unit.constants) words.append(words.empty() ? "" : " ").append(name);
    const Elf64_Nhdr header{static_cast<Elf64_Word>(owner.size()), static_cast<Elf64_Word>(words.size()),
                            type_of_unit};
    std::string note(reinterpret_cast<const char*>(&header), sizeof header);
    append_padded(note, owner);
    append_padded(note, words);
    return note;
}

std::vector<UnitNote> decode_notes(const ElfFile& file, const Section& section) {
    std::vector<UnitNote> notes;
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
        if (ours && header.n_type == type_of_unit)
            notes.push_back(note_in(bytes.substr(description, header.n_descsz)));
        offset = description + padded(header.n_descsz);
    }
    return notes;
}

} // namespace sartor::configurator
