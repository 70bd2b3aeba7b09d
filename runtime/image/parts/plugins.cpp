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
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/image/parts/program_of_plugin.hpp"
#include "runtime/rank/for_parts.hpp"

namespace {

using Open = void* (*)(const char*, int);

void* open_here(const char* path, int mode) noexcept {
    return sartor::process::of_c_library<Open>("dlopen")(path, mode);
}

link_map* image() noexcept {
    Dl_info information{};
    link_map* map = nullptr;
    void** const to = reinterpret_cast<void**>(&map);
    return dladdr1(reinterpret_cast<void*>(&image), &information, to, RTLD_DL_LINKMAP) != 0 ? map : nullptr;
}

// The image and the libraries that it has brought along.
void show_copies() noexcept {
    static const bool are_shown = open_here(image()->l_name, RTLD_NOLOAD | RTLD_NOW | RTLD_GLOBAL) != nullptr;
    (void)are_shown;
}

// The name by which copies of plug-ins need the image: images of several ranks may have one path.
const char* name_of_image() noexcept {
    static char name[32];
    std::snprintf(name, sizeof name, "image of rank %d", sartor_rank_number());
    return name;
}

// Opens a file that may need the image.
void* open_beside_image(const char* path, int mode) noexcept {
    link_map* const map = image();
    char* const before = map->l_name;
    map->l_name = const_cast<char*>(name_of_image());
    void* const handle = open_here(path, mode);
    map->l_name = before;
    return handle;
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
    off_t bytes;
    timespec changed;
    char path[32];
};
Copy* copies = nullptr;

bool is_of_system(const char* path) noexcept {
    constexpr const char* folders[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};
    for (const char* folder : folders)
        if (std::strncmp(path, folder, std::strlen(folder)) == 0) return true;
    return false;
}

// All bytes, or false with errno.
bool transfer(ssize_t (*move)(int, unsigned char*, std::size_t), int file, unsigned char* bytes,
              std::size_t count) noexcept {
    while (count > 0) {
        const ssize_t moved = move(file, bytes, count);
        if (moved <= 0) return false;
        bytes += moved;
        count -= static_cast<std::size_t>(moved);
    }
    return true;
}

// Into a file in memory, which stays. False with errno.
bool copy_into(Copy& copy, const char* path, unsigned char* bytes, std::size_t count) noexcept {
    const auto get = [](int file, unsigned char* to, std::size_t most) { return read(file, to, most); };
    const auto put = [](int file, unsigned char* from, std::size_t most) { return write(file, from, most); };
    const char* const name = std::strrchr(path, '/');
    const int from = open(path, O_RDONLY | O_CLOEXEC);
    if (from < 0) return false;
    bool is_copied = transfer(get, from, bytes, count);
    close(from);
    if (!is_copied) return false;
    sartor::process::Plugin plugin(bytes, count);
    plugin.separate_unique_symbols();
    plugin.need(name_of_image());
    const int to = memfd_create(name != nullptr ? name + 1 : path, MFD_CLOEXEC);
    is_copied = to >= 0 && transfer(put, to, bytes, count);
    if (to >= 0 && !is_copied) close(to);
    std::snprintf(copy.path, sizeof copy.path, "/proc/self/fd/%d", to);
    return is_copied;
}

// A file that was written again since is another one.
bool is_of(const Copy& copy, const struct stat& file) noexcept {
    return copy.device == file.st_dev && copy.inode == file.st_ino && copy.bytes == file.st_size &&
           copy.changed.tv_sec == file.st_mtim.tv_sec && copy.changed.tv_nsec == file.st_mtim.tv_nsec;
}

// Null where the file cannot be copied.
const Copy* copy_of(const char* path) noexcept {
    struct stat file {};
    if (stat(path, &file) != 0) return nullptr;
    for (const Copy* known = copies; known != nullptr; known = known->earlier)
        if (is_of(*known, file)) return known;
    const auto count = static_cast<std::size_t>(file.st_size);
    auto* const made = static_cast<Copy*>(std::malloc(sizeof(Copy)));
    auto* const bytes = static_cast<unsigned char*>(std::malloc(count + 1));
    const bool is_made = made != nullptr && bytes != nullptr && copy_into(*made, path, bytes, count);
    std::free(bytes);
    if (!is_made) {
        std::free(made);
        return nullptr;
    }
    made->device = file.st_dev;
    made->inode = file.st_ino;
    made->bytes = file.st_size;
    made->changed = file.st_mtim;
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
    return open_beside_image(copy->path, mode);
}

void* open_for_rank(const char* path, int mode) noexcept {
    if (sartor_rank_companions() == 1 || path == nullptr) return open_here(path, mode);
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
