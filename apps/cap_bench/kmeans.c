// K-Means of CAP Bench as LWMPI, sections 6.1 and 7.2.3, has it: points in a plane are split into clusters around centroids.
// In each step ranks find the nearest centroid of their points; the sums go to the local masters and on to the global
// master, the new centroids back. Points have whole coordinates and their sums are exact, so that the result is the same for
// every number of ranks.
//
// Usage: kmeans [POINTS [CENTROIDS [STEPS]]] [--time] [--check]   (default: 13440 for each cluster of ranks, 128, 131)
//
// As many messages of a step as LWMPI's program has (https://github.com/nanvix/benchmarks): sums, populations and whether a
// point has changed one way, whether there is another step and the centroids the other. All steps are made.
#include "hierarchy.h"

static const char name[] = "kmeans";

enum { range = 1 << 16, most_centroids = 1024, most_points = 1 << 16 };

// Operations of a PE for one distance, computed by a function of two vectors: 4 loads of coordinates, 2 differences, 2
// products, 2 additions, a comparison; call and return (4), the loop over 2 dimensions (6), that over centroids (3) with the
// comparison to the present one (2), addresses (3).
enum { integers_of_distance = 18, floats_of_distance = 7, loads_of_distance = 4 };
// Of a point: its sums and its centroid's population are loaded and stored.
enum { floats_of_point = 2, accesses_of_point = 10, integers_of_point = 10 };

typedef struct {
    float x, y;
} Point;
typedef struct {
    unsigned x, y;
} Sum;

typedef struct {
    int count, centroid_count;
    Point *points, *centroids;
    short* nearest;
    Sum* sums;       // of the points around each centroid
    int* population; // their number
    int changed;     // whether a point belongs to another centroid than before
} Work;

static Work make_work(int points, int centroids) {
    return (Work){.count = points,
                  .centroid_count = centroids,
                  .points = allocate(name, sizeof(Point) * (size_t)points),
                  .centroids = allocate(name, sizeof(Point) * (size_t)centroids),
                  .nearest = allocate(name, sizeof(short) * (size_t)points),
                  .sums = allocate(name, sizeof(Sum) * (size_t)centroids),
                  .population = allocate(name, sizeof(int) * (size_t)centroids)};
}
static void free_work(Work* work) {
    free(work->points), free(work->centroids), free(work->nearest), free(work->sums), free(work->population);
}
static size_t bytes_of(const Work* work, size_t each) {
    return (size_t)work->centroid_count * each;
}

static Point make_point(int index) {
    const unsigned long long number = number_at((unsigned long long)index);
    return (Point){(float)(number % range), (float)(number / range % range)};
}
static void make_points(Point* points, int first, int count) {
    for (int index = 0; index < count; ++index) points[index] = make_point(first + index);
}
static void make_centroids(Point* centroids, int count, int points) {
    for (int one = 0; one < count; ++one) centroids[one] = make_point(one * (points / count));
}

static int find_nearest(const Work* work, Point point) {
    int found = 0;
    float least = 1e30F;
    for (int one = 0; one < work->centroid_count; ++one) {
        const float x = point.x - work->centroids[one].x, y = point.y - work->centroids[one].y;
        const float distance = x * x + y * y;
        if (distance < least) least = distance, found = one;
    }
    return found;
}

static void assign(Work* work) {
    memset(work->sums, 0, bytes_of(work, sizeof(Sum)));
    memset(work->population, 0, bytes_of(work, sizeof(int)));
    work->changed = 0;
    for (int index = 0; index < work->count; ++index) {
        const int found = find_nearest(work, work->points[index]);
        work->changed |= work->nearest[index] != found;
        work->nearest[index] = (short)found;
        work->sums[found].x += (unsigned)work->points[index].x;
        work->sums[found].y += (unsigned)work->points[index].y;
        ++work->population[found];
    }
    const unsigned long long points = (unsigned long long)work->count;
    const unsigned long long distances = points * (unsigned long long)work->centroid_count;
    sartor_operations(integers_of_distance * distances + integers_of_point * points,
                      floats_of_distance * distances + floats_of_point * points,
                      loads_of_distance * distances + accesses_of_point * points);
}

static void send_sums(int to, const Work* work) {
    send_to(to, work->sums, bytes_of(work, sizeof(Sum)));
    send_to(to, work->population, bytes_of(work, sizeof(int)));
    send_to(to, &work->changed, sizeof work->changed);
}
static void receive_sums(int from, Work* work) {
    receive_from(from, work->sums, bytes_of(work, sizeof(Sum)));
    receive_from(from, work->population, bytes_of(work, sizeof(int)));
    receive_from(from, &work->changed, sizeof work->changed);
}
static void send_centroids(int to, const Work* work, int again) {
    send_to(to, &again, sizeof again);
    if (again) send_to(to, work->centroids, bytes_of(work, sizeof(Point)));
}
static int receive_centroids(int from, Work* work) {
    int again = 0;
    receive_from(from, &again, sizeof again);
    if (again) receive_from(from, work->centroids, bytes_of(work, sizeof(Point)));
    return again;
}

// Two loads, an addition and a store each.
static void add_sums(Work* into, const Work* from) {
    for (int one = 0; one < into->centroid_count; ++one) {
        into->sums[one].x += from->sums[one].x;
        into->sums[one].y += from->sums[one].y;
        into->population[one] += from->population[one];
    }
    into->changed |= from->changed;
    const unsigned long long sums = 3ULL * (unsigned)into->centroid_count;
    sartor_operations(4 * sums, 0, 3 * sums);
}

static void start_slave(const Hierarchy* all, Work* work, int centroids) {
    int count = 0;
    receive_from(all->local_master, &count, sizeof count);
    *work = make_work(count, centroids);
    if (count > 0) receive_from(all->local_master, work->points, sizeof(Point) * (size_t)count);
    receive_centroids(all->local_master, work);
}

static void be_slave(const Hierarchy* all, int centroids) {
    Work work;
    start_slave(all, &work, centroids);
    do {
        assign(&work);
        send_sums(all->local_master, &work);
    } while (receive_centroids(all->local_master, &work));
    free_work(&work);
}

// The points of its cluster, of which it keeps the first part.
static Work start_local_master(const Hierarchy* all, int total, int centroids) {
    const Part own = part_of(total, all->own, all->clusters);
    Work work = make_work(own.count, centroids);
    make_points(work.points, own.first, own.count);
    receive_centroids(0, &work);
    for (int one = 0; one < all->slave_count; ++one) {
        const Part part = part_of(own.count, one + 1, all->slave_count + 1);
        send_to(all->slaves[one], &part.count, sizeof part.count);
        if (part.count > 0) send_to(all->slaves[one], &work.points[part.first], sizeof(Point) * (size_t)part.count);
        send_centroids(all->slaves[one], &work, 1);
    }
    work.count = part_of(own.count, 0, all->slave_count + 1).count;
    return work;
}

static void be_local_master(const Hierarchy* all, int total, int centroids) {
    Work work = start_local_master(all, total, centroids), theirs = make_work(0, centroids);
    int again = 0;
    do {
        assign(&work);
        for (int one = 0; one < all->slave_count; ++one) {
            receive_sums(all->slaves[one], &theirs);
            add_sums(&work, &theirs);
        }
        send_sums(0, &work);
        again = receive_centroids(0, &work);
        for (int one = 0; one < all->slave_count; ++one) send_centroids(all->slaves[one], &work, again);
    } while (again);
    free_work(&theirs);
    free_work(&work);
}

typedef struct {
    unsigned long long x, y, population;
} Total;

static void add_totals(Total* totals, const Work* work) {
    for (int one = 0; one < work->centroid_count; ++one) {
        totals[one].x += work->sums[one].x;
        totals[one].y += work->sums[one].y;
        totals[one].population += (unsigned)work->population[one];
    }
    const unsigned long long sums = 3ULL * (unsigned)work->centroid_count;
    sartor_operations(4 * sums, 0, 3 * sums);
}
static void move_centroids(Work* work, const Total* totals) {
    for (int one = 0; one < work->centroid_count; ++one) {
        if (totals[one].population == 0) continue;
        const double population = (double)totals[one].population;
        work->centroids[one] = (Point){(float)((double)totals[one].x / population), (float)((double)totals[one].y / population)};
    }
    const unsigned long long centroids = (unsigned)work->centroid_count;
    sartor_operations(4 * centroids, 4 * centroids, 5 * centroids);
}

// The sums of all clusters, or of this rank where it is alone.
static void gather(const Hierarchy* all, Work* work, Total* totals) {
    for (int one = 0; one < all->clusters; ++one) {
        receive_sums(all->masters[one], work);
        add_totals(totals, work);
    }
    if (all->clusters > 0) return;
    assign(work);
    add_totals(totals, work);
}

static void lead(const Hierarchy* all, Work* work, int steps) {
    Total* const totals = allocate(name, bytes_of(work, sizeof(Total)));
    for (int one = 0; one < all->clusters; ++one) send_centroids(all->masters[one], work, 1);
    for (int step = 1; step <= steps; ++step) {
        memset(totals, 0, bytes_of(work, sizeof(Total)));
        gather(all, work, totals);
        move_centroids(work, totals);
        for (int one = 0; one < all->clusters; ++one) send_centroids(all->masters[one], work, step < steps);
    }
    free(totals);
}

static unsigned long long digest_of(const Work* work) {
    unsigned long long digest = 0;
    for (int one = 0; one < work->centroid_count; ++one)
        digest = (digest * 31 + (unsigned long long)(work->centroids[one].x * 256)) * 31 +
                 (unsigned long long)(work->centroids[one].y * 256);
    return digest;
}

static unsigned long long result_of(const Hierarchy* all, int total, int centroids, int steps) {
    Work work = make_work(all->clusters == 0 ? total : 0, centroids);
    make_points(work.points, 0, work.count);
    make_centroids(work.centroids, centroids, total);
    lead(all, &work, steps);
    const unsigned long long digest = digest_of(&work);
    free_work(&work);
    return digest;
}

static int be_global_master(const Hierarchy* all, int total, int centroids, int steps, int check) {
    const unsigned long long digest = result_of(all, total, centroids, steps);
    print_time(all, name);
    printf("kmeans: %d points, %d centroids, %d steps, result %016llx\n", total, centroids, steps, digest);
    if (!check) return 0;
    const Hierarchy alone = {.ranks = 1};
    return print_check(result_of(&alone, total, centroids, steps) != digest);
}

int main(int argc, char** argv) {
    int check;
    Hierarchy all = start_hierarchy(&argc, &argv, name, &check);
    const int total = argc > 1 ? atoi(argv[1]) : scaled(&all, 13440);
    const int centroids = argc > 2 ? atoi(argv[2]) : 128;
    const int steps = argc > 3 ? atoi(argv[3]) : 131;
    if (centroids < 1 || centroids > most_centroids || total < centroids || total > most_points * scaled(&all, 1) || steps < 1)
        fail(name, "usage: kmeans [POINTS [CENTROIDS [STEPS]]] [--time] [--check], at most 65536 points for each cluster and 1024 "
                   "centroids, no more centroids than points");
    int failed = 0;
    if (is_global_master(&all))
        failed = be_global_master(&all, total, centroids, steps, check);
    else if (is_local_master(&all))
        be_local_master(&all, total, centroids);
    else
        be_slave(&all, centroids);
    free_hierarchy(&all);
    transport_end();
    return failed;
}
