// Datatypes of Fortran's kinds by precision and range (MPI-5.0 section 19.1.5).
// ranks: 1 2 3
// oracle: verdict
#include "../common/frame.h"

#include <complex.h>

// The size of the datatype made with these arguments; 0 when there is none.
static int size_of_real(int p, int r) {
    MPI_Datatype type;
    int bytes = 0;
    if (MPI_Type_create_f90_real(p, r, &type) == MPI_SUCCESS) MPI_Type_size(type, &bytes);
    return bytes;
}
static int size_of_complex(int p, int r) {
    MPI_Datatype type;
    int bytes = 0;
    if (MPI_Type_create_f90_complex(p, r, &type) == MPI_SUCCESS) MPI_Type_size(type, &bytes);
    return bytes;
}
static int size_of_integer(int r) {
    MPI_Datatype type;
    int bytes = 0;
    if (MPI_Type_create_f90_integer(r, &type) == MPI_SUCCESS) MPI_Type_size(type, &bytes);
    return bytes;
}

static void sizes(void) {
    CHECK(size_of_real(6, 37) == 4 && size_of_real(6, MPI_UNDEFINED) == 4);
    CHECK(size_of_real(15, 307) == 8 && size_of_real(7, MPI_UNDEFINED) == 8);
    CHECK(size_of_real(MPI_UNDEFINED, 100) == 8);
    CHECK(size_of_complex(6, 37) == 8 && size_of_complex(15, 307) == 16);
    CHECK(size_of_integer(2) == 1 && size_of_integer(4) == 2 && size_of_integer(9) == 4);
    CHECK(size_of_integer(10) == 8 && size_of_integer(18) == 8);
}

static void made(MPI_Datatype type, int combiner, int arguments, int p, int r) {
    int integers = -1, addresses = -1, types = -1, found = -1, values[2] = {-1, -1};
    MPI_Type_get_envelope(type, &integers, &addresses, &types, &found);
    CHECK(integers == arguments && addresses == 0 && types == 0 && found == combiner);
    MPI_Type_get_contents(type, arguments, 0, 0, values, NULL, NULL);
    CHECK(values[0] == p && (arguments == 1 || values[1] == r));
}

// The same arguments give the same handle, others another, and it tells them.
static void handles(void) {
    MPI_Datatype real, again, other, complex_type, integer, pair, old[1];
    int counts[1], count[4];
    MPI_Type_create_f90_real(15, 307, &real);
    MPI_Type_create_f90_real(15, 307, &again);
    MPI_Type_create_f90_real(14, MPI_UNDEFINED, &other);
    MPI_Type_create_f90_complex(15, 307, &complex_type);
    MPI_Type_create_f90_integer(9, &integer);
    CHECK(real == again && real != other && real != complex_type);
    made(real, MPI_COMBINER_F90_REAL, 2, 15, 307);
    made(other, MPI_COMBINER_F90_REAL, 2, 14, MPI_UNDEFINED);
    made(complex_type, MPI_COMBINER_F90_COMPLEX, 2, 15, 307);
    made(integer, MPI_COMBINER_F90_INTEGER, 1, 9, 0);
    MPI_Type_contiguous(2, real, &pair);
    MPI_Type_get_envelope(pair, &count[0], &count[1], &count[2], &count[3]);
    MPI_Type_get_contents(pair, 1, 0, 1, counts, NULL, old);
    CHECK(counts[0] == 2 && old[0] == real);
    MPI_Type_free(&pair);
}

// Committed already, in messages and in reductions.
static void use(void) {
    MPI_Datatype real, complex_type, integer;
    double value = 0.5 + rank, sum = -1, from_left = -1;
    double complex z = rank + 1.0 * I, z_sum = 0;
    int number = rank, most = -1;
    MPI_Type_create_f90_real(15, 307, &real);
    MPI_Type_create_f90_complex(15, 307, &complex_type);
    MPI_Type_create_f90_integer(9, &integer);
    MPI_Sendrecv(&value, 1, real, right_of(rank), 0, &from_left, 1, real, left_of(rank), 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(from_left == 0.5 + left_of(rank));
    MPI_Allreduce(&value, &sum, 1, real, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == size * size / 2.0);
    MPI_Allreduce(&z, &z_sum, 1, complex_type, MPI_SUM, MPI_COMM_WORLD);
    CHECK(z_sum == size * (size - 1) / 2 + size * 1.0 * I);
    MPI_Allreduce(&number, &most, 1, integer, MPI_MAX, MPI_COMM_WORLD);
    CHECK(most == size - 1);
    CHECK(MPI_Reduce_local(&value, &sum, 1, real, MPI_SUM) == MPI_SUCCESS);
}

#ifndef ORACLE
static void refused(void) {
    MPI_Datatype type = MPI_DATATYPE_NULL, kept;
    CHECK_ERROR(MPI_ERR_ARG, MPI_Type_create_f90_real(100, 10, &type));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Type_create_f90_real(MPI_UNDEFINED, MPI_UNDEFINED, &type));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Type_create_f90_complex(6, 100000, &type));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Type_create_f90_integer(19, &type));
    CHECK_ERROR(MPI_ERR_ARG, MPI_Type_create_f90_integer(-1, &type));
    MPI_Type_create_f90_real(6, 37, &type);
    kept = type;
    CHECK_ERROR(MPI_ERR_TYPE, MPI_Type_free(&type));
    CHECK(type == kept);
    CHECK_ERROR(MPI_ERR_OP, MPI_Reduce_local(&kept, &type, 1, type, MPI_BAND));
}
#endif

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    sizes();
    handles();
    use();
#ifndef ORACLE
    refused();
#endif
    return finish("datatypes by precision and range");
}
