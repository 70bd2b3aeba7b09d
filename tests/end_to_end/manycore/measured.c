// --compute measured: the processor time of the program becomes virtual time, wherever the program computes; that of the
// library does not, nor that of other ranks. With an argument
// the program computes only after its last call of MPI, which takes the seconds that it prints.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { bytes = 1 << 22, rounds = 20000000 };

static int failures;
static double burnt; // seconds of processor time

static double processor_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void burn(void) {
    const double before = processor_time();
    volatile double sum = 0;
    for (int round = 0; round < rounds; ++round) sum += round;
    burnt = processor_time() - before;
}

static void own(void *in, void *out, int *count, MPI_Datatype *type) {
    (void)in, (void)out, (void)count, (void)type;
    burn();
}

static void expect(const char *what, double found, double least, double most) {
    printf("%s: %.6f s, expected %.6f to %.6f\n", what, found, least, most);
    if (found < least || found > most) failures = 1;
}

static void in_functions_of_the_program(void) {
    double begin = MPI_Wtime();
    burn();
    expect("a loop", MPI_Wtime() - begin, 0.9 * burnt, 1.2 * burnt + 0.001);
    MPI_Op operation;
    MPI_Op_create(own, 1, &operation);
    double in = 0, out = 0;
    begin = MPI_Wtime();
    MPI_Reduce_local(&in, &out, 1, MPI_DOUBLE, operation);
    expect("an operation of the program", MPI_Wtime() - begin, 0.9 * burnt, 1.2 * burnt + 0.001);
    MPI_Op_free(&operation);
}

// Time inside MPI is what the machine's rates give: here for copies of 16/5 bytes a cycle and 20 cycles a piece.
static void in_the_library(void) {
    char *strided = malloc(2 * bytes), *packed = malloc(bytes);
    MPI_Datatype type;
    MPI_Type_vector(bytes, 1, 2, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    int position = 0;
    const double before = processor_time(), begin = MPI_Wtime();
    MPI_Pack(strided, 1, type, packed, bytes, &position, MPI_COMM_SELF);
    const double taken = MPI_Wtime() - begin, here = processor_time() - before;
    const double modelled = (bytes * 5.0 / 16 + 20.0 * bytes) * MPI_Wtick();
    expect("packing", taken, modelled, modelled + 0.5 * here);
    MPI_Type_free(&type);
    free(packed);
    free(strided);
}

// Rank 0 computes meanwhile.
static void asleep(int rank) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    if (rank == 0) burn();
    if (rank == 1) {
        usleep(1000);
        expect("sleeping", MPI_Wtime() - begin, 0.001, 0.002);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static int after_the_last_call(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    burn();
    printf("burnt %.6f\n", burnt);
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1) return after_the_last_call(argc, argv);
    burn();
    const double before_the_first_call = burnt;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    expect("before the first call", MPI_Wtime(), 0.9 * before_the_first_call, 1.5 * before_the_first_call + 0.002);
    if (rank == 0) in_functions_of_the_program();
    if (rank == 0) in_the_library();
    asleep(rank);
    MPI_Finalize();
    if (failures) return 1;
    if (rank == 0) puts("measured: correct");
    return 0;
}
