// Operations of the program's own, Op_commutative, Reduce_local (MPI-5.0 sections 6.9.5 to 6.9.7).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

typedef struct {
    double real, imaginary;
} Complex;

typedef struct {
    int a, b, c, d;
} Matrix;

static int calls;

static void multiply_complex(void* in, void* inout, int* length, MPI_Datatype* datatype) {
    Complex *left = in, *right = inout;
    (void)datatype;
    ++calls;
    for (int index = 0; index < *length; ++index) {
        Complex product = {
            left[index].real * right[index].real - left[index].imaginary * right[index].imaginary,
            left[index].real * right[index].imaginary + left[index].imaginary * right[index].real};
        right[index] = product;
    }
}

// inout = in * inout, modulo a prime: associative, not commutative.
static void multiply_matrices(void* in, void* inout, int* length, MPI_Datatype* datatype) {
    Matrix *left = in, *right = inout;
    MPI_Aint lower, extent;
    MPI_Type_get_extent(*datatype, &lower, &extent);
    CHECK(extent == sizeof(Matrix));
    for (int index = 0; index < *length; ++index) {
        Matrix x = left[index], y = right[index];
        right[index] = (Matrix){(x.a * y.a + x.b * y.c) % 997, (x.a * y.b + x.b * y.d) % 997,
                                (x.c * y.a + x.d * y.c) % 997, (x.c * y.b + x.d * y.d) % 997};
    }
}

static void add_modulo(void* in, void* inout, int* length, MPI_Datatype* datatype) {
    CHECK(*datatype == MPI_INT); // the handle that the program gave
    for (int index = 0; index < *length; ++index)
        ((int*)inout)[index] = (((int*)inout)[index] + ((int*)in)[index]) % 1000;
}

static MPI_Datatype pair_of(MPI_Datatype member, int count) {
    MPI_Datatype type;
    MPI_Type_contiguous(count, member, &type);
    MPI_Type_commit(&type);
    return type;
}

// The example of the text: products of complex numbers.
static void complex_products(void) {
    MPI_Datatype type = pair_of(MPI_DOUBLE, 2);
    MPI_Op product;
    Complex in[10], out[10], expected = {1, 0};
    MPI_Op_create(multiply_complex, 1, &product);
    for (int index = 0; index < 10; ++index) in[index] = (Complex){0, 1}, out[index] = (Complex){-9, -9};
    MPI_Reduce(in, out, 10, type, product, 0, MPI_COMM_WORLD);
    for (int power = 0; power < size; ++power) expected = (Complex){-expected.imaginary, expected.real};
    for (int index = 0; index < 10 && rank == 0; ++index)
        CHECK(out[index].real == expected.real && out[index].imaginary == expected.imaginary);
    MPI_Allreduce(MPI_IN_PLACE, in, 10, type, product, MPI_COMM_WORLD);
    CHECK(in[9].real == expected.real && in[9].imaginary == expected.imaginary);
    CHECK(size == 1 || rank != 0 || calls > 0);
    MPI_Op_free(&product);
    MPI_Type_free(&type);
    CHECK(product == MPI_OP_NULL);
}

static Matrix matrix_of(int from, int index) {
    return (Matrix){from + 1 + index, 2 * from + 1, index + 3, from + 2};
}

// Operands are combined in the order of ranks when the operation doesn't commute, at every root.
static void in_order_of_ranks(void) {
    MPI_Datatype type = pair_of(MPI_INT, 4);
    MPI_Op product;
    Matrix in[50], out[50], expected[50];
    int length = 1;
    MPI_Op_create(multiply_matrices, 0, &product);
    for (int index = 0; index < 50; ++index) {
        in[index] = matrix_of(rank, index);
        expected[index] = matrix_of(size - 1, index);
        for (int from = size - 2; from >= 0; --from) {
            Matrix left = matrix_of(from, index);
            multiply_matrices(&left, &expected[index], &length, &type);
        }
    }
    for (int root = 0; root < size; ++root) {
        memset(out, 0, sizeof out);
        MPI_Reduce(in, out, 50, type, product, root, MPI_COMM_WORLD);
        CHECK(rank != root || memcmp(out, expected, sizeof out) == 0);
    }
    memset(out, 0, sizeof out);
    MPI_Allreduce(in, out, 50, type, product, MPI_COMM_WORLD);
    CHECK(memcmp(out, expected, sizeof out) == 0);
    memcpy(out, in, sizeof out);
    MPI_Reduce(rank == size - 1 ? MPI_IN_PLACE : out, out, 50, type, product, size - 1, MPI_COMM_WORLD);
    CHECK(rank != size - 1 || memcmp(out, expected, sizeof out) == 0);
    MPI_Op_free(&product);
    MPI_Type_free(&type);
    say("first product: %d %d %d %d\n", expected[0].a, expected[0].b, expected[0].c, expected[0].d);
}

static void commutes(void) {
    const MPI_Op predefined[] = {MPI_SUM,  MPI_PROD, MPI_MIN,    MPI_MAX,
                                 MPI_LAND, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC};
    MPI_Op own;
    int answer = -1;
    for (int index = 0; index < 8; ++index) {
        MPI_Op_commutative(predefined[index], &answer);
        CHECK(answer == 1);
    }
    for (int commutative = 0; commutative < 2; ++commutative) {
        MPI_Op_create(add_modulo, commutative, &own);
        MPI_Op_commutative(own, &answer);
        CHECK(!answer == !commutative);
        MPI_Op_free(&own);
    }
}

// inout = in op inout, in this process alone.
static void reduce_local(void) {
    MPI_Op own, product;
    int in[3] = {700, 20, 3}, inout[3] = {600, 1, 2};
    Matrix left = matrix_of(1, 2), right = matrix_of(3, 4), expected = right;
    MPI_Datatype type = pair_of(MPI_INT, 4);
    int length = 1;
    MPI_Op_create(add_modulo, 1, &own);
    MPI_Reduce_local(in, inout, 3, MPI_INT, own);
    CHECK(inout[0] == 300 && inout[1] == 21 && inout[2] == 5);
    MPI_Reduce_local(in, inout, 3, MPI_INT, MPI_MAX);
    CHECK(inout[0] == 700 && inout[1] == 21 && inout[2] == 5);
    MPI_Reduce_local(in, inout, 0, MPI_INT, MPI_SUM);
    CHECK(inout[0] == 700);
    MPI_Op_create(multiply_matrices, 0, &product);
    multiply_matrices(&left, &expected, &length, &type);
    MPI_Reduce_local(&left, &right, 1, type, product);
    CHECK(memcmp(&right, &expected, sizeof right) == 0);
    MPI_Op_free(&own), MPI_Op_free(&product);
    MPI_Type_free(&type);
}

static void large_count_forms(void);

int main(int argc, char** argv) {
    begin(&argc, &argv);
    complex_products();
    in_order_of_ranks();
    commutes();
    reduce_local();
    large_count_forms();
    return finish("operations of the program's own");
}

#if MPI_SINCE(4, 0)
static void add_large(void* in, void* inout, MPI_Count* length, MPI_Datatype* datatype) {
    (void)datatype;
    for (MPI_Count index = 0; index < *length; ++index) ((int*)inout)[index] += ((int*)in)[index];
}
#endif

static void large_count_forms(void) {
#if MPI_SINCE(4, 0)
    MPI_Op own;
    int in[2] = {rank, 1}, out[2] = {-1, -1};
    MPI_Op_create_c(add_large, 1, &own);
    MPI_Allreduce_c(in, out, (MPI_Count)2, MPI_INT, own, MPI_COMM_WORLD);
    CHECK(out[0] == size * (size - 1) / 2 && out[1] == size);
    MPI_Reduce_local_c(in, out, (MPI_Count)2, MPI_INT, own);
    CHECK(out[1] == size + 1);
    MPI_Bcast_c(out, (MPI_Count)2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Op_free(&own);
#endif
}
