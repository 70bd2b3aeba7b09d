// The current folder and the mask of permissions of a rank that has an OS thread: the thread parts with the
// others' when it changes one of them (unshare(2)).
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/image/parts/own_folder.hpp"

extern "C" {

[[gnu::weak]] int chdir(const char* path) noexcept {
    sartor::process::part_with_others(sartor_rank_thread_for_folder);
    return static_cast<int>(syscall(SYS_chdir, path));
}
[[gnu::weak]] int fchdir(int folder) noexcept {
    sartor::process::part_with_others(sartor_rank_thread_for_folder);
    return static_cast<int>(syscall(SYS_fchdir, folder));
}
[[gnu::weak]] mode_t umask(mode_t mask) noexcept {
    sartor::process::part_with_others(sartor_rank_thread_for_folder);
    return static_cast<mode_t>(syscall(SYS_umask, mask));
}

} // extern "C"
