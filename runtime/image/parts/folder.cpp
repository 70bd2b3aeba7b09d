// The current folder and the mask of permissions of a rank that has an OS thread: the thread parts with the
// others' when it changes one of them (unshare(2)).
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/rank/for_parts.hpp"

namespace {

void part_with_others() noexcept {
    thread_local bool parted = false;
    if (parted || sartor_rank_companions() == 1 || !sartor_rank_thread_for_folder) return;
    parted = unshare(CLONE_FS) == 0;
}

} // namespace

extern "C" {

[[gnu::weak]] int chdir(const char* path) noexcept {
    part_with_others();
    return static_cast<int>(syscall(SYS_chdir, path));
}
[[gnu::weak]] int fchdir(int folder) noexcept {
    part_with_others();
    return static_cast<int>(syscall(SYS_fchdir, folder));
}
[[gnu::weak]] mode_t umask(mode_t mask) noexcept {
    part_with_others();
    return static_cast<mode_t>(syscall(SYS_umask, mask));
}

} // extern "C"
