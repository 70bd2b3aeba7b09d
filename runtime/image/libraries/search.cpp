// The order is that of ld.so(8).
#include "runtime/image/libraries/search.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/architecture/elf.hpp"

namespace sartor::process {

namespace {

struct Path {
    char* text;
    std::size_t bytes;
};

// The dynamic linker passes over files for other processors, too.
bool is_library(const char* path) noexcept {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    ElfW(Ehdr) header;
    const bool whole = read(descriptor, &header, sizeof header) == static_cast<ssize_t>(sizeof header);
    close(descriptor);
    return whole && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == architecture::ElfFiles::machine;
}

// The length of "$NAME" or "${NAME}" at the start of the text; 0 when it is something else.
std::size_t length_of_variable(const char* text, const char* name) noexcept {
    const std::size_t length = std::strlen(name);
    if (text[0] != '$') return 0;
    if (std::strncmp(text + 1, name, length) == 0) return length + 1;
    if (text[1] == '{' && std::strncmp(text + 2, name, length) == 0 && text[2 + length] == '}')
        return length + 3;
    return 0;
}

// FOLDER/NAME with what the variables in the folder stand for. False when that is too long.
bool join(const char* folder, std::size_t length, const char* origin, const char* name, Path path) noexcept {
    std::size_t used = 0;
    const auto add = [&](const char* text, std::size_t count) {
        if (used + count >= path.bytes) return false;
        std::memcpy(path.text + used, text, count);
        used += count;
        path.text[used] = '\0';
        return true;
    };
    for (std::size_t index = 0; index < length;) {
        const std::size_t variable = length_of_variable(folder + index, "ORIGIN");
        const bool fits =
            variable > 0 ? add(origin, std::strlen(origin)) : add(folder + index, std::size_t{1});
        if (!fits) return false;
        index += variable > 0 ? variable : 1;
    }
    return add("/", 1) && add(name, std::strlen(name));
}

// folders: with colons between; an empty one is the current folder.
bool find_in(const char* folders, const char* origin, const char* name, Path path) noexcept {
    while (folders != nullptr) {
        const std::size_t length = std::strcspn(folders, ":;");
        const bool joined =
            length > 0 ? join(folders, length, origin, name, path) : join(".", 1, origin, name, path);
        if (joined && is_library(path.text)) return true;
        folders = folders[length] != '\0' ? folders + length + 1 : nullptr;
    }
    return false;
}

// What ldconfig writes: a header, entries, and texts at offsets from the start.
struct CacheHeader {
    char magic[20];
    std::uint32_t entries;
    std::uint32_t bytes_of_texts;
    std::uint32_t unused[5];
};
struct CacheEntry {
    std::int32_t kind;
    std::uint32_t name;
    std::uint32_t path;
    std::uint32_t system;
    std::uint64_t processor; // for a kind of processors only
};
constexpr char cache_magic[] = "glibc-ld.so.cache1.1";

bool find_in_cache(const char* cache, std::size_t size, const char* name, Path path) noexcept {
    CacheHeader header;
    if (size < sizeof header) return false;
    std::memcpy(&header, cache, sizeof header);
    if (std::memcmp(header.magic, cache_magic, sizeof header.magic) != 0) return false;
    const auto text = [&](std::uint32_t offset) {
        return offset < size && std::memchr(cache + offset, '\0', size - offset) != nullptr ? cache + offset
                                                                                            : "";
    };
    const std::size_t most = (size - sizeof header) / sizeof(CacheEntry);
    for (std::size_t index = 0; index < header.entries && index < most; ++index) {
        CacheEntry entry;
        std::memcpy(&entry, cache + sizeof header + index * sizeof entry, sizeof entry);
        if (entry.kind != architecture::ElfFiles::kind_in_cache || entry.processor != 0 ||
            std::strcmp(text(entry.name), name) != 0)
            continue;
        std::snprintf(path.text, path.bytes, "%s", text(entry.path));
        if (is_library(path.text)) return true;
    }
    return false;
}

bool find_in_system_cache(const char* name, Path path) noexcept {
    const int descriptor = open("/etc/ld.so.cache", O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) != 0) return false;
    const auto size = static_cast<std::size_t>(status.st_size);
    void* cache = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (cache == MAP_FAILED) return false;
    const bool found = find_in_cache(static_cast<const char*>(cache), size, name, path);
    munmap(cache, size);
    return found;
}

} // namespace

bool find_library(const char* name, const Seeker& by, const Seeker& program, char* path,
                  std::size_t bytes) noexcept {
    const Path result{path, bytes};
    if (std::strchr(name, '/') != nullptr) {
        std::snprintf(path, bytes, "%s", name);
        return is_library(path);
    }
    if (by.runpath == nullptr && find_in(by.rpath, by.folder, name, result)) return true;
    if (by.runpath == nullptr && program.runpath == nullptr &&
        find_in(program.rpath, program.folder, name, result))
        return true;
    const char* given = std::getenv("LD_LIBRARY_PATH");
    if (given != nullptr && *given != '\0' && find_in(given, program.folder, name, result)) return true;
    if (find_in(by.runpath, by.folder, name, result)) return true;
    return find_in_system_cache(name, result) ||
           find_in("/lib/" SARTOR_MULTIARCH ":/usr/lib/" SARTOR_MULTIARCH ":/lib64:/usr/lib64:/lib:/usr/lib",
                   "", name, result);
}

} // namespace sartor::process
