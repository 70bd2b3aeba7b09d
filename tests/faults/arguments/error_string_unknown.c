/* fault:  the text of an error code that nobody has made (MPI-5.0 9.4)
   expect: MPI_Error_string & code|ERR_ARG|argument
   sees:   library
   ranks:  1 */
#include <mpi.h>
#include "../faults.h"

int main(void) {
    char text[MPI_MAX_ERROR_STRING];
    int length, class, code;
    MPI_Init(NULL, NULL);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "the tank is empty");
    MPI_Error_string(code WRONG(+ 1000), text, &length);
    MPI_Finalize();
    return 0;
}
