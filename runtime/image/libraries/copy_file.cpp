// Names files first: copies name each other.
#include "runtime/image/libraries/copy_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/image/shared_text.hpp"
#include "runtime/process.hpp"
#include "runtime/rank/destructors.hpp"
#include "runtime/reports/debugger.hpp"

namespace sartor::process {

namespace {

[[noreturn]] void give_up(const Rank& rank, const char* what, const ImageFile& file) noexcept {
    report("rank %d: can't %s %s: %s", rank.number, what,
           file.library != nullptr ? file.library : "the program's image", std::strerror(errno));
    end_run(1);
}

// The loader distinguishes files by their names: each copy's path spells the rank in "/" and "/./", so that a
// descriptor number that is used again does not bring back an earlier copy. It names this process by its
// number: a debugger that reads the path means it, too. Slashes leave room for another name (debugger.hpp).
int unique_path(char* path, std::size_t bytes, int descriptor, unsigned number) noexcept {
    char spelled[3 * 32 + 1];
    std::size_t length = 0;
    for (unsigned bit = 0; bit < 32 && (number >> bit) != 0; ++bit) {
        const char* piece = ((number >> bit) & 1) != 0 ? "./" : "/";
        for (const char* letter = piece; *letter != '\0'; ++letter) spelled[length++] = *letter;
    }
    spelled[length] = '\0';
    return std::snprintf(path, bytes, "/proc/%d/fd/////%s%d", process_number(), spelled, descriptor);
}

CopyFile file_in_memory(const Rank& rank, const ImageFile& file) noexcept {
    int descriptor = memfd_create(file.library != nullptr ? file.library : "sartor-image", MFD_CLOEXEC);
    if (descriptor < 0) give_up(rank, "make an in-memory file for", file);
    if (is_traced()) descriptor = moved_up(descriptor);
    char path[160];
    unique_path(path, sizeof path, descriptor, static_cast<unsigned>(rank.number) + 1);
    return {descriptor, strdup(path)};
}

// Each copy is all in its own file: breakpoints in it are.
CopyFile file_in_folder(const Rank& rank, const ImageFile& file, const char* folder) noexcept {
    const char* name = file.library != nullptr ? file.library : "";
    const char* slash = std::strrchr(name, '/');
    char path[4096];
    if (file.library != nullptr)
        std::snprintf(path, sizeof path, "%s/rank-%d-%s", folder, rank.number,
                      slash != nullptr ? slash + 1 : name);
    else
        std::snprintf(path, sizeof path, "%s/rank-%d.so", folder, rank.number);
    const int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
    if (descriptor < 0) {
        report("rank %d: %s can't be written: %s (--debug-images names a folder)", rank.number, path,
               std::strerror(errno));
        end_run(1);
    }
    return {descriptor, strdup(path)};
}

void write_bytes(const Rank& rank, int descriptor, const ImageFile& file) noexcept {
    std::size_t done = 0;
    while (done < file.size) {
        const ssize_t written = write(descriptor, file.bytes + done, file.size - done);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) give_up(rank, "write", file);
        done += static_cast<std::size_t>(written);
    }
}

} // namespace

CopyFile* write_copies(const Rank& rank, CopiedFiles files, const char* debug_folder) noexcept {
    const auto count = static_cast<std::size_t>(files.count);
    auto* copies = static_cast<CopyFile*>(std::calloc(count, sizeof(CopyFile)));
    auto** paths = static_cast<const char**>(std::calloc(count, sizeof(char*)));
    if (copies == nullptr || paths == nullptr) give_up(rank, "copy", files.first[0].file);
    for (int index = 0; index < files.count; ++index) {
        const ImageFile& file = files.first[index].file;
        copies[index] =
            debug_folder != nullptr ? file_in_folder(rank, file, debug_folder) : file_in_memory(rank, file);
        paths[index] = copies[index].path;
        if (paths[index] == nullptr) give_up(rank, "name", file);
    }
    for (int index = 0; index < files.count; ++index) {
        const CopiedFile& copied = files.first[index];
        CopyFile& copy = copies[index];
        write_bytes(rank, copy.descriptor, copied.file);
        if (copied.plan != nullptr &&
            !copied.finish(*copied.plan, copy.descriptor, paths + 1)) // libraries' numbers
            give_up(rank, "write", copied.file);
        if (!hide_destructors(copied.file, copy.descriptor)) give_up(rank, "write", copied.file);
        if (debug_folder == nullptr) continue;
        close(copy.descriptor);
        copy.descriptor = -1;
    }
    std::free(paths);
    return copies;
}

void free_copies(CopyFile* copies, CopiedFiles files) noexcept {
    for (int index = 0; index < files.count; ++index) std::free(const_cast<char*>(copies[index].path));
    std::free(copies);
}

} // namespace sartor::process
