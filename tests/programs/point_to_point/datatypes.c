// Every predefined datatype carries its C type: sizes, extreme values, contents after a round trip.
#include "../common/program.h"
#include <complex.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

enum { elements = 37 };

typedef struct {
    const char* name;
    MPI_Datatype datatype;
    size_t bytes;
} Row;

#define ROW(datatype, type)                                                                                  \
    { #datatype, datatype, sizeof(type) }

static void round_trip(const Row* row) {
    unsigned char sent[elements * 64], got[elements * 64 + 1];
    size_t bytes = elements * row->bytes;
    int right = (rank + 1) % size, left = (rank + size - 1) % size, count = -1, fewer = -1, before = failures;
    MPI_Status status;
    for (size_t index = 0; index < bytes; ++index)
        sent[index] = (unsigned char)mixed((unsigned)(index * 64) + (unsigned)rank);
    memset(got, 0x77, sizeof got);
    MPI_Sendrecv(sent, elements, row->datatype, right, 0, got, elements, row->datatype, left, 0,
                 MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, row->datatype, &count);
    MPI_Get_count(&status, MPI_BYTE, &fewer);
    CHECK(count == elements && fewer == (int)bytes);
    for (size_t index = 0; index < bytes; ++index)
        CHECK(got[index] == (unsigned char)mixed((unsigned)(index * 64) + (unsigned)left));
    CHECK(got[bytes] == 0x77);
    if (failures > before) fprintf(stderr, "rank %d: wrong with %s\n", rank, row->name);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const Row rows[] = {ROW(MPI_CHAR, char),
                        ROW(MPI_SIGNED_CHAR, signed char),
                        ROW(MPI_UNSIGNED_CHAR, unsigned char),
                        ROW(MPI_BYTE, char),
                        ROW(MPI_WCHAR, wchar_t),
                        ROW(MPI_C_BOOL, bool),
                        ROW(MPI_SHORT, short),
                        ROW(MPI_UNSIGNED_SHORT, unsigned short),
                        ROW(MPI_INT, int),
                        ROW(MPI_UNSIGNED, unsigned),
                        ROW(MPI_LONG, long),
                        ROW(MPI_UNSIGNED_LONG, unsigned long),
                        ROW(MPI_LONG_LONG, long long),
                        ROW(MPI_LONG_LONG_INT, long long),
                        ROW(MPI_UNSIGNED_LONG_LONG, unsigned long long),
                        ROW(MPI_INT8_T, int8_t),
                        ROW(MPI_UINT8_T, uint8_t),
                        ROW(MPI_INT16_T, int16_t),
                        ROW(MPI_UINT16_T, uint16_t),
                        ROW(MPI_INT32_T, int32_t),
                        ROW(MPI_UINT32_T, uint32_t),
                        ROW(MPI_INT64_T, int64_t),
                        ROW(MPI_UINT64_T, uint64_t),
                        ROW(MPI_AINT, MPI_Aint),
                        ROW(MPI_OFFSET, MPI_Offset),
                        ROW(MPI_COUNT, MPI_Count),
                        ROW(MPI_FLOAT, float),
                        ROW(MPI_DOUBLE, double),
                        ROW(MPI_LONG_DOUBLE, long double),
                        ROW(MPI_C_COMPLEX, float complex),
                        ROW(MPI_C_FLOAT_COMPLEX, float complex),
                        ROW(MPI_C_DOUBLE_COMPLEX, double complex),
                        ROW(MPI_C_LONG_DOUBLE_COMPLEX, long double complex),
                        ROW(MPI_CXX_BOOL, bool),
                        ROW(MPI_CXX_FLOAT_COMPLEX, float complex),
                        ROW(MPI_CXX_DOUBLE_COMPLEX, double complex),
                        ROW(MPI_CXX_LONG_DOUBLE_COMPLEX, long double complex)};
    for (size_t index = 0; index < sizeof rows / sizeof *rows; ++index) round_trip(&rows[index]);
    return end("predefined datatypes");
}
