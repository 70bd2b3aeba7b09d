// Checks of a test program, by each of its ranks.
#pragma once

#include <stdio.h>

static int rank, size;
static int failures;

// Says what doesn't hold, and where; the program goes on and fails in the end.
#define CHECK(condition) check(!!(condition), #condition, __FILE__, __LINE__)

static inline void check(int holds, const char* condition, const char* file, int line) {
    if (holds) return;
    if (++failures <= 10) fprintf(stderr, "%s:%d: rank %d: does not hold: %s\n", file, line, rank, condition);
}
