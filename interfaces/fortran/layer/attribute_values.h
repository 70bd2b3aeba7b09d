/* Values of attributes in both languages (MPI-5.0 section 19.3.7). C sets addresses, Fortran integers. C reads what
   Fortran has set as the address of an integer, an MPI_Aint or, of MPI_ATTR_PUT, an int; Fortran reads what C has set
   as an integer, the address. So the attribute is that address, and this table knows the integers. */
#ifndef SARTOR_FORTRAN_ATTRIBUTE_VALUES_H
#define SARTOR_FORTRAN_ATTRIBUTE_VALUES_H

#include <mpi.h>

/* The attribute for an integer; the second for MPI_ATTR_PUT. Cost: O(log(attributes set in Fortran)), here and below. */
void* attribute_of_integer(MPI_Aint value);
void* attribute_of_default_integer(MPI_Fint value);
/* What Fortran reads. Predefined attributes are addresses in C, too. */
MPI_Aint attribute_in_fortran(int keyval, void* attribute);
/* For another object: an integer of its own, or the same address. */
void* copy_of_attribute(void* attribute);
/* When the attribute is deleted under a key that was made in Fortran. Under one that was made in C the integer remains
   until the program ends: duplicates may refer to it. */
void end_attribute(void* attribute);

#endif
