#include <semaphore.h>
#include <sys/stat.h>
#include <unistd.h>

int enter(const char* folder) {
    mkdir(folder, 0700);
    return chdir(folder);
}
