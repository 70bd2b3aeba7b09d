// Ranks exclude each other by flock: while they wait, others go on.
// ranks: 2 6
#define _GNU_SOURCE
#include "../common/program.h"
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#define NAME "flock"
static int file;
static int lock(void) {
    return flock(file, LOCK_EX);
}
static int try_lock(void) {
    return flock(file, LOCK_EX | LOCK_NB);
}
static int unlock(void) {
    return flock(file, LOCK_UN);
}
#include "locks.h"
