// The ELF note of a compiled unit: the MPI constants that its source names, and the compiler's level of
// optimization.
#pragma once

#include "configurator/elf/elf_file.hpp"

#include <set>
#include <string>
#include <vector>

namespace sartor::configurator {

inline constexpr std::string_view note_section = ".note.sartor";

/// What a unit's note says. Its description in the file has words separated by spaces: one that begins with -
/// is the option.
struct UnitNote {
    std::set<std::string> constants;
    std::string optimization; // -O2, or -O0 of a unit compiled without such an option; may be empty
};

/// The section's bytes: name "Sartor", type 1, the description; sizes padded to 4.
std::string encode_note(const UnitNote& note);

/// One for each note: a linker that joins objects (ld -r) joins their notes too.
/// Errors: throws Error with the location when a note is broken.
std::vector<UnitNote> decode_notes(const ElfFile& file, const Section& section);

} // namespace sartor::configurator
