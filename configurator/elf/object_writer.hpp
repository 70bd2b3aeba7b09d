// Writes relocatable objects: bytes under names, without a run of the assembler.
#pragma once

#include "configurator/support/file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// A read-only section. Bytes that are allocated may bear symbols; those that are not cost no memory.
struct ObjectSection {
    std::string name;
    Bytes bytes;
    std::size_t alignment = 1;
    bool allocated = true;
};

/// A global symbol at an offset of the section with that index in the list.
struct ObjectSymbol {
    std::string name;
    std::size_t section = 0;
    std::size_t offset = 0;
    std::size_t size = 0;
};

std::vector<std::byte> make_object(const std::vector<ObjectSection>& sections,
                                   const std::vector<ObjectSymbol>& symbols);

} // namespace sartor::configurator
