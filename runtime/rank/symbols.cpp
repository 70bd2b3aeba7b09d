// Functions of the rank's program and of its libraries by address.
#include <cstdint>

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
