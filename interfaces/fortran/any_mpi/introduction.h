/* An MPI that was built without Fortran learns of Fortran's types from the layer (MPI-5.0 section 20.2). The archive of
   `sartor fc` needs none of it: Sartor's MPI knows them. */
#ifndef SARTOR_FORTRAN_INTRODUCTION_H
#define SARTOR_FORTRAN_INTRODUCTION_H

#ifdef SARTOR_ANY_MPI
extern int fortran_is_introduced;
__attribute__((cold)) void introduce_fortran(void);

/* Before a datatype is used: MPI is initialized then, which some MPIs ask for (MPICH 5.1). */
static inline void with_types_of_fortran(void)
{
    if (!__atomic_load_n(&fortran_is_introduced, __ATOMIC_ACQUIRE)) introduce_fortran();
}
#else
static inline void with_types_of_fortran(void)
{
}
#endif

#endif
