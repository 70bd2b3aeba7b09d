// Messages of every size class arrive whole, expected and unexpected: 0 bytes to 64 MiB.
#include "../common/program.h"

static const int sizes[] = {0,    1,       7,    64,      100,   1000,   4096,   7 << 10,
                            8191, 8 << 10, 8193, 9 << 10, 65536, 100003, 1 << 20};
enum { largest = 64 << 20 };

static unsigned char byte_of(int index, int seed) {
    return (unsigned char)(index * 31 + index / 256 + seed);
}

static void fill(unsigned char* bytes, int count, int seed) {
    for (int index = 0; index < count; ++index) bytes[index] = byte_of(index, seed);
}

static int holds(const unsigned char* bytes, int count, int seed) {
    for (int index = 0; index < count; ++index)
        if (bytes[index] != byte_of(index, seed)) return 0;
    return 1;
}

static void send_to(int to, unsigned char* bytes, int count) {
    fill(bytes, count, rank + count);
    MPI_Send(bytes, count, MPI_BYTE, to, count % 1000, MPI_COMM_WORLD);
    memset(bytes, 0xee, (size_t)count); // what was sent is the receiver's
}

static void receive_from(int from, unsigned char* bytes, int count) {
    MPI_Status status;
    int received = -1;
    bytes[count] = 0x55;
    MPI_Recv(bytes, count + 1, MPI_BYTE, from, count % 1000, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_BYTE, &received);
    CHECK(received == count && status.MPI_SOURCE == from);
    CHECK(holds(bytes, count, from + count) && bytes[count] == 0x55);
}

// Even ranks send first; the last one of an odd number has no partner.
static void exchange(int partner, unsigned char* bytes, int count) {
    if (rank % 2 == 0) send_to(partner, bytes, count);
    receive_from(partner, bytes, count);
    if (rank % 2 == 1) send_to(partner, bytes, count);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int partner = rank ^ 1;
    unsigned char* bytes = malloc((rank < 2 ? largest : 1 << 20) + 1);
    for (unsigned index = 0; index < sizeof sizes / sizeof *sizes; ++index) {
        if (partner < size) exchange(partner, bytes, sizes[index]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (size == 2) exchange(partner, bytes, largest);
    free(bytes);
    return end("sizes");
}
