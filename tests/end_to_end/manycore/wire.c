/* What lies in the network between two clusters: a message of any type may be received as MPI_PACKED (MPI-5.0
 * section 5.2), and is then seen as it travelled. Argument: big or little, the order that numbers must have. */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 40000 };

static int rank, size, big, wrong;

static void check(int holds, const char *what, int count) {
    if (holds) return;
    printf("rank %d: %s, %d elements: other bytes than expected\n", rank, what, count);
    wrong = 1;
}

/* The bytes of one number of 1, 2, 4 or 8 bytes, in the order asked for. */
static unsigned char *put(unsigned char *slot, unsigned long long value, int bytes) {
    for (int index = 0; index < bytes; ++index)
        slot[big ? bytes - 1 - index : index] = (unsigned char)(value >> (8 * index));
    return slot + bytes;
}

static unsigned long long bits_of(double value) {
    unsigned long long bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

struct mixture {
    char letter;
    short small;
    double number;
    int pair[2];
};

static unsigned char expected[most * 32], seen[most * 32], packed[most * 32];

/* Everybody sends to the next rank, which receives it twice: as it travelled, and as what it is. */
static void send_on(const char *what, const void *data, int count, MPI_Datatype type, const unsigned char *end,
                    void *received, MPI_Datatype received_type, int received_count) {
    const int bytes = (int)(end - expected), next = (rank + 1) % size, before = (rank + size - 1) % size;
    MPI_Status status;
    int arrived = 0, position = 0;
    MPI_Request requests[2];
    MPI_Isend(data, count, type, next, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv(seen, sizeof seen, MPI_PACKED, before, 1, MPI_COMM_WORLD, &status);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Get_count(&status, MPI_PACKED, &arrived);
    check(arrived == bytes && memcmp(seen, expected, bytes) == 0, what, count);

    MPI_Isend(data, count, type, next, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv(received, received_count, received_type, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);

    MPI_Pack(data, count, type, packed, sizeof packed, &position, MPI_COMM_WORLD);
    check(position == bytes && memcmp(packed, seen, bytes) == 0, "packed", count);
    MPI_Sendrecv(packed, bytes, MPI_PACKED, next, 3, seen, sizeof seen, MPI_PACKED, before, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    check(memcmp(seen, expected, bytes) == 0, "sent packed", count);
    MPI_Sendrecv(data, count, type, next, 4, packed, bytes, MPI_BYTE, before, 4, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void numbers(int count) {
    static double values[most], back[most], unpacked[most];
    unsigned char *end = expected;
    int position = 0;
    for (int index = 0; index < count; ++index) {
        values[index] = 1.5 * index - 7;
        end = put(end, bits_of(values[index]), 8);
    }
    send_on("doubles", values, count, MPI_DOUBLE, end, back, MPI_DOUBLE, count);
    check(memcmp(values, back, sizeof(double) * count) == 0, "doubles received", count);
    MPI_Unpack(seen, sizeof seen, &position, unpacked, count, MPI_DOUBLE, MPI_COMM_WORLD);
    check(memcmp(values, unpacked, sizeof(double) * count) == 0, "doubles unpacked", count);
}

static void columns(int count) {
    static int matrix[most * 2], back[most * 2];
    unsigned char *end = expected;
    MPI_Datatype column;
    for (int index = 0; index < 2 * count; ++index) matrix[index] = 3000 * index + 5;
    for (int index = 0; index < count; ++index) end = put(end, (unsigned)matrix[2 * index], 4);
    memset(back, 0, sizeof back);
    MPI_Type_vector(count, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    send_on("a column", matrix, 1, column, end, back, column, 1);
    for (int index = 0; index < count; ++index)
        check(back[2 * index] == matrix[2 * index] && back[2 * index + 1] == 0, "a column received", count);
    send_on("a column", matrix, 1, column, end, back, MPI_INT, count);
    for (int index = 0; index < count; ++index)
        check(back[index] == matrix[2 * index], "a column received as integers", count);
    MPI_Type_free(&column);
}

static void mixtures(int count) {
    static struct mixture values[most], back[most];
    const int lengths[] = {1, 1, 1, 2};
    const MPI_Aint slots[] = {offsetof(struct mixture, letter), offsetof(struct mixture, small),
                               offsetof(struct mixture, number), offsetof(struct mixture, pair)};
    const MPI_Datatype types[] = {MPI_CHAR, MPI_SHORT, MPI_DOUBLE, MPI_INT};
    unsigned char *end = expected;
    MPI_Datatype all, mixture;
    memset(values, 0, sizeof values);
    memset(back, 0, sizeof back);
    for (int index = 0; index < count; ++index) {
        const struct mixture one = {(char)('a' + index % 26), (short)(index - 9), index / 8.0, {index, -index}};
        values[index].letter = one.letter, values[index].small = one.small, values[index].number = one.number;
        memcpy(values[index].pair, one.pair, sizeof one.pair);
        end = put(end, (unsigned char)one.letter, 1);
        end = put(end, (unsigned short)one.small, 2);
        end = put(end, bits_of(one.number), 8);
        end = put(put(end, (unsigned)one.pair[0], 4), (unsigned)one.pair[1], 4);
    }
    MPI_Type_create_struct(4, lengths, slots, types, &all);
    MPI_Type_create_resized(all, 0, sizeof(struct mixture), &mixture);
    MPI_Type_free(&all);
    MPI_Type_commit(&mixture);
    send_on("mixtures", values, count, mixture, end, back, mixture, count);
    check(memcmp(values, back, sizeof *values * count) == 0, "mixtures received", count);
    MPI_Type_free(&mixture);
}

static void pairs(int count) {
    static struct { double value; int slot; } values[most], back[most];
    unsigned char *end = expected;
    for (int index = 0; index < count; ++index) {
        values[index].value = -index, values[index].slot = index;
        end = put(put(end, bits_of(-index), 8), (unsigned)index, 4);
    }
    send_on("pairs", values, count, MPI_DOUBLE_INT, end, back, MPI_DOUBLE_INT, count);
    for (int index = 0; index < count; ++index)
        check(back[index].value == -index && back[index].slot == index, "pairs received", count);
}

/* Nobody turns bytes and characters round. */
static void bytes(int count) {
    static unsigned char back[most];
    unsigned char *end = expected;
    for (int index = 0; index < count; ++index) *end++ = (unsigned char)(index * 7);
    static unsigned char values[most];
    memcpy(values, expected, count);
    send_on("bytes", values, count, MPI_BYTE, end, back, MPI_BYTE, count);
    check(memcmp(values, back, count) == 0, "bytes received", count);
    send_on("characters", values, count, MPI_UNSIGNED_CHAR, end, back, MPI_UNSIGNED_CHAR, count);
    check(memcmp(values, back, count) == 0, "characters received", count);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    big = argc > 1 && strcmp(argv[1], "big") == 0;
    const int counts[] = {1, 9, 31, 600, 9000};
    for (unsigned index = 0; index < sizeof counts / sizeof *counts; ++index) {
        numbers(counts[index]);
        columns(counts[index]);
        mixtures(counts[index]);
        pairs(counts[index]);
        bytes(counts[index]);
    }
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0 && !wrong) printf("wire: correct\n");
    MPI_Finalize();
    return wrong;
}
