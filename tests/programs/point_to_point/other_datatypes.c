// Datatypes of pairs and of Fortran, named in a C program, carry their bytes.
#include "../common/program.h"

typedef struct {
    const char* name;
    MPI_Datatype datatype;
    int bytes;
} Row;

static void round_trip(const Row* row) {
    char sent[64], got[65];
    int count = -1;
    MPI_Status status;
    memset(sent, 'a' + rank % 26, sizeof sent);
    memset(got, '.', sizeof got);
    MPI_Sendrecv(sent, 2, row->datatype, (rank + 1) % size, 0, got, 2, row->datatype,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, row->datatype, &count);
    CHECK(count == 2 && got[0] == 'a' + (rank + size - 1) % size % 26 && got[2 * row->bytes] == '.');
    if (failures) fprintf(stderr, "rank %d: wrong with %s\n", rank, row->name);
}

int main(int argc, char** argv) {
    struct FloatInt {
        float value;
        int index;
    };
    struct DoubleInt {
        double value;
        int index;
    };
    struct LongInt {
        long value;
        int index;
    };
    struct ShortInt {
        short value;
        int index;
    };
    struct LongDoubleInt {
        long double value;
        int index;
    };
    begin(&argc, &argv);
    const Row rows[] = {{"MPI_FLOAT_INT", MPI_FLOAT_INT, sizeof(struct FloatInt)},
                        {"MPI_DOUBLE_INT", MPI_DOUBLE_INT, sizeof(struct DoubleInt)},
                        {"MPI_LONG_INT", MPI_LONG_INT, sizeof(struct LongInt)},
                        {"MPI_2INT", MPI_2INT, 2 * sizeof(int)},
                        {"MPI_SHORT_INT", MPI_SHORT_INT, sizeof(struct ShortInt)},
                        {"MPI_LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT, sizeof(struct LongDoubleInt)},
                        {"MPI_INTEGER", MPI_INTEGER, 4},
                        {"MPI_REAL", MPI_REAL, 4},
                        {"MPI_DOUBLE_PRECISION", MPI_DOUBLE_PRECISION, 8},
                        {"MPI_COMPLEX", MPI_COMPLEX, 8},
                        {"MPI_DOUBLE_COMPLEX", MPI_DOUBLE_COMPLEX, 16},
                        {"MPI_LOGICAL", MPI_LOGICAL, 4},
                        {"MPI_CHARACTER", MPI_CHARACTER, 1},
                        {"MPI_INTEGER8", MPI_INTEGER8, 8},
                        {"MPI_REAL8", MPI_REAL8, 8}};
    for (unsigned index = 0; index < sizeof rows / sizeof *rows; ++index) round_trip(&rows[index]);
    return end("datatypes of pairs and of Fortran");
}
