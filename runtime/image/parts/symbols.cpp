// Names of functions by address: the image shows the dynamic linker none of the program's.
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/rank/for_parts.hpp"

using sartor::process::of_c_library;

namespace {

// "FILE(FUNCTION+OFFSET) [ADDRESS]", as the C library's; bytes without the end. 0: it is not the program's.
std::size_t describe(void* address, char* text, std::size_t bytes) noexcept {
    const void* start = nullptr;
    const char* library = nullptr;
    const char* const function = sartor_rank_function(address, &start, &library);
    if (function == nullptr) return 0;
    const char* const file = library != nullptr ? library : program_invocation_name;
    const std::ptrdiff_t offset = static_cast<char*>(address) - static_cast<const char*>(start);
    const int length = std::snprintf(text, bytes, "%s(%s+%#tx) [%p]", file, function, offset, address);
    return static_cast<std::size_t>(length) < bytes ? static_cast<std::size_t>(length) : bytes - 1;
}

constexpr std::size_t longest = 1024;

// Of one address, which std::free takes.
char* text_of(void* address) noexcept {
    char text[longest];
    if (describe(address, text, sizeof text) > 0) return strdup(text);
    char** const alone = of_c_library<char** (*)(void* const*, int)>("backtrace_symbols")(&address, 1);
    char* const copy = alone != nullptr ? strdup(alone[0]) : nullptr;
    std::free(alone);
    return copy;
}

// One block with the pointers and the texts, as the caller frees it.
char** joined(char* const* texts, int count) noexcept {
    std::size_t bytes = 0;
    for (int index = 0; index < count; ++index) bytes += sizeof(char*) + std::strlen(texts[index]) + 1;
    auto** all = static_cast<char**>(std::malloc(bytes));
    if (all == nullptr) return nullptr;
    char* next = reinterpret_cast<char*>(all + count);
    for (int index = 0; index < count; ++index) {
        all[index] = next;
        next = stpcpy(next, texts[index]) + 1;
    }
    return all;
}

} // namespace

extern "C" {

[[gnu::weak]] int dladdr(const void* address, Dl_info* information) noexcept {
    const int found = of_c_library<int (*)(const void*, Dl_info*)>("dladdr")(address, information);
    if (found == 0 || information->dli_sname != nullptr) return found;
    const void* start = nullptr;
    const char* library = nullptr;
    information->dli_sname = sartor_rank_function(address, &start, &library);
    information->dli_saddr = const_cast<void*>(start);
    return found;
}

[[gnu::weak]] char** backtrace_symbols(void* const* addresses, int count) noexcept {
    if (count <= 0) return static_cast<char**>(std::malloc(1));
    auto** texts = static_cast<char**>(std::calloc(static_cast<std::size_t>(count), sizeof(char*)));
    bool complete = texts != nullptr;
    for (int index = 0; complete && index < count; ++index)
        complete = (texts[index] = text_of(addresses[index])) != nullptr;
    char** const all = complete ? joined(texts, count) : nullptr;
    for (int index = 0; texts != nullptr && index < count; ++index) std::free(texts[index]);
    std::free(texts);
    return all;
}

// Called by handlers of signals: it allocates nothing.
[[gnu::weak]] void backtrace_symbols_fd(void* const* addresses, int count, int file) noexcept {
    for (int index = 0; index < count; ++index) {
        char text[longest];
        const std::size_t length = describe(addresses[index], text, sizeof text - 1);
        text[length] = '\n';
        if (length == 0)
            of_c_library<void (*)(void* const*, int, int)>("backtrace_symbols_fd")(addresses + index, 1,
                                                                                   file);
        else if (write(file, text, length + 1) < 0)
            return;
    }
}

} // extern "C"
