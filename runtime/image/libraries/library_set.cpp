// Walks from an image over what it needs; the dynamic linker says what is loaded already.
#include "runtime/image/libraries/library_set.hpp"

#include <cerrno>
#include <climits>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/process.hpp"

namespace sartor::process {

namespace {

// Never given back.
const char* folder_of(const char* path) noexcept {
    const char* slash = path != nullptr ? std::strrchr(path, '/') : nullptr;
    if (slash == nullptr) return ".";
    const char* folder = strndup(path, static_cast<std::size_t>(slash - path));
    if (folder == nullptr) lack_memory_for_libraries();
    return folder;
}

// $ORIGIN: of the program that a person named, also when another cut of it runs.
const char* program_folder() noexcept {
    if (const char* given = std::getenv("SARTOR_ORIGIN")) return given;
    char path[PATH_MAX];
    return folder_of(realpath("/proc/self/exe", path));
}

bool is_loaded(const char* name) noexcept {
    void* handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (handle != nullptr) dlclose(handle);
    return handle != nullptr;
}

// Pages that are not changed are the file's.
Library open_library(const char* name, const char* path) noexcept {
    const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) != 0) refuse_library(path, std::strerror(errno));
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0) refuse_library(path, "the file is empty");
    void* bytes = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
    if (bytes == MAP_FAILED) refuse_library(path, std::strerror(errno));
    close(descriptor);
    Library library{checked(static_cast<unsigned char*>(bytes), size, path),
                    size,
                    strdup(name),
                    strdup(path),
                    folder_of(path),
                    status.st_dev,
                    status.st_ino};
    if (library.name == nullptr || library.path == nullptr) lack_memory_for_libraries();
    return library;
}

} // namespace

void lack_memory_for_libraries() noexcept {
    report("no memory for the program's shared libraries");
    end_run(1);
}

void refuse_library(const char* path, const char* why) noexcept {
    report("%s: the program can't use this shared library: %s", path, why);
    end_run(usage_exit_code);
}

SharedObject checked(unsigned char* bytes, std::size_t size, const char* path) noexcept {
    SharedObject object(bytes, size);
    if (const char* complaint = object.complaint()) refuse_library(path, complaint);
    return object;
}

LibrarySet::LibrarySet(const SharedObject& image) noexcept
    : program_{program_folder(), image.text_of(DT_RPATH), image.text_of(DT_RUNPATH)} {
    add_needed_by(image, program_, "the program");
    for (int index = 0; index < libraries_.count; ++index) {
        const Library library = libraries_.first[index]; // the list moves as it grows
        const SharedObject& object = library.object;
        add_needed_by(object, {library.folder, object.text_of(DT_RPATH), object.text_of(DT_RUNPATH)},
                      library.path);
    }
}

void LibrarySet::add_needed_by(const SharedObject& object, const Seeker& seeker, const char* who) noexcept {
    for (const auto& entry : object.dynamic())
        if (entry.d_tag == DT_NEEDED) add(object.text(entry.d_un.d_val), seeker, who);
}

// What it calls itself is known then, too.
void LibrarySet::add(const char* name, const Seeker& seeker, const char* who) noexcept {
    if (names().find(name) != nullptr) return;
    const int library = is_loaded(name) ? -1 : number_of(name, seeker, who);
    names_.add({name, library});
    const char* own = library >= 0 ? libraries_.first[library].object.text_of(DT_SONAME) : nullptr;
    if (own != nullptr && names().find(own) == nullptr) names_.add({own, library});
}

int LibrarySet::number_of(const char* name, const Seeker& seeker, const char* who) noexcept {
    char path[PATH_MAX];
    if (!find_library(name, seeker, program_, path, sizeof path)) {
        report("%s: there is no such shared library, but %s needs it; add its folder to LD_LIBRARY_PATH, or "
               "to the program's -rpath",
               name, who);
        end_run(usage_exit_code);
    }
    struct stat status;
    if (stat(path, &status) != 0) refuse_library(path, std::strerror(errno));
    for (int index = 0; index < libraries_.count; ++index)
        if (libraries_.first[index].device == status.st_dev && libraries_.first[index].inode == status.st_ino)
            return index;
    libraries_.add(open_library(name, path));
    return libraries_.count - 1;
}

} // namespace sartor::process
