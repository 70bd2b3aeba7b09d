/* A library that replaces malloc, badly: it never gives back. */
#include <stddef.h>

static _Alignas(16) char memory[1 << 22];
size_t taken;

void* malloc(size_t bytes) {
    const size_t index = __atomic_fetch_add(&taken, (bytes + 31) / 16 * 16, __ATOMIC_RELAXED);
    return index + bytes < sizeof memory ? memory + index : NULL;
}
void free(void* block) { (void)block; }

int count_call(int calls) { return calls; }
