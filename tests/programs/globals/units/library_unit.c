// A member of the static library of private_globals.c, with state of its own.
#include "shared_unit.h"

int library_total = 7;
static int calls;

int library_add(int number) {
    library_total += number;
    return ++calls;
}
