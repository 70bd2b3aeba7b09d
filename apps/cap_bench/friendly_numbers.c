// Friendly Numbers of CAP Bench as LWMPI, section 6.2, has it: which numbers of a range have the same abundance, the
// ratio of the sum of their divisors to themselves. Ranks find the abundances of their numbers (map), the global
// master the pairs that are equal (reduce).
//
// Usage: friendly_numbers [FIRST [COUNT]] [--check]   (default: 1000001, 1536 for each cluster of ranks)
#include "hierarchy.h"

#include <string.h>

enum { tag_ratios = 1 };

// Operations of a PE to try one divisor: a remainder, a comparison, the loop. An assumption; it counts where time is
// virtual.
enum { cycles_of_division = 40 };

// Without a common divisor.
typedef struct {
    long long sum, number;
} Ratio;

static long long common_divisor(long long one, long long other) {
    while (other != 0) {
        const long long rest = one % other;
        one = other;
        other = rest;
    }
    return one;
}

static Ratio abundance_of(long long number, unsigned long long* divisions) {
    long long sum = 0;
    for (long long divisor = 1; divisor * divisor <= number; ++divisor) {
        ++*divisions;
        if (number % divisor != 0) continue;
        sum += divisor;
        if (divisor != number / divisor) sum += number / divisor;
    }
    const long long common = common_divisor(sum, number);
    return (Ratio){sum / common, number / common};
}

static int compare(const void* left, const void* right) {
    const Ratio *one = left, *other = right;
    if (one->sum != other->sum) return one->sum < other->sum ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}
static long long count_friends(Ratio* ratios, long count) {
    long long pairs = 0;
    qsort(ratios, (size_t)count, sizeof *ratios, compare);
    for (long first = 0, next = 0; first < count; first = next) {
        while (next < count && compare(&ratios[first], &ratios[next]) == 0) ++next;
        pairs += (long long)(next - first) * (next - first - 1) / 2;
    }
    return pairs;
}

static Ratio* allocate(long count) {
    Ratio* const memory = calloc((size_t)(count > 0 ? count : 1), sizeof *memory);
    if (memory == NULL) fail("friendly_numbers", "no memory for so many numbers");
    return memory;
}

// The ratios of all ranks in order, at the global master: those of a cluster go by way of its local master.
static void gather(const Hierarchy* own, Ratio* all, long total) {
    const long before = own->rank - own->local; // clusters have neighbouring ranks
    if (own->local > 0) {
        const Part part = own_part(own, total);
        MPI_Send(all, (int)part.count * 2, MPI_LONG_LONG, 0, tag_ratios, own->cluster);
        return;
    }
    const long first = part_of(total, (int)before, own->size).first;
    long behind = first;
    for (int one = 0; one < own->locals; ++one) {
        const Part part = part_of(total, (int)before + one, own->size);
        behind = part.first + part.count;
        if (one > 0)
            MPI_Recv(&all[part.first - first], (int)part.count * 2, MPI_LONG_LONG, one, tag_ratios, own->cluster,
                     MPI_STATUS_IGNORE);
    }
    if (own->rank > 0) {
        MPI_Send(all, (int)(behind - first) * 2, MPI_LONG_LONG, 0, tag_ratios, own->masters);
        return;
    }
    for (int one = 1; one < own->clusters; ++one) {
        MPI_Status status;
        int numbers = 0;
        MPI_Recv(&all[behind], (int)(total - behind) * 2, MPI_LONG_LONG, one, tag_ratios, own->masters, &status);
        MPI_Get_count(&status, MPI_LONG_LONG, &numbers);
        behind += numbers / 2;
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    Hierarchy own = make_hierarchy();
    const int check = argc > 1 && strcmp(argv[argc - 1], "--check") == 0;
    argc -= check;
    const long long first = argc > 1 ? atoll(argv[1]) : 1000001;
    const long total = argc > 2 ? atol(argv[2]) : 1536L * own.clusters;
    if (first < 1 || total < 1) fail("friendly_numbers", "usage: friendly_numbers [FIRST [COUNT]] [--check]");
    const Part part = own_part(&own, total);
    // A local master has room for its cluster, the global one for all.
    const Part last = part_of(total, own.rank + own.locals - 1, own.size);
    Ratio* const ratios = allocate(own.rank == 0 ? total : own.local == 0 ? last.first + last.count - part.first : part.count);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    unsigned long long divisions = 0;
    for (long index = 0; index < part.count; ++index)
        ratios[index] = abundance_of(first + part.first + index, &divisions);
    sartor_compute(divisions * cycles_of_division);
    gather(&own, ratios, total);
    const long long pairs = own.rank == 0 ? count_friends(ratios, total) : 0;
    const double seconds = MPI_Wtime() - start;
    int failed = 0;
    if (own.rank == 0) {
        printf("friendly_numbers: %lld pairs of friends among %ld numbers from %lld on\n", pairs, total, first);
        fprintf(stderr, "friendly_numbers: %d ranks in %d clusters, %.6f s\n", own.size, own.clusters, seconds);
        if (check) {
            for (long index = 0; index < total; ++index) ratios[index] = abundance_of(first + index, &divisions);
            failed = count_friends(ratios, total) != pairs;
            printf("check: %s\n", failed ? "another result by one rank" : "the same by one rank");
        }
    }
    free(ratios);
    free_hierarchy(&own);
    MPI_Finalize();
    return failed;
}
