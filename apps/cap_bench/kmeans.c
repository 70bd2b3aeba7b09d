// K-Means of CAP Bench as LWMPI, section 6.2, has it: points in a plane are split into clusters around centroids, until
// no point changes. Coordinates are integers, so that the result is the same for every number of ranks.
//
// Usage: kmeans [POINTS [CENTROIDS [STEPS]]]   (default: 13440 for each cluster of ranks, 128, at most 20)
#include "hierarchy.h"

#include <string.h>

enum { dimensions = 2, range = 1 << 16, tag_centroids = 1, tag_sums };

// Operations of a PE for one distance: two differences, two products, a sum, a comparison, loads, the loop. An
// assumption; it counts where time is virtual.
enum { cycles_of_distance = 12 };

typedef int Point[dimensions];

static Hierarchy own;
static Point* points; // of this rank
static short* nearest;
static Part part;
static Point* centroids;
static int centroid_count;

// Numbers that are the same on every rank, by position (SplitMix64).
static unsigned long long number_at(unsigned long long position) {
    unsigned long long value = (position + 1) * 0x9e3779b97f4a7c15ULL;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ value >> 27) * 0x94d049bb133111ebULL;
    return value ^ value >> 31;
}
static void make_point(long index, Point point) {
    for (int axis = 0; axis < dimensions; ++axis)
        point[axis] = (int)(number_at((unsigned long long)index * dimensions + (unsigned)axis) % range);
}

static int find_nearest(const Point point, Point* all, int count) {
    int found = 0;
    long long least = -1;
    for (int one = 0; one < count; ++one) {
        long long distance = 0;
        for (int axis = 0; axis < dimensions; ++axis) {
            const long long difference = point[axis] - all[one][axis];
            distance += difference * difference;
        }
        if (least < 0 || distance < least) least = distance, found = one;
    }
    return found;
}

// For each centroid the sums of its points' coordinates and their number, and last how many points have changed.
static void assign(long long* sums, long count, Point* of, short* to, int is_first) {
    const int changed = centroid_count * (dimensions + 1);
    for (long index = 0; index < count; ++index) {
        const int found = find_nearest(of[index], centroids, centroid_count);
        sums[changed] += is_first || to[index] != found;
        to[index] = (short)found;
        for (int axis = 0; axis < dimensions; ++axis) sums[found * (dimensions + 1) + axis] += of[index][axis];
        ++sums[found * (dimensions + 1) + dimensions];
    }
}
static void move_centroids(const long long* sums) {
    for (int one = 0; one < centroid_count; ++one) {
        const long long members = sums[one * (dimensions + 1) + dimensions];
        for (int axis = 0; members > 0 && axis < dimensions; ++axis)
            centroids[one][axis] = (int)(sums[one * (dimensions + 1) + axis] / members);
    }
}

static void* allocate(size_t bytes) {
    void* memory = calloc(bytes > 0 ? bytes : 1, 1);
    if (memory == NULL) fail("kmeans", "no memory for so many points");
    return memory;
}

// All by one rank.
static int is_right(long total, int steps) {
    Point* const result = allocate(sizeof(Point) * (size_t)centroid_count);
    memcpy(result, centroids, sizeof(Point) * (size_t)centroid_count);
    const int count = centroid_count * (dimensions + 1) + 1;
    long long* const sums = allocate(sizeof(long long) * (size_t)count);
    Point* const all = allocate(sizeof(Point) * (size_t)total);
    short* const to = allocate(sizeof(short) * (size_t)total);
    for (long index = 0; index < total; ++index) make_point(index, all[index]);
    for (int one = 0; one < centroid_count; ++one) make_point(one * (total / centroid_count), centroids[one]);
    for (int step = 0; step < steps; ++step) {
        memset(sums, 0, sizeof(long long) * (size_t)count);
        assign(sums, total, all, to, step == 0);
        move_centroids(sums);
    }
    const int equal = memcmp(result, centroids, sizeof(Point) * (size_t)centroid_count) == 0;
    free(result), free(sums), free(all), free(to);
    return equal;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    own = make_hierarchy();
    const int check = argc > 1 && strcmp(argv[argc - 1], "--check") == 0;
    argc -= check;
    const long total = argc > 1 ? atol(argv[1]) : 13440L * own.clusters;
    centroid_count = argc > 2 ? atoi(argv[2]) : 128;
    const int most_steps = argc > 3 ? atoi(argv[3]) : 20;
    if (total < centroid_count || centroid_count < 1 || centroid_count > 32767 || most_steps < 1)
        fail("kmeans", "usage: kmeans [POINTS [CENTROIDS [STEPS]]] [--check], no more centroids than points");
    part = own_part(&own, total);
    points = allocate(sizeof(Point) * (size_t)part.count);
    nearest = allocate(sizeof(short) * (size_t)part.count);
    centroids = allocate(sizeof(Point) * (size_t)centroid_count);
    const int count = centroid_count * (dimensions + 1) + 1;
    long long* const sums = allocate(sizeof(long long) * (size_t)count);
    long long* const room = allocate(sizeof(long long) * (size_t)count);
    for (long index = 0; index < part.count; ++index) make_point(part.first + index, points[index]);
    for (int one = 0; one < centroid_count; ++one) make_point(one * (total / centroid_count), centroids[one]);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    int steps = 0;
    for (long long changed = 1; changed > 0 && steps < most_steps; ++steps) {
        send_to_all(&own, centroids, centroid_count * dimensions, MPI_INT, tag_centroids);
        memset(sums, 0, sizeof(long long) * (size_t)count);
        assign(sums, part.count, points, nearest, steps == 0);
        sartor_compute((unsigned long long)part.count * (unsigned long long)centroid_count * cycles_of_distance);
        add_up(&own, sums, room, count, tag_sums);
        if (own.rank == 0) move_centroids(sums);
        changed = sums[count - 1];
        send_to_all(&own, &changed, 1, MPI_LONG_LONG, tag_centroids);
    }
    const double seconds = MPI_Wtime() - start;
    int failed = 0;
    if (own.rank == 0) {
        unsigned long long digest = 0;
        for (int one = 0; one < centroid_count; ++one)
            for (int axis = 0; axis < dimensions; ++axis) digest = digest * 31 + (unsigned)centroids[one][axis];
        printf("kmeans: %ld points, %d centroids, %d steps, result %016llx\n", total, centroid_count, steps, digest);
        fprintf(stderr, "kmeans: %d ranks in %d clusters, %.6f s\n", own.size, own.clusters, seconds);
        if (check) {
            failed = !is_right(total, steps);
            printf("check: %s\n", failed ? "another result by one rank" : "the same by one rank");
        }
    }
    free(points), free(nearest), free(centroids), free(sums), free(room);
    free_hierarchy(&own);
    MPI_Finalize();
    return failed;
}
