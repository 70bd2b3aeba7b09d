// Small changes to ELF files: sections put at the end, a section taken out of memory.
#pragma once

#include "configurator/support/file.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// A section that no program loads.
struct AddedSection {
    std::string name;
    std::string contents;
    bool note = false; // SHT_NOTE rather than SHT_PROGBITS
};

/// The file with these sections after its own. The contents of the file keep their offsets.
/// Errors: throws Error naming the file when its section table is broken.
std::vector<std::byte> with_sections(Bytes file, const std::string& name,
                                     const std::vector<AddedSection>& sections);

/// Clears the section's SHF_ALLOC, so that links keep it but programs do not load it. No effect when there is
/// no such section.
void make_unallocated(std::span<std::byte> file, const std::string& name, std::string_view section);

} // namespace sartor::configurator
