/* What Fortran programs call. Each procedure is there as MPI_X and as PMPI_X, and calls the C function of the same
   name: a tool that has its own MPI_X for Fortran or for C sees each call once. Those without P are weak, so that a
   tool's come first. */
#include "interfaces/fortran/layer/arguments.h"
#include "interfaces/fortran/layer/attribute_values.h"
#include "interfaces/fortran/layer/callbacks.h"
#include "interfaces/fortran/layer/handles.h"
#include "interfaces/fortran/layer/predefined.h"
#include "interfaces/fortran/layer/sections.h"

#include <stdbool.h>

#define ENTRY(name) __attribute__((weak)) name##_
#define MPI(name) MPI_##name
#define MPIX(name) MPIX_##name
#define ALIAS(name, of) extern __typeof__(of##_) name##_ __attribute__((weak, alias(#of "_")));
#include "entries.inc"
#include "interfaces/fortran/layer/attributes.inc"
#include "interfaces/fortran/layer/fortran_only.inc"
#include "interfaces/fortran/layer/lengths.inc"
#include "interfaces/fortran/layer/removed.inc"

#undef ENTRY
#undef MPI
#undef MPIX
#undef ALIAS
#define ENTRY(name) p##name##_
#define MPI(name) PMPI_##name
#define MPIX(name) PMPIX_##name
#define ALIAS(name, of) extern __typeof__(p##of##_) p##name##_ __attribute__((alias("p" #of "_")));
#include "entries.inc"
#include "interfaces/fortran/layer/attributes.inc"
#include "interfaces/fortran/layer/fortran_only.inc"
#include "interfaces/fortran/layer/lengths.inc"
#include "interfaces/fortran/layer/removed.inc"
