// dlopen of a rank: plug-ins find the rank's libraries, as those of an interpreter do, if the process has no
// other ranks. Otherwise each rank opens a copy, and so has the plug-in's variables for itself. The system's
// libraries are there once for all ranks.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/image/parts/original.hpp"
#include "runtime/rank/for_parts.hpp"

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
    std::fprintf(stderr,
                 "sartor: rank %d can't open %s: it needs functions of the program, or of a library of which "
                 "each rank has a "
                 "copy; give each rank a process: sartor run -n N --processes N\n",
                 sartor_rank_number(), path);
}

// A file that the rank has opened before: its copy is opened again, which gives the same handle.
struct Copy {
    Copy* earlier;
    dev_t device;
    ino_t inode;
    char path[32];
};
Copy* copies = nullptr;

bool is_of_system(const char* path) noexcept {
    constexpr const char* folders[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};
    for (const char* folder : folders)
        if (std::strncmp(path, folder, std::strlen(folder)) == 0) return true;
    return false;
}

// Into a file in memory, which stays. False with errno.
bool copy_into(Copy& copy, const char* path, std::size_t bytes) noexcept {
    const char* const name = std::strrchr(path, '/');
    const int from = open(path, O_RDONLY | O_CLOEXEC);
    const int to = from < 0 ? -1 : memfd_create(name != nullptr ? name + 1 : path, MFD_CLOEXEC);
    std::snprintf(copy.path, sizeof copy.path, "/proc/self/fd/%d", to);
    ssize_t copied = to < 0 ? -1 : 1;
    for (std::size_t rest = bytes; copied > 0 && rest > 0; rest -= static_cast<std::size_t>(copied))
        copied = sendfile(to, from, nullptr, rest);
    if (from >= 0) close(from);
    if (to >= 0 && copied <= 0) close(to);
    return copied > 0;
}

// Null where the file cannot be copied.
const Copy* copy_of(const char* path) noexcept {
    struct stat file {};
    if (stat(path, &file) != 0) return nullptr;
    for (const Copy* known = copies; known != nullptr; known = known->earlier)
        if (known->device == file.st_dev && known->inode == file.st_ino) return known;
    auto* const made = static_cast<Copy*>(std::malloc(sizeof(Copy)));
    if (made == nullptr || !copy_into(*made, path, static_cast<std::size_t>(file.st_size))) {
        std::free(made);
        return nullptr;
    }
    made->device = file.st_dev;
    made->inode = file.st_ino;
    made->earlier = copies;
    return copies = made;
}

void warn_of_common_names(const char* path) noexcept {
    static bool is_told = false;
    if (is_told || sartor_rank_number() != 1) return;
    is_told = true;
    std::fprintf(
        stderr,
        "sartor: warning: %s is opened with RTLD_GLOBAL: other libraries find that of the rank which was "
        "first; give each rank a process: sartor run -n N --processes N\n",
        path);
}

// The path of a library that was searched for in folders.
const char* path_of(void* handle) noexcept {
    link_map* map = nullptr;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : "";
}

void* open_copy(const char* path, int mode) noexcept {
    const Copy* const copy = is_of_system(path) ? nullptr : copy_of(path);
    if (copy == nullptr) return nullptr;
    if ((mode & RTLD_GLOBAL) != 0) warn_of_common_names(path);
    return open_here(copy->path, mode);
}

// The first rank of a process opens the file itself.
void* open_for_rank(const char* path, int mode) noexcept {
    if (sartor_rank_number() <= 0 || path == nullptr) return open_here(path, mode);
    if (std::strchr(path, '/') != nullptr) {
        void* const own = open_copy(path, mode);
        return own != nullptr ? own : open_here(path, mode);
    }
    void* const found = open_here(path, mode);
    if (found == nullptr || is_of_system(path_of(found))) return found;
    void* const own = open_copy(path_of(found), mode);
    if (own != nullptr) dlclose(found);
    return own != nullptr ? own : found;
}

} // namespace

extern "C" [[gnu::weak]] void* dlopen(const char* path, int mode) noexcept {
    const bool is_alone = sartor_rank_companions() == 1;
    if (is_alone) show_copies();
    void* handle = open_for_rank(path, mode);
    if (handle != nullptr || path == nullptr || is_alone) return handle;
    explain_failure(path);
    return open_for_rank(path, mode); // dlerror says why
}
