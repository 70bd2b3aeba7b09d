#define _GNU_SOURCE
#include "interfaces/fortran/layer/attribute_values.h"

#include <search.h>
#include <stdlib.h>

#include "interfaces/fortran/layer/arguments.h"

typedef struct {
    union {
        MPI_Aint integer;
        MPI_Fint default_integer;
    };
    int is_default;
} Value; /* known by its address, which is that of the integer */

/* Of all threads of the rank. No call of MPI is made while it is held. */
static char values_are_used; /* Clang refuses atomic_flag of GCC's stdatomic.h */
static void* values; /* a tree, by tsearch(3) */

static void begin_use(void)
{
    while (__atomic_test_and_set(&values_are_used, __ATOMIC_ACQUIRE)) {
    }
}

static void end_use(void)
{
    __atomic_clear(&values_are_used, __ATOMIC_RELEASE);
}

static int by_address(const void* one, const void* other)
{
    return (one > other) - (one < other);
}

static void* add(Value* value)
{
    begin_use();
    const int added = tsearch(value, &values, by_address) != NULL;
    end_use();
    if (!added) end_program("no memory for an attribute");
    return value;
}

void* attribute_of_integer(MPI_Aint integer)
{
    Value* value = memory_for(sizeof *value);
    *value = (Value){.integer = integer, .is_default = 0};
    return add(value);
}

void* attribute_of_default_integer(MPI_Fint integer)
{
    Value* value = memory_for(sizeof *value);
    *value = (Value){.default_integer = integer, .is_default = 1};
    return add(value);
}

/* NULL: C has set it. */
static Value* value_behind(void* attribute)
{
    begin_use();
    void* const found = tfind(attribute, &values, by_address);
    end_use();
    return found != NULL ? attribute : NULL;
}

static MPI_Aint integer_of(const Value* value)
{
    return value->is_default ? value->default_integer : value->integer;
}

MPI_Aint attribute_in_fortran(int keyval, void* attribute)
{
    switch (keyval) {
    case MPI_TAG_UB:
    case MPI_IO:
    case MPI_HOST:
    case MPI_WTIME_IS_GLOBAL:
    case MPI_APPNUM:
    case MPI_LASTUSEDCODE:
    case MPI_UNIVERSE_SIZE:
    case MPI_WIN_DISP_UNIT:
    case MPI_WIN_CREATE_FLAVOR:
    case MPI_WIN_MODEL:
        return *(int*)attribute;
    case MPI_WIN_SIZE:
        return *(MPI_Aint*)attribute;
    default: break;
    }
    const Value* const value = value_behind(attribute);
    return value != NULL ? integer_of(value) : (MPI_Aint)attribute;
}

void* copy_of_attribute(void* attribute)
{
    const Value* const value = value_behind(attribute);
    if (value == NULL) return attribute;
    return value->is_default ? attribute_of_default_integer(value->default_integer)
                             : attribute_of_integer(value->integer);
}

void end_attribute(void* attribute)
{
    begin_use();
    const int is_value = tfind(attribute, &values, by_address) != NULL;
    if (is_value) tdelete(attribute, &values, by_address);
    end_use();
    if (is_value) free(attribute);
}
