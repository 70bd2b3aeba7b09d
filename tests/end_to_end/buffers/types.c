// Buffers of other C types than their datatypes: marked lines get a warning, others don't.
#include <mpi.h>
#include <stdint.h>
typedef struct { double x, y; } Point;
enum color { red };
int main(int c, char** v) {
    int a[4][4] = {{0}}, rank;
    const int k = 1;
    float f[4];
    int64_t l = 0;
    long long ll = 0;
    uint32_t u = 0;
    double d[2];
    Point p[2];
    enum color e = red;
    unsigned char bytes[4];
    MPI_Init(&c, &v);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(a, 16, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast((void*)&k, 0, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Send(&k, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Bcast(f, 4, MPI_INT, 0, MPI_COMM_WORLD); // wrong
    MPI_Bcast(&l, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    MPI_Bcast(&ll, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    MPI_Bcast(&u, 1, MPI_UINT32_T, 0, MPI_COMM_WORLD);
    MPI_Bcast(p, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Bcast(&e, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(bytes, 4, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Bcast(bytes, 4, MPI_UNSIGNED_CHAR, 0, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, d, 2, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD); // wrong
    MPI_Gather(d, 1, MPI_DOUBLE, f, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); // wrong
    return MPI_Finalize();
}
