// Names for addresses: the image's symbol table, and the system's addr2line for lines where there are any.
#include "components/process/place.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "components/process/image.hpp"

namespace sartor::process {

namespace {

struct Symbol {
    const char* name = nullptr;
    std::uintptr_t offset = 0; // into the function
};

const ElfW(Shdr) * find_section(const ImageFile& file, unsigned type) noexcept {
    const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(file.bytes);
    const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(file.bytes + header->e_shoff);
    for (int index = 0; index < header->e_shnum; ++index)
        if (sections[index].sh_type == type) return &sections[index];
    return nullptr;
}

Symbol find_symbol(const ImageFile& file, std::uintptr_t address) noexcept {
    const auto* table = find_section(file, SHT_SYMTAB);
    if (table == nullptr) table = find_section(file, SHT_DYNSYM);
    if (table == nullptr) return {};
    const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(file.bytes);
    const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(file.bytes + header->e_shoff);
    const auto* names = reinterpret_cast<const char*>(file.bytes + sections[table->sh_link].sh_offset);
    const auto* symbols = reinterpret_cast<const ElfW(Sym)*>(file.bytes + table->sh_offset);
    for (std::size_t index = 0; index < table->sh_size / sizeof(ElfW(Sym)); ++index) {
        const ElfW(Sym)& symbol = symbols[index];
        if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && address >= symbol.st_value &&
            address < symbol.st_value + symbol.st_size)
            return {names + symbol.st_name, address - symbol.st_value};
    }
    return {};
}

// The image once more as a file, for a program that reads debug information. -1 when that can't be had.
int image_as_file(const ImageFile& file) noexcept {
    const int descriptor = memfd_create("sartor-image", 0);
    if (descriptor >= 0 && write(descriptor, file.bytes, file.size) == static_cast<ssize_t>(file.size))
        return descriptor;
    if (descriptor >= 0) close(descriptor);
    return -1;
}

// In the child of a vfork: the program's output goes to a descriptor, its complaints nowhere.
[[noreturn]] void become(const char* const* arguments, int output) noexcept {
    dup2(output, STDOUT_FILENO);
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    execvp(arguments[0], const_cast<char* const*>(arguments));
    for (;;) syscall(SYS_exit_group, 127); // _exit is the rank's
}

// Runs addr2line; it inherits the image's descriptor. Its answer goes to `line`.
bool ask_for_line(int image, std::uintptr_t address, char* line, std::size_t bytes) noexcept {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) return false;
    char path[64];
    char offset[32];
    std::snprintf(path, sizeof path, "/proc/self/fd/%d", image);
    std::snprintf(offset, sizeof offset, "0x%zx", address);
    const char* arguments[] = {"addr2line", "-s", "-e", path, offset, nullptr};
    const pid_t child = vfork(); // a crash may have left the heap locked: nothing here allocates
    if (child == 0) become(arguments, pipe_ends[1]);
    close(pipe_ends[1]);
    const ssize_t length = child > 0 ? read(pipe_ends[0], line, bytes - 1) : 0;
    close(pipe_ends[0]);
    if (child > 0) waitpid(child, nullptr, 0);
    if (length <= 0) return false;
    line[length] = '\0';
    if (line[0] == '?' || line[0] == ':') return false; // no file
    line[std::strcspn(line, "\n (")] = '\0';            // without "(discriminator 2)"
    const std::size_t named = std::strcspn(line, "?");
    if (line[named] == '?') line[named - 1] = '\0'; // code of several lines: "file.c:?"
    return true;
}

bool find_line(const ImageFile& file, std::uintptr_t address, char* line, std::size_t bytes) noexcept {
    const int image = image_as_file(file);
    if (image < 0) return false;
    const bool found = ask_for_line(image, address, line, bytes);
    close(image);
    return found;
}

// A return address follows a call: e8 and 32 bits, or ff with a register or memory operand (2 to 7 bytes).
bool follows_call(std::uintptr_t address) noexcept {
    const auto* code = reinterpret_cast<const unsigned char*>(address);
    if (code[-5] == 0xe8) return true;
    for (int length = 2; length <= 7; ++length)
        if (code[-length] == 0xff && ((code[1 - length] >> 3) & 7) == 2) return true;
    return false;
}

} // namespace

bool describe_place(const Rank& rank, std::uintptr_t address, char* text, std::size_t bytes) noexcept {
    LoadedCopy copy;
    if (!find_copy(rank, address, copy)) return false;
    const Symbol symbol = find_symbol(copy.file, address - copy.base);
    const char* library = copy.file.library;
    char line[256];
    const bool has_line = find_line(copy.file, address - copy.base, line, sizeof line);
    if (symbol.name != nullptr)
        std::snprintf(text, bytes, "%s+0x%zx%s%s%s%s%s", symbol.name, symbol.offset, has_line ? " (" : "",
                      has_line ? line : "", has_line ? ")" : "", library != nullptr ? " in " : "",
                      library != nullptr ? library : "");
    else
        std::snprintf(text, bytes, "%s at offset 0x%zx", library != nullptr ? library : "the program",
                      address - copy.base);
    return true;
}

bool describe_caller(const Rank& rank, std::uintptr_t low, std::uintptr_t high, char* text,
                     std::size_t bytes) noexcept {
    for (std::uintptr_t place = (low + 7) & ~std::uintptr_t{7}; place + 8 <= high; place += 8) {
        const std::uintptr_t address = *reinterpret_cast<const std::uintptr_t*>(place);
        if (in_image(rank, address) && follows_call(address))
            return describe_place(rank, address - 1, text, bytes);
    }
    return false;
}

} // namespace sartor::process
