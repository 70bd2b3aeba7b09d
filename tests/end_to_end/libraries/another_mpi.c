/* Looks like the library of another MPI. */
int PMPI_Init(int* argc, char*** argv) { return argc == 0 && argv == 0; }
int MPI_Init(int* argc, char*** argv) { return PMPI_Init(argc, argv); }
int count_call(int calls) { return calls; }
