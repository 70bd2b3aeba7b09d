// Predefined operations and their types; MINLOC and MAXLOC (MPI-5.0 sections 6.9.2, 6.9.4).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

#include <stdbool.h>
#include <stdint.h>

// All operations of the arithmetic types on two elements: 1 + rank and 3 * rank - 4, small enough for any
// type.
#define CHECK_ARITHMETIC(ctype, type)                                                                        \
    do {                                                                                                     \
        const MPI_Op operations[4] = {MPI_SUM, MPI_PROD, MPI_MIN, MPI_MAX};                                  \
        for (int kind = 0; kind < 4; ++kind) {                                                               \
            ctype in[2] = {(ctype)(1 + rank % 3), (ctype)(7 - rank % 4)}, out[2] = {0, 0}, expected[2];      \
            for (int from = 0; from < size; ++from) {                                                        \
                ctype values[2] = {(ctype)(1 + from % 3), (ctype)(7 - from % 4)};                            \
                for (int index = 0; index < 2; ++index) {                                                    \
                    ctype value = values[index], so_far = from == 0 ? value : expected[index];               \
                    if (from > 0 && kind == 0) so_far = (ctype)(so_far + value);                             \
                    if (from > 0 && kind == 1) so_far = (ctype)(so_far * value);                             \
                    if (from > 0 && kind == 2 && value < so_far) so_far = value;                             \
                    if (from > 0 && kind == 3 && value > so_far) so_far = value;                             \
                    expected[index] = so_far;                                                                \
                }                                                                                            \
            }                                                                                                \
            MPI_Allreduce(in, out, 2, type, operations[kind], MPI_COMM_WORLD);                               \
            CHECK(out[0] == expected[0] && out[1] == expected[1]);                                           \
        }                                                                                                    \
    } while (0)

static void arithmetic(void) {
    CHECK_ARITHMETIC(signed char, MPI_SIGNED_CHAR);
    CHECK_ARITHMETIC(unsigned char, MPI_UNSIGNED_CHAR);
    CHECK_ARITHMETIC(short, MPI_SHORT);
    CHECK_ARITHMETIC(unsigned short, MPI_UNSIGNED_SHORT);
    CHECK_ARITHMETIC(int, MPI_INT);
    CHECK_ARITHMETIC(unsigned, MPI_UNSIGNED);
    CHECK_ARITHMETIC(long, MPI_LONG);
    CHECK_ARITHMETIC(unsigned long, MPI_UNSIGNED_LONG);
    CHECK_ARITHMETIC(long long, MPI_LONG_LONG);
    CHECK_ARITHMETIC(unsigned long long, MPI_UNSIGNED_LONG_LONG);
    CHECK_ARITHMETIC(int8_t, MPI_INT8_T);
    CHECK_ARITHMETIC(uint16_t, MPI_UINT16_T);
    CHECK_ARITHMETIC(int32_t, MPI_INT32_T);
    CHECK_ARITHMETIC(uint64_t, MPI_UINT64_T);
    CHECK_ARITHMETIC(MPI_Aint, MPI_AINT);
    CHECK_ARITHMETIC(MPI_Offset, MPI_OFFSET);
    CHECK_ARITHMETIC(MPI_Count, MPI_COUNT);
    CHECK_ARITHMETIC(float, MPI_FLOAT);
    CHECK_ARITHMETIC(double, MPI_DOUBLE);
    CHECK_ARITHMETIC(long double, MPI_LONG_DOUBLE);
}

static void bits_and_truths(void) {
    const MPI_Op operations[6] = {MPI_BAND, MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
    unsigned in[3] = {0xf0u | (1u << rank % 4), ~(1u << rank), rank % 2u}, out[3];
    unsigned char byte = (unsigned char)(0x81 + rank), bytes_or = 0, got = 0;
    bool truth = rank != 0, all = true;
    unsigned expected[6][3];
    for (int index = 0; index < 3; ++index)
        for (int kind = 0; kind < 6; ++kind) {
            for (int from = 0; from < size; ++from) {
                unsigned values[3] = {0xf0u | (1u << from % 4), ~(1u << from), from % 2u};
                unsigned value = kind < 3 ? values[index] : values[index] != 0;
                unsigned so_far = from == 0 ? value : expected[kind][index];
                if (from > 0 && kind % 3 == 0) so_far &= value;
                if (from > 0 && kind % 3 == 1) so_far |= value;
                if (from > 0 && kind % 3 == 2) so_far ^= value;
                expected[kind][index] = so_far;
            }
        }
    for (int kind = 0; kind < 6; ++kind) {
        MPI_Allreduce(in, out, 3, MPI_UNSIGNED, operations[kind], MPI_COMM_WORLD);
        // one rank alone: its truth values may come back as they are
        for (int index = 0; index < 3; ++index)
            CHECK(out[index] == expected[kind][index] ||
                  (size == 1 && !out[index] == !expected[kind][index]));
    }
    for (int from = 0; from < size; ++from) bytes_or |= (unsigned char)(0x81 + from);
    MPI_Allreduce(&byte, &got, 1, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
    CHECK(got == bytes_or);
    MPI_Allreduce(&truth, &all, 1, MPI_C_BOOL, MPI_LAND, MPI_COMM_WORLD);
    CHECK(all == false);
}

// The value of all, with the least index of those that have it.
#define CHECK_PLACES(ctype, type)                                                                            \
    do {                                                                                                     \
        struct {                                                                                             \
            ctype value;                                                                                     \
            int index;                                                                                       \
        } in = {(ctype)((rank * 5 + 2) % 3), 100 - rank}, most, least;                                       \
        ctype highest = 2, lowest = size > 1 ? (ctype)(size > 2 ? 0 : 1) : (ctype)2;                         \
        int highest_index = 0, lowest_index = 0;                                                             \
        for (int from = 0; from < size; ++from) {                                                            \
            if ((from * 5 + 2) % 3 == (int)highest) highest_index = 100 - from;                              \
            if ((from * 5 + 2) % 3 == (int)lowest) lowest_index = 100 - from;                                \
        }                                                                                                    \
        MPI_Allreduce(&in, &most, 1, type, MPI_MAXLOC, MPI_COMM_WORLD);                                      \
        MPI_Allreduce(&in, &least, 1, type, MPI_MINLOC, MPI_COMM_WORLD);                                     \
        CHECK(most.value == highest && most.index == highest_index);                                         \
        CHECK(least.value == lowest && least.index == lowest_index);                                         \
    } while (0)

static void indices(void) {
    CHECK_PLACES(int, MPI_2INT);
    CHECK_PLACES(float, MPI_FLOAT_INT);
    CHECK_PLACES(double, MPI_DOUBLE_INT);
    CHECK_PLACES(long, MPI_LONG_INT);
    CHECK_PLACES(short, MPI_SHORT_INT);
    CHECK_PLACES(long double, MPI_LONG_DOUBLE_INT);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    arithmetic();
    bits_and_truths();
    indices();
    return finish("predefined operations");
}
