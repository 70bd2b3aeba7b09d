// Checks of a conformance program: those that other MPIs need not pass, classes of errors, lines of rank 0.
#pragma once

#include <mpi.h>

#include "../../programs/common/checks.h"

#include <stdarg.h>

// Checks that differences.md explains: another MPI leaves the standard's text there, or the text leaves it
// open.
#ifdef MPICH_VERSION
#define CHECK_BUT_MPICH(condition) ((void)0)
#else
#define CHECK_BUT_MPICH(condition) CHECK(condition)
#endif
#ifdef OPEN_MPI
#define CHECK_BUT_OPEN_MPI(condition) ((void)0)
#else
#define CHECK_BUT_OPEN_MPI(condition) CHECK(condition)
#endif
#ifdef ORACLE
#define CHECK_BUT_ORACLES(condition) ((void)0)
#else
#define CHECK_BUT_ORACLES(condition) CHECK(condition)
#endif

// A line that only rank 0 prints; it must be the same with every MPI.
__attribute__((format(printf, 1, 2))) static inline void say(const char* format, ...) {
    va_list arguments;
    if (rank != 0) return;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

static inline int class_of(int code) {
    int error_class = -1;
    MPI_Error_class(code, &error_class);
    return error_class;
}

// The call returns an error of this class.
#define CHECK_ERROR(error_class, call) CHECK(class_of(call) == (error_class))
