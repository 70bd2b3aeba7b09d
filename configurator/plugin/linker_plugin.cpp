// A linker plugin that replaces the linker by sartor.
//
// Build systems that get a wrapper's flags and then call the plain compiler (CMake's FindMPI) keep -Wl,
// options only. With -Wl,-plugin,sartor_linker.plugin the plain linker loads this file and becomes sartor.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace {

constexpr int status_error = 3;              // LDPS_ERR
constexpr std::size_t most_bytes = 8u << 20; // larger than the system's limit for a command line
constexpr std::size_t most_words = 1u << 18;

// The command line as it was given, one zero byte after each word.
char* read_command_line(std::size_t& size) {
    const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    auto* text = static_cast<char*>(std::malloc(most_bytes));
    size = 0;
    while (file >= 0 && text != nullptr) {
        const ssize_t count = read(file, text + size, most_bytes - size - 1);
        if (count <= 0) break;
        size += static_cast<std::size_t>(count);
    }
    if (file >= 0) close(file);
    return text;
}

char** split(char* text, std::size_t size) {
    auto** words = static_cast<char**>(std::calloc(most_words + 1, sizeof(char*)));
    std::size_t count = 0;
    for (std::size_t offset = 0; words != nullptr && offset < size && count < most_words;
         offset += std::strlen(text + offset) + 1)
        words[count++] = text + offset;
    return words;
}

const char* file_name(const char* path) {
    const char* slash = std::strrchr(path, '/');
    return slash == nullptr ? path : slash + 1;
}

// The entry of lib/sartor/ld/ for the linker that runs here; ld for names that have none.
void find_entry(char* path, std::size_t bytes, const char* linker) {
    Dl_info own{};
    dladdr(reinterpret_cast<void*>(&find_entry), &own);
    const int folder = static_cast<int>(file_name(own.dli_fname) - own.dli_fname);
    std::snprintf(path, bytes, "%.*sld/%s", folder, own.dli_fname, file_name(linker));
    if (access(path, X_OK) != 0) std::snprintf(path, bytes, "%.*sld/ld", folder, own.dli_fname);
}

} // namespace

// Called by the linker when it loads the plugin (the interface of GNU ld and gold).
extern "C" int onload(void*) {
    std::size_t size = 0;
    char* text = read_command_line(size);
    char** words = text == nullptr ? nullptr : split(text, size);
    if (words == nullptr || words[0] == nullptr) return status_error;
    char entry[4096];
    find_entry(entry, sizeof entry, words[0]);
    words[0] = entry;
    execv(entry, words);
    std::fprintf(stderr, "sartor: cannot start %s in the linker's place: %s\n", entry, std::strerror(errno));
    return status_error;
}
