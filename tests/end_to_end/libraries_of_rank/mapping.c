#include <stddef.h>
#include <sys/mman.h>

int* mapped_count(void) {
    static int count;
    int* const value = mmap(NULL, sizeof *value, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *value = ++count;
    return value;
}
