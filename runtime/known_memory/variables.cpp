#include "runtime/known_memory/variables.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <elf.h>
#include <link.h>

#include "runtime/image/image.hpp"
#include "runtime/image/symbols.hpp"
#include "runtime/known_memory/yield_processor.hpp"

namespace sartor::process {

namespace {

struct Variable {
    std::uintptr_t first;
    std::uintptr_t behind;
    const char* name;
};

// Those of one file, in the order of their addresses.
struct VariablesOfFile {
    VariablesOfFile* next;
    const unsigned char* file;
    std::size_t count;
    Variable each[];
};

std::atomic_flag is_being_made;
VariablesOfFile* made = nullptr; // they last as long as the run

template <class Visit>
void for_each_variable(const ImageFile& file, Visit visit) noexcept {
    for_each_symbol(file, [&](const ElfW(Sym) & symbol, const char* name) {
        if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && symbol.st_size != 0 &&
            symbol.st_shndx != SHN_UNDEF)
            visit(Variable{symbol.st_value, symbol.st_value + symbol.st_size, name});
    });
}

// Null: no memory.
VariablesOfFile* make(const ImageFile& file) noexcept {
    std::size_t count = 0;
    for_each_variable(file, [&](const Variable&) { ++count; });
    auto* variables =
        static_cast<VariablesOfFile*>(std::malloc(sizeof(VariablesOfFile) + count * sizeof(Variable)));
    if (variables == nullptr) return nullptr;
    variables->file = file.bytes;
    variables->count = 0;
    for_each_variable(file, [&](const Variable& one) { variables->each[variables->count++] = one; });
    std::sort(variables->each, variables->each + count,
              [](const Variable& one, const Variable& other) { return one.first < other.first; });
    variables->next = made;
    return made = variables;
}

const VariablesOfFile* variables_of(const ImageFile& file) noexcept {
    while (is_being_made.test_and_set(std::memory_order_acquire)) yield_processor();
    const VariablesOfFile* one = made;
    while (one != nullptr && one->file != file.bytes) one = one->next;
    if (one == nullptr) one = make(file);
    is_being_made.clear(std::memory_order_release);
    return one;
}

} // namespace

bool find_variable(const Rank& rank, const void* address, KnownMemory& found) noexcept {
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    LoadedCopy copy;
    if (!find_copy(rank, wanted, copy)) return false;
    const VariablesOfFile* const variables = variables_of(copy.file);
    if (variables == nullptr) return false;
    const std::uintptr_t offset = wanted - copy.base;
    const Variable* const end = variables->each + variables->count;
    const Variable* one =
        std::upper_bound(variables->each, end, offset,
                         [](std::uintptr_t place, const Variable& other) { return place < other.first; });
    if (one == variables->each || offset >= (--one)->behind) return false;
    found.bytes = one->behind - offset;
    std::snprintf(found.variable, sizeof found.variable, "the variable %s", one->name);
    found.what = found.variable;
    return true;
}

} // namespace sartor::process
