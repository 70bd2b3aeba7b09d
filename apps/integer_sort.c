// Sample sort (W. Frazer, A. McKellar, 1970) of 32-bit keys: ranks sort their own, agree on splitters from a sample of
// all, exchange what belongs to others (MPI_Alltoallv), and sort again. The numbers sorted are the same for every number of
// ranks, and so is the result.
//
// Usage: integer_sort [KEYS]   (default: 65536 in all)
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned Key;

static int rank, ranks;

static void* allocate(size_t bytes) {
    void* const memory = calloc(bytes > 0 ? bytes : 1, 1);
    if (memory == NULL) fprintf(stderr, "integer_sort: no memory for so many keys\n"), MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

static int compare(const void* left, const void* right) {
    const Key one = *(const Key*)left, other = *(const Key*)right;
    return one < other ? -1 : one > other;
}
static void sort(Key* keys, int count) {
    qsort(keys, (size_t)count, sizeof *keys, compare);
}

// By position among all keys; small ones are frequent.
static Key key_at(unsigned position) {
    unsigned long long value = (position + 1) * 0x9e3779b97f4a7c15ULL;
    value = (value ^ value >> 31) * 0xbf58476d1ce4e5b9ULL;
    return (Key)(value >> 32) >> (value % 5 * 4);
}

// One key for each rank of each rank's sorted keys, or none; the splitters are at equal distances among all of them.
static void find_splitters(const Key* keys, int count, Key* splitters) {
    Key* const sample = allocate(sizeof(Key) * (size_t)ranks);
    Key* const all = allocate(sizeof(Key) * (size_t)ranks * (size_t)ranks);
    for (int one = 0; one < ranks; ++one) sample[one] = count > 0 ? keys[(long)count * one / ranks] : 0;
    MPI_Allgather(sample, ranks, MPI_UNSIGNED, all, ranks, MPI_UNSIGNED, MPI_COMM_WORLD);
    sort(all, ranks * ranks);
    for (int one = 1; one < ranks; ++one) splitters[one - 1] = all[one * ranks];
    free(sample);
    free(all);
}

// How many keys go to each rank: those below its splitter.
static void count_for(const Key* keys, int count, const Key* splitters, int* counts) {
    for (int index = 0, to = 0; index < count; ++index) {
        while (to < ranks - 1 && keys[index] >= splitters[to]) ++to;
        ++counts[to];
    }
}
static int add_up(const int* counts, int* offsets) {
    int sum = 0;
    for (int one = 0; one < ranks; ++one) offsets[one] = sum, sum += counts[one];
    return sum;
}

// Returns the keys that belong to this rank, and how many.
static Key* exchange(const Key* keys, int count, const Key* splitters, int* received) {
    int* const sent = allocate(sizeof(int) * 4 * (size_t)ranks);
    int *const sent_at = sent + ranks, *const counts = sent_at + ranks, *const at = counts + ranks;
    count_for(keys, count, splitters, sent);
    MPI_Alltoall(sent, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
    add_up(sent, sent_at);
    *received = add_up(counts, at);
    Key* const own = allocate(sizeof(Key) * (size_t)*received);
    MPI_Alltoallv(keys, sent, sent_at, MPI_UNSIGNED, own, counts, at, MPI_UNSIGNED, MPI_COMM_WORLD);
    free(sent);
    return own;
}

// Sums of keys, and of keys times their position in the sorted order.
static unsigned long long weighted(const Key* keys, int count, unsigned long long first) {
    unsigned long long sum = 0;
    for (int index = 0; index < count; ++index) sum += keys[index] * (first + (unsigned)index);
    return sum;
}
static unsigned long long plain(const Key* keys, int count) {
    unsigned long long sum = 0;
    for (int index = 0; index < count; ++index) sum += keys[index];
    return sum;
}

static int is_sorted(const Key* keys, int count) {
    for (int index = 1; index < count; ++index)
        if (keys[index - 1] > keys[index]) return 0;
    return 1;
}
// Also across ranks: the largest key of all ranks before is not larger than the smallest here.
static int is_in_order(const Key* keys, int count) {
    const Key largest = count > 0 ? keys[count - 1] : 0;
    Key before = 0;
    MPI_Exscan(&largest, &before, 1, MPI_UNSIGNED, MPI_MAX, MPI_COMM_WORLD);
    const int own = is_sorted(keys, count) && (rank == 0 || count == 0 || before <= keys[0]);
    int all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    return all;
}

static unsigned long long sum_of_all(unsigned long long own) {
    unsigned long long all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const long total = argc > 1 ? atol(argv[1]) : 65536;
    if (total < 1 || total > 1 << 28) fprintf(stderr, "integer_sort: usage: integer_sort [KEYS]\n"), MPI_Abort(MPI_COMM_WORLD, 2);
    const int first = (int)(total * rank / ranks), count = (int)(total * (rank + 1) / ranks) - first;
    Key *const keys = allocate(sizeof(Key) * (size_t)count), *const splitters = allocate(sizeof(Key) * (size_t)ranks);
    for (int index = 0; index < count; ++index) keys[index] = key_at((unsigned)(first + index));
    const unsigned long long before = sum_of_all(plain(keys, count));
    sort(keys, count);
    find_splitters(keys, count, splitters);
    int own_count = 0;
    Key* const own = exchange(keys, count, splitters, &own_count);
    sort(own, own_count);
    unsigned long long number = (unsigned)own_count, own_first = 0;
    MPI_Exscan(&number, &own_first, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
    const unsigned long long digest = sum_of_all(weighted(own, own_count, rank == 0 ? 0 : own_first));
    const int in_order = is_in_order(own, own_count), kept = sum_of_all(plain(own, own_count)) == before &&
                                                              sum_of_all(number) == (unsigned long long)total;
    if (rank == 0) printf("integer_sort: %ld keys, result %016llx, %s\n", total, digest, in_order && kept ? "sorted" : "NOT sorted");
    free(keys), free(splitters), free(own);
    MPI_Finalize();
    return !(in_order && kept);
}
