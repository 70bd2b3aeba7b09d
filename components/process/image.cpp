// Loading private copies of the program through in-memory files.
#include "components/process/image.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "components/process/image_segments.hpp"
#include "components/process/mappings.hpp"
#include "components/process/process.hpp"
#include "components/process/process_state.hpp"
#include "components/process/shared_text.hpp"

extern "C" {
extern const unsigned char sartor_image_begin[] __attribute__((weak));
extern const unsigned char sartor_image_end[] __attribute__((weak));
extern const unsigned sartor_image_flags __attribute__((weak));
extern const unsigned char sartor_second_image_begin[] __attribute__((weak));
extern const unsigned char sartor_second_image_end[] __attribute__((weak));
extern const unsigned sartor_second_image_flags __attribute__((weak));
}

namespace sartor::process {

namespace {

constexpr unsigned has_writable_data_flag = 1;
constexpr unsigned starts_threads_flag = 2;

struct Copy {
    void* handle = nullptr;
    std::uintptr_t base = 0;
};
Copy* copies = nullptr;
pthread_mutex_t shared_copy_mutex = PTHREAD_MUTEX_INITIALIZER;

[[noreturn]] void give_up(const Rank& rank, const char* what, const char* why) noexcept {
    report("rank %d: can't %s the program's image: %s", rank.number, what, why);
    if (std::strstr(why, "static TLS") != nullptr)
        report("  its thread-local variables use the initial-exec model, of which only some 25 copies fit: "
               "compile "
               "without -ftls-model=initial-exec, with sartor cc or -fPIC");
    if (std::strstr(why, "failed to map") != nullptr || std::strstr(why, "annot allocate") != nullptr)
        report_mapping_limit();
    end_run(1);
}

void write_all(const Rank& rank, int descriptor, const ImageFile& file) noexcept {
    std::size_t done = 0;
    while (done < file.size) {
        const ssize_t written = write(descriptor, file.bytes + done, file.size - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) give_up(rank, "write", std::strerror(errno));
        done += static_cast<std::size_t>(written);
    }
}

// The loader tells files apart by their names: each copy's path spells the rank in "/" and "/./", so that a
// descriptor number that is used again does not bring back an earlier copy.
void unique_path(char* path, std::size_t bytes, int descriptor, unsigned number) noexcept {
    char spelled[3 * 32 + 1];
    std::size_t length = 0;
    for (unsigned bit = 0; bit < 32 && (number >> bit) != 0; ++bit) {
        const char* piece = ((number >> bit) & 1) != 0 ? "./" : "/";
        for (const char* letter = piece; *letter != '\0'; ++letter) spelled[length++] = *letter;
    }
    spelled[length] = '\0';
    std::snprintf(path, bytes, "/proc/self/fd/%s%d", spelled, descriptor);
}

void* open_copy(const Rank& rank, const char* path) noexcept {
    void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) give_up(rank, "load", dlerror());
    return handle;
}

Copy copy_behind(const Rank& rank, void* handle) noexcept {
    const link_map* map = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) give_up(rank, "find", dlerror());
    return {handle, map->l_addr};
}

Copy load_from_memory(const Rank& rank, const ImageFile& file) noexcept {
    const int descriptor = memfd_create("sartor-image", MFD_CLOEXEC);
    if (descriptor < 0) give_up(rank, "make an in-memory file for", std::strerror(errno));
    write_all(rank, descriptor, file);
    char path[160];
    unique_path(path, sizeof path, descriptor, static_cast<unsigned>(rank.number) + 1);
    const Copy copy = copy_behind(rank, open_copy(rank, path));
    share_text(file, descriptor, copy.base);
    return copy;
}

// Each copy is all in its own file: breakpoints in it are.
Copy load_from_folder(const Rank& rank, const ImageFile& file, const char* folder) noexcept {
    char path[4096];
    std::snprintf(path, sizeof path, "%s/rank-%d.so", folder, rank.number);
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
    if (descriptor < 0) {
        report("rank %d: %s can't be written: %s (--debug-images names a folder)", rank.number, path,
               std::strerror(errno));
        end_run(1);
    }
    write_all(rank, descriptor, file);
    close(descriptor);
    return copy_behind(rank, open_copy(rank, path));
}

Copy load_copy(Rank& rank, const ImageFile& file, const char* folder) noexcept {
    return folder != nullptr ? load_from_folder(rank, file, folder) : load_from_memory(rank, file);
}

} // namespace

static ImageFile made_of(const unsigned char* begin, const unsigned char* end, unsigned flags) noexcept {
    return {begin, static_cast<std::size_t>(end - begin), (flags & has_writable_data_flag) != 0,
            (flags & starts_threads_flag) != 0};
}

ImageFile image_file(int rank) noexcept {
    if (&sartor_image_flags == nullptr) return {};
    return is_guest(rank)
               ? made_of(sartor_second_image_begin, sartor_second_image_end, sartor_second_image_flags)
               : made_of(sartor_image_begin, sartor_image_end, sartor_image_flags);
}

bool has_second_image() noexcept {
    return &sartor_second_image_flags != nullptr;
}

bool images_start_threads() noexcept {
    return image_file(0).starts_threads ||
           (has_second_image() && (sartor_second_image_flags & starts_threads_flag) != 0);
}

int mappings_of_copies() noexcept {
    const ImageFile file = image_file(0);
    if (!file.has_writable_data) return 0;
    int count = 0;
    for (const auto& segment : segments_of(file)) count += segment.p_type == PT_LOAD ? 1 : 0;
    return count;
}

MainFunction load_image(Rank& self, const char* debug_folder) noexcept {
    static Copy shared_copy;
    const ImageFile file = image_file(self.number);
    const bool own = file.has_writable_data || is_guest(self.number);
    pthread_mutex_lock(&shared_copy_mutex);
    if (copies == nullptr)
        copies = static_cast<Copy*>(std::calloc(static_cast<std::size_t>(size()), sizeof(Copy)));
    if (copies == nullptr) give_up(self, "remember", "no memory");
    if (!own && shared_copy.handle == nullptr) {
        self.loading = true;
        shared_copy = load_copy(self, file, debug_folder);
        self.loading = false;
    }
    pthread_mutex_unlock(&shared_copy_mutex);
    self.loading = true;
    Copy& copy = copies[self.number];
    copy = own ? load_copy(self, file, debug_folder) : shared_copy;
    self.loading = false;
    find_exception_state();
    auto* main = reinterpret_cast<MainFunction>(dlsym(copy.handle, "sartor_image_start"));
    if (main == nullptr) give_up(self, "find the start of", dlerror());
    return main;
}

bool image_base(const Rank& rank, std::uintptr_t& base) noexcept {
    if (copies == nullptr || copies[rank.number].handle == nullptr) return false;
    base = copies[rank.number].base;
    return true;
}

bool in_image(const Rank& rank, std::uintptr_t address) noexcept {
    std::uintptr_t base = 0;
    if (!image_base(rank, base)) {
        Dl_info information;
        link_map* map = nullptr;
        if (!rank.loading || dladdr1(reinterpret_cast<void*>(address), &information,
                                     reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0)
            return false;
        return std::strstr(information.dli_fname, "/proc/self/fd/") != nullptr ||
               std::strstr(information.dli_fname, "/rank-") != nullptr;
    }
    for (const auto& segment : segments_of(image_file(rank.number)))
        if (segment.p_type == PT_LOAD && address >= base + segment.p_vaddr &&
            address < base + segment.p_vaddr + segment.p_memsz)
            return true;
    return false;
}

} // namespace sartor::process
