/* The type map of a datatype (MPI-5.0 section 5.1): its predefined datatypes and where each is, as the functions of
   section 5.1.13 tell. */
#ifndef SARTOR_FORTRAN_TYPE_MAP_H
#define SARTOR_FORTRAN_TYPE_MAP_H

#include <mpi.h>

typedef struct {
    MPI_Datatype type; /* predefined */
    MPI_Aint offset;
    MPI_Count bytes;
} TypeMapEntry;

typedef struct {
    TypeMapEntry* entries; /* in the order of the datatype */
    MPI_Count count;
    MPI_Count room;
} TypeMap;

/* Values of two parts, as of MPI_2INTEGER or MPI_COMPLEX, are two entries. Returns 0, with an empty map, if the
   datatype is of a kind whose parts are not listed (MPI_Type_create_darray). */
int read_type_map(TypeMap* map, MPI_Datatype type);
void add_to_type_map(TypeMap* map, MPI_Datatype type, MPI_Aint offset, MPI_Count bytes);
void free_type_map(TypeMap* map);

#endif
