// dlopen of a rank: plug-ins find the rank's libraries, as those of an interpreter do, if the process has no
// other ranks. Libraries that are opened are there once for all ranks.
#include <cstdio>
#include <cstring>
#include <dlfcn.h>

#include "runtime/rank/for_parts.hpp"
#include "runtime/rank/original.hpp"

namespace {

using Open = void* (*)(const char*, int);

void* open_here(const char* path, int mode) noexcept {
    return sartor::process::original<Open>("dlopen")(path, mode);
}

// The image and the libraries that it has brought along.
void show_copies() noexcept {
    static bool are_shown = false;
    Dl_info image{};
    if (are_shown || dladdr(reinterpret_cast<void*>(&show_copies), &image) == 0) return;
    are_shown = true;
    open_here(image.dli_fname, RTLD_NOLOAD | RTLD_NOW | RTLD_GLOBAL);
}

void explain_failure(const char* path) noexcept {
    static bool is_explained = false;
    const char* const why = dlerror();
    if (is_explained || why == nullptr || std::strstr(why, "undefined symbol") == nullptr) return;
    is_explained = true;
    std::fprintf(
        stderr,
        "sartor: rank %d can't open %s: it needs a library of which each rank has a copy; give each rank a "
        "process: sartor run -n N --processes N\n",
        sartor_rank_number(), path);
}

} // namespace

extern "C" [[gnu::weak]] void* dlopen(const char* path, int mode) noexcept {
    const bool is_alone = sartor_rank_companions() == 1;
    if (is_alone) show_copies();
    void* handle = open_here(path, mode);
    if (handle != nullptr || path == nullptr || is_alone) return handle;
    explain_failure(path);
    return open_here(path, mode); // dlerror says why
}
