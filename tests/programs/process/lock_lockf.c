// Ranks exclude each other by lockf: while they wait, others go on.
// ranks: 2 6
#define _GNU_SOURCE
#include "../common/program.h"
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#define NAME "lockf"
static int file;
static int lock(void) {
    return lockf(file, F_LOCK, 10);
}
static int try_lock(void) {
    return lockf(file, F_TLOCK, 10);
}
static int unlock(void) {
    return lockf(file, F_ULOCK, 10);
}
#include "locks.h"
