// Functions of the rank's program and of its libraries by address.
#include <cstdint>
#include <cstring>

#include "runtime/image/image.hpp"
#include "runtime/image/symbols.hpp"
#include "runtime/process.hpp"
#include "runtime/rank/for_parts.hpp"

const char* sartor_rank_function(const void* address, const void** start, const char** library) noexcept {
    using namespace sartor::process;
    LoadedCopy copy;
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    if (current == nullptr || !find_copy(*current, wanted, copy)) return nullptr;
    const char* found = nullptr;
    for_each_symbol(copy.file, [&](const ElfW(Sym) & symbol, const char* name) {
        const std::uintptr_t first = copy.base + symbol.st_value;
        if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || wanted < first || wanted >= first + symbol.st_size)
            return;
        found = name;
        *start = reinterpret_cast<const void*>(first);
    });
    *library = copy.file.library;
    return found;
}

// The linker makes all symbols of an image local, and writes them behind those of its objects.
void* sartor_rank_symbol(const char* name) noexcept {
    using namespace sartor::process;
    LoadedCopy copy;
    const int count = current != nullptr ? copied_files(current->number).count : 0;
    for (int index = 0; index < count && loaded_copy(*current, index, copy); ++index) {
        std::uintptr_t found = 0;
        for_each_symbol(copy.file, [&](const ElfW(Sym) & symbol, const char* own) {
            const auto type = ELF64_ST_TYPE(symbol.st_info);
            if ((type == STT_FUNC || type == STT_OBJECT) && symbol.st_shndx != SHN_UNDEF &&
                std::strcmp(own, name) == 0)
                found = copy.base + symbol.st_value;
        });
        if (found != 0) return reinterpret_cast<void*>(found);
    }
    return nullptr;
}
