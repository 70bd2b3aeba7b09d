// The ELF note of a compiled unit that lists the MPI constants that its source names.
#pragma once

#include "configurator/elf/elf_file.hpp"

#include <set>
#include <string>
#include <vector>

namespace sartor::configurator {

inline constexpr std::string_view note_section = ".note.sartor";

/// The section's bytes: name "Sartor", type 1, the names separated by spaces; sizes padded to 4.
std::string encode_note(const std::set<std::string>& constants);

/// One set for each note: a linker that joins objects (ld -r) joins their notes too.
/// Errors: throws Error with the location when a note is broken.
std::vector<std::set<std::string>> decode_notes(const ElfFile& file, const Section& section);

} // namespace sartor::configurator
