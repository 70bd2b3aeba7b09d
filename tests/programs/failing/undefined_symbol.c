// A function that nobody defines, not one of MPI: the linker's own error.
// build: fails
// stderr: undefined reference to .nobody_defines_this
#include <mpi.h>

int nobody_defines_this(void);

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int value = nobody_defines_this();
    MPI_Finalize();
    return value;
}
