// What a program looks for in itself by name: the image shows the dynamic linker none of its symbols.
#include <dlfcn.h>

#include "runtime/rank/for_parts.hpp"

namespace {

// What dlopen() gives for the program.
void* program() noexcept {
    static void* const handle = dlopen(nullptr, RTLD_LAZY);
    return handle;
}

} // namespace

// RTLD_NEXT is what comes behind this image, as behind its program.
extern "C" [[gnu::weak]] void* dlsym(void* handle, const char* name) noexcept {
    void* own = nullptr;
    if (handle == RTLD_DEFAULT || (handle != RTLD_NEXT && handle == program()))
        own = sartor_rank_symbol(name);
    return own != nullptr ? own : sartor_rank_dlsym(handle, name);
}
