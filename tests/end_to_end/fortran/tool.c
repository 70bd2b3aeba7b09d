/* A tool that counts the barriers of Fortran programs: it has MPI's name of the procedure, and calls PMPI's. */
static int barriers;

void pmpi_barrier_f08_(int* comm, int* error);
void mpi_barrier_f08_(int* comm, int* error)
{
    ++barriers;
    pmpi_barrier_f08_(comm, error);
}

int barriers_of_tool(void)
{
    return barriers;
}
