// A column of a matrix and a struct of mixed members travel as derived datatypes, without packing by hand.
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

enum { rows = 20, columns = 30 };

typedef struct Particle {
    char kind;
    int number;
    double position[3];
} Particle;

static MPI_Datatype particle_type(void) {
    int lengths[3] = {1, 1, 3};
    MPI_Aint offsets[3] = {offsetof(Particle, kind), offsetof(Particle, number), offsetof(Particle, position)};
    MPI_Datatype members[3] = {MPI_CHAR, MPI_INT, MPI_DOUBLE}, plain, whole;
    MPI_Type_create_struct(3, lengths, offsets, members, &plain);
    MPI_Type_create_resized(plain, 0, sizeof(Particle), &whole);
    MPI_Type_free(&plain);
    MPI_Type_commit(&whole);
    return whole;
}

// The first column goes to the right neighbour's last one; returns the number of wrong elements.
static int shift_column(int rank, int left, int right) {
    static double matrix[rows][columns];
    MPI_Datatype column;
    int wrong = 0, from = 0, to = columns - 1;
    for (int row = 0; row < rows; ++row) matrix[row][from] = 100.0 * rank + row;
    MPI_Type_vector(rows, 1, columns, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Sendrecv(&matrix[0][from], 1, column, right, 0, &matrix[0][to], 1, column, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
    for (int row = 0; row < rows; ++row) wrong += matrix[row][to] != 100.0 * left + row;
    return wrong;
}

static int shift_particles(int rank, int left, int right) {
    Particle mine[2] = {{'a', rank, {1, 2, rank}}, {'b', -rank, {3, 4, rank}}}, others[2];
    MPI_Datatype particle = particle_type();
    MPI_Sendrecv(mine, 2, particle, right, 1, others, 2, particle, left, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&particle);
    return others[0].kind != 'a' || others[0].number != left || others[1].kind != 'b' ||
           others[1].number != -left || others[1].position[1] != 4 || others[1].position[2] != left;
}

int main(int argc, char** argv) {
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    int wrong = shift_column(rank, left, right) + shift_particles(rank, left, right);
    printf("%s: derived datatypes on rank %d\n", wrong ? "wrong" : "ok", rank);
    MPI_Finalize();
    return wrong != 0;
}
