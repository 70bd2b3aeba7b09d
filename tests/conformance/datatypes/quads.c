// Numbers of 16 bytes, and complex ones of 32 (MPI-5.0 sections 3.2.2, 5.3.2, 6.9.2, 19.1.5). All values are exact
// in 113 bits, and neither in 53 nor in 64.
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/frame.h"

#if __LDBL_MANT_DIG__ == 113
typedef long double Quad;
#else
typedef __float128 Quad;
#endif
#if __LDBL_MANT_DIG__ == 113
typedef long double _Complex QuadComplex;
#elif defined(__clang__)
typedef __float128 _Complex QuadComplex;
#else
typedef _Float128 _Complex QuadComplex;
#endif

static QuadComplex complex_of(Quad real, Quad imaginary) {
    QuadComplex made;
    __real__ made = real;
    __imag__ made = imaginary;
    return made;
}

// 2 to the power of -exponent.
static Quad fraction(int exponent) {
    Quad value = 1;
    while (exponent-- > 0) value /= 2;
    return value;
}

// (1 + part) to the power of the number of ranks needs 14 bits a factor: 113 bits with 8 ranks.
static void reals(void) {
    const MPI_Op operations[4] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN};
    const Quad part = fraction(14), least = fraction(100);
    Quad in[4][2], expected[4][2], out[2];
    for (int index = 0; index < 2; ++index) {
        Quad sum = 0, product = 1;
        for (int from = 0; from < size; ++from) {
            sum += 1 + index + from * least;
            product *= 1 + part;
        }
        in[0][index] = 1 + index + rank * least, expected[0][index] = sum;
        in[1][index] = 1 + part, expected[1][index] = product;
        in[2][index] = in[3][index] = 1 - index * 2 + (rank + 1) % size * least;
        expected[2][index] = 1 - index * 2 + (size - 1) * least;
        expected[3][index] = 1 - index * 2;
    }
    for (int kind = 0; kind < 4; ++kind) {
        out[0] = out[1] = -1;
        MPI_Allreduce(in[kind], out, 2, MPI_REAL16, operations[kind], MPI_COMM_WORLD);
        CHECK(out[0] == expected[kind][0] && out[1] == expected[kind][1]);
        out[0] = out[1] = -1;
        MPI_Reduce(in[kind], out, 2, MPI_REAL16, operations[kind], size - 1, MPI_COMM_WORLD);
        CHECK(rank < size - 1 || (out[0] == expected[kind][0] && out[1] == expected[kind][1]));
    }
}

static void complex_ones(void) {
    const MPI_Op operations[2] = {MPI_SUM, MPI_PROD};
    const Quad part = fraction(14), least = fraction(100);
    const QuadComplex in[2][2] = {{complex_of(1 + rank * least, -rank), complex_of(rank, 2 - rank * least)},
                                  {complex_of(1, part), complex_of(-part, 1)}};
    QuadComplex expected[2][2] = {{0, 0}, {1, 1}}, out[2];
    for (int from = 0; from < size; ++from) {
        expected[0][0] += complex_of(1 + from * least, -from);
        expected[0][1] += complex_of(from, 2 - from * least);
        expected[1][0] *= in[1][0];
        expected[1][1] *= in[1][1];
    }
    for (int kind = 0; kind < 2; ++kind) {
        out[0] = out[1] = 0;
        MPI_Allreduce(in[kind], out, 2, MPI_COMPLEX32, operations[kind], MPI_COMM_WORLD);
        CHECK(out[0] == expected[kind][0] && out[1] == expected[kind][1]);
        out[0] = out[1] = 0;
        MPI_Reduce(in[kind], out, 2, MPI_COMPLEX32, operations[kind], 0, MPI_COMM_WORLD);
        CHECK(rank > 0 || (out[0] == expected[kind][0] && out[1] == expected[kind][1]));
    }
}

// Whether a number begins with these two bytes, its sign and exponent, and zeros follow.
static int starts(const unsigned char* number, int first, int second) {
    int zeros = 0;
    for (int index = 2; index < 16; ++index) zeros += number[index] == 0;
    return number[0] == first && number[1] == second && zeros == 14;
}

// In external32 they are IEEE's numbers of 16 bytes, the sign first.
static void packed(void) {
    const Quad reals_in[3] = {1, -2, 1 + (rank + 1) * fraction(100)};
    const QuadComplex complex_in[2] = {complex_of(1, -2),
                                       complex_of(rank + fraction(110), 1 - fraction(112))};
    Quad reals_out[3] = {0, 0, 0};
    QuadComplex complex_out[2] = {0, 0};
    unsigned char wire[112];
    MPI_Aint bytes = -1, at = 0;
    MPI_Pack_external_size("external32", 3, MPI_REAL16, &bytes);
    CHECK(bytes == 48);
    MPI_Pack_external_size("external32", 2, MPI_COMPLEX32, &bytes);
    CHECK(bytes == 64);
    MPI_Pack_external("external32", reals_in, 3, MPI_REAL16, wire, sizeof wire, &at);
    CHECK(at == 48);
    MPI_Pack_external("external32", complex_in, 2, MPI_COMPLEX32, wire, sizeof wire, &at);
    CHECK(at == 112);
    CHECK(starts(wire, 0x3f, 0xff) && starts(wire + 16, 0xc0, 0));
    CHECK(starts(wire + 48, 0x3f, 0xff) && starts(wire + 64, 0xc0, 0));
    at = 0;
    MPI_Unpack_external("external32", wire, sizeof wire, &at, reals_out, 3, MPI_REAL16);
    MPI_Unpack_external("external32", wire, sizeof wire, &at, complex_out, 2, MPI_COMPLEX32);
    CHECK(at == 112);
    for (int index = 0; index < 3; ++index) CHECK(reals_out[index] == reals_in[index]);
    for (int index = 0; index < 2; ++index) CHECK(complex_out[index] == complex_in[index]);
}

// What gives these datatypes by their properties.
static void found(void) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    CHECK(MPI_Type_match_size(MPI_TYPECLASS_REAL, 16, &type) == MPI_SUCCESS && type == MPI_REAL16);
    CHECK(MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 32, &type) == MPI_SUCCESS && type == MPI_COMPLEX32);
}

// The smallest ones of 33 decimal digits.
static void by_precision(void) {
    MPI_Datatype real, complex_type;
    int bytes = 0;
    CHECK(MPI_Type_create_f90_real(33, MPI_UNDEFINED, &real) == MPI_SUCCESS);
    MPI_Type_size(real, &bytes);
    CHECK(bytes == 16);
    CHECK(MPI_Type_create_f90_complex(33, MPI_UNDEFINED, &complex_type) == MPI_SUCCESS);
    MPI_Type_size(complex_type, &bytes);
    CHECK(bytes == 32);
    Quad in = 1 + (rank + 1) * fraction(100), most = 0;
    QuadComplex pair = complex_of(in, -in), sum = 0;
    MPI_Allreduce(&in, &most, 1, real, MPI_MAX, MPI_COMM_WORLD);
    CHECK(most == 1 + size * fraction(100));
    MPI_Allreduce(&pair, &sum, 1, complex_type, MPI_SUM, MPI_COMM_WORLD);
    in = size + size * (size + 1) / 2 * fraction(100);
    CHECK(sum == complex_of(in, -in));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    let_errors_return();
    reals();
    complex_ones();
    packed();
    found();
    by_precision();
    return finish("numbers of 16 bytes");
}
