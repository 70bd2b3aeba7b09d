// What a program calls to see whether another rank has left something, in a file or a semaphore: other ranks
// of the same core run behind each look, so that a program that looks again and again waits for them.
#include <cstdint>
#include <cstdio>
#include <dirent.h>
#include <semaphore.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/image/parts/closed_streams.hpp"
#include "runtime/image/parts/of_c_library.hpp"
#include "runtime/image/parts/other_ranks.hpp"
#include "runtime/image/parts/pipes_in_turn.hpp"

using sartor::process::let_other_ranks_run;
using sartor::process::lowest_number;

// own: a name that no header has, since these declare some functions with more words or fewer arguments.
#define SARTOR_LOOK(result, own, name, parameters, arguments)                                                \
    SARTOR_LOOK_AS(result, own, name, parameters, arguments, )
// number: what is made of the result.
#define SARTOR_LOOK_AS(result, own, name, parameters, arguments, number)                                     \
    extern "C" [[gnu::weak]] result own parameters asm(name);                                                \
    result own parameters {                                                                                  \
        static const auto look = sartor::process::of_c_library<result(*) parameters>(name);                  \
        const auto found = number(look arguments);                                                           \
        let_other_ranks_run();                                                                               \
        return found;                                                                                        \
    }
#define SARTOR_PATH_LOOK(own, name)                                                                          \
    SARTOR_LOOK(int, own, name, (const char* path, std::intptr_t more), (path, more))
#define SARTOR_FOLDER_LOOK(own, name)                                                                        \
    SARTOR_LOOK(int, own, name,                                                                              \
                (int folder, const char* path, std::intptr_t more, std::intptr_t further, void* last),       \
                (folder, path, more, further, last))

SARTOR_PATH_LOOK(look_access, "access")
SARTOR_PATH_LOOK(look_eaccess, "eaccess")
SARTOR_PATH_LOOK(look_euidaccess, "euidaccess")
SARTOR_FOLDER_LOOK(look_faccessat, "faccessat")
SARTOR_PATH_LOOK(look_stat, "stat")
SARTOR_PATH_LOOK(look_stat64, "stat64")
SARTOR_PATH_LOOK(look_lstat, "lstat")
SARTOR_PATH_LOOK(look_lstat64, "lstat64")
SARTOR_FOLDER_LOOK(look_fstatat, "fstatat")
SARTOR_FOLDER_LOOK(look_fstatat64, "fstatat64")
SARTOR_FOLDER_LOOK(look_statx, "statx")

// Also with O_CREAT | O_EXCL, as for a file that stands for a lock.
#define SARTOR_OPEN(own, name)                                                                               \
    extern "C" [[gnu::weak]] int own(const char* path, int flags, mode_t mode) asm(name);                    \
    int own(const char* path, int flags, mode_t mode) {                                                      \
        static const auto system = sartor::process::of_c_library<int (*)(const char*, int, mode_t)>(name);   \
        const auto open = [mode](const char* file, int how) { return system(file, how, mode); };             \
        const int opened = lowest_number(sartor::process::open_in_turn(path, flags, open));                  \
        let_other_ranks_run();                                                                               \
        return opened;                                                                                       \
    }
#define SARTOR_OPEN_AT(own, name)                                                                            \
    SARTOR_LOOK_AS(int, own, name, (int folder, const char* path, int flags, mode_t mode),                   \
                   (folder, path, flags, mode), lowest_number)
SARTOR_OPEN(look_open, "open")
SARTOR_OPEN(look_open64, "open64")
SARTOR_OPEN(look_own_open64, "__open64")
SARTOR_OPEN(look_open_2, "__open_2")
SARTOR_OPEN(look_open64_2, "__open64_2")
SARTOR_OPEN_AT(look_openat, "openat")
SARTOR_OPEN_AT(look_openat64, "openat64")
SARTOR_OPEN_AT(look_openat_2, "__openat_2")
SARTOR_OPEN_AT(look_openat64_2, "__openat64_2")
SARTOR_LOOK_AS(int, look_creat, "creat", (const char* path, mode_t mode), (path, mode), lowest_number)
SARTOR_LOOK_AS(int, look_creat64, "creat64", (const char* path, mode_t mode), (path, mode), lowest_number)
SARTOR_LOOK(FILE*, look_fopen, "fopen", (const char* path, const char* mode), (path, mode))
SARTOR_LOOK(FILE*, look_fopen64, "fopen64", (const char* path, const char* mode), (path, mode))
SARTOR_LOOK(DIR*, look_opendir, "opendir", (const char* path), (path))

// Of which one rank succeeds, and others try again.
SARTOR_PATH_LOOK(look_mkdir, "mkdir")
SARTOR_PATH_LOOK(look_link, "link")
SARTOR_PATH_LOOK(look_symlink, "symlink")
SARTOR_PATH_LOOK(look_rename, "rename")
SARTOR_LOOK(int, look_sem_trywait, "sem_trywait", (sem_t * semaphore), (semaphore))

// What is read again.
#define SARTOR_READ_AT(own, name)                                                                            \
    SARTOR_LOOK(ssize_t, own, name, (int file, void* to, size_t bytes, off_t offset),                        \
                (file, to, bytes, offset))
SARTOR_READ_AT(look_pread, "pread")
SARTOR_READ_AT(look_pread64, "pread64")
SARTOR_READ_AT(look_own_pread64, "__pread64")
#define SARTOR_CHECKED_READ_AT(own, name)                                                                    \
    SARTOR_LOOK(ssize_t, own, name, (int file, void* to, size_t bytes, off_t offset, size_t room),           \
                (file, to, bytes, offset, room))
SARTOR_CHECKED_READ_AT(look_pread_chk, "__pread_chk") // of programs with -D_FORTIFY_SOURCE
SARTOR_CHECKED_READ_AT(look_pread64_chk, "__pread64_chk")
SARTOR_LOOK(int, look_fseek, "fseek", (FILE * file, long offset, int from), (file, offset, from))
SARTOR_LOOK(int, look_fseeko, "fseeko", (FILE * file, off_t offset, int from), (file, offset, from))
SARTOR_LOOK(int, look_fseeko64, "fseeko64", (FILE * file, off_t offset, int from), (file, offset, from))

extern "C" {

[[gnu::weak]] void rewind(FILE* file) {
    std::fseek(file, 0, SEEK_SET);
    std::clearerr(file);
}
[[gnu::weak]] void clearerr(FILE* file) noexcept {
    clearerr_unlocked(file);
    let_other_ranks_run();
}

} // extern "C"
