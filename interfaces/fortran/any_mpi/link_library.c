/* libmpi_abi.so to link with, where no MPI with the standard ABI is at hand: programs find a real one when they are
   loaded. This one is never in the loader's path; who runs with it is told so. */
#include <stdio.h>
#include <stdlib.h>

static int not_to_run_with(const char* function)
{
    fprintf(stderr,
            "%s: this libmpi_abi.so is only to link with; let LD_LIBRARY_PATH name the folder of an MPI's libmpi_abi.so.1\n",
            function);
    abort();
}

#define ENTRY(name)                                                                                                    \
    int name(void)                                                                                                     \
    {                                                                                                                  \
        return not_to_run_with(#name);                                                                                 \
    }
#include "link_library.inc"
