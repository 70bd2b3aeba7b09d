// Ranks exclude each other by locks of open file descriptions: while they wait, others go on.
// ranks: 2 6
#define _GNU_SOURCE
#include "../common/program.h"
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#define NAME "locks of open file descriptions"
static int file;
static int fcntl_lock(int command, short type) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 10};
    return fcntl(file, command, &lock);
}
static int lock(void) {
    return fcntl_lock(F_OFD_SETLKW, F_WRLCK);
}
static int try_lock(void) {
    return fcntl_lock(F_OFD_SETLK, F_WRLCK);
}
static int unlock(void) {
    return fcntl_lock(F_OFD_SETLK, F_UNLCK);
}
#include "locks.h"
