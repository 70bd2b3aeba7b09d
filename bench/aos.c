/* Remote atomic operations and remote queues on an emulated Bostan, as AOS, section 6.4 and figure 4, measures them: lines
   "name cycles" for bench/reproduce. Ranks are spread over 16 clusters; the first of each cluster initiates, or all. */
#include <mpi.h>
#include <sartor/aos.h>
#include <stdio.h>
#include <stdlib.h>

enum { clusters = 16 };
static int rank, ranks;
static int64_t words[2];
static sartor_aos_segment segments[clusters];

static void check(int result) {
    if (result == SARTOR_AOS_OK) return;
    fprintf(stderr, "aos: rank %d: %s\n", rank, sartor_aos_error_text(result));
    exit(1);
}

static double cycles_since(double start) { return (MPI_Wtime() - start) / MPI_Wtick(); }

static double largest(double value) {
    double result = 0;
    MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return result;
}

/* Of one initiator: an operation that is posted, and one that is waited for, to each of the other clusters. */
static void alone(void) {
    const int initiates = rank == 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (initiates) {
        int64_t old = 0;
        double start = MPI_Wtime();
        const double nothing = cycles_since(start);
        start = MPI_Wtime();
        check(sartor_aos_postadd(segments[1], 0, 1, NULL));
        printf("posted %.0f\n", cycles_since(start) - nothing);
        check(sartor_aos_fence(segments[1], NULL));
        double all = 0;
        for (int target = 1; target < clusters; ++target) {
            start = MPI_Wtime();
            check(sartor_aos_fetchadd(segments[target], 0, 1, &old, NULL));
            all += cycles_since(start) - nothing;
        }
        printf("round_trip %.0f\n", all / (clusters - 1));
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Until every initiator's operation is complete: at one target, or each at another one. */
static void together(const char *name, int initiators, int all_pes, int spread, int blocking) {
    const int cluster = rank % clusters;
    const int initiates = cluster < initiators && (all_pes || rank < clusters);
    const int target = spread ? (cluster + 1) % clusters : 0;
    int64_t old = 0;
    sartor_aos_event event;
    double taken = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    check(sartor_aos_fence(segments[target], NULL));
    MPI_Barrier(MPI_COMM_WORLD);
    if (initiates) {
        const double start = MPI_Wtime();
        if (blocking)
            check(sartor_aos_fetchadd(segments[target], 0, 1, &old, NULL));
        else
            check(sartor_aos_postadd(segments[target], 0, 1, &event));
        if (!blocking) check(sartor_aos_event_wait(&event));
        taken = cycles_since(start);
    }
    taken = largest(taken);
    if (rank == 0) printf("%s_%d %.0f\n", name, initiators, taken);
}

/* The same bytes from cluster to cluster in one stretch, as a block of 16 x 16 words inside of 18 x 18 at both sides, as
   single words apart from each other there, and as a put for each row (sections 3.2 and 5.2; the paper has no numbers). */
static void geometries(void) {
    enum { side = 16, whole = 18, apart = 4 };
    const size_t row = side * sizeof(int64_t), pitch = whole * sizeof(int64_t);
    static int64_t here[side * side * apart], there[side * side * apart];
    sartor_aos_segment segment;
    sartor_aos_event rows[side];
    if (rank == 1) check(sartor_aos_segment_create(&segment, 1000, there, sizeof there, SARTOR_AOS_PUT));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        check(sartor_aos_segment_clone(&segment, 1000));
        check(sartor_aos_put(segment, 0, here, side * row, NULL));
        double start = MPI_Wtime();
        check(sartor_aos_put(segment, 0, here, side * row, NULL));
        printf("linear %.0f\n", cycles_since(start));
        start = MPI_Wtime();
        check(sartor_aos_put_2d(segment, pitch + 8, (ptrdiff_t)pitch, &here[whole + 1], (ptrdiff_t)pitch, row, side, NULL));
        printf("block %.0f\n", cycles_since(start));
        start = MPI_Wtime();
        check(sartor_aos_put_2d(segment, 0, apart * 8, here, apart * 8, sizeof(int64_t), side * side, NULL));
        printf("words_apart %.0f\n", cycles_since(start));
        start = MPI_Wtime();
        for (int y = 0; y < side; ++y) check(sartor_aos_put(segment, (size_t)y * pitch, &here[y * whole], row, &rows[y]));
        for (int y = 0; y < side; ++y) check(sartor_aos_event_wait(&rows[y]));
        printf("row_by_row %.0f\n", cycles_since(start));
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Operations that one initiator posts, and that one server carries out, one after the other. */
static void rates(void) {
    enum { count = 200 };
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    if (rank < clusters && rank != 1)
        for (int i = 0; i < count; ++i) check(sartor_aos_postadd(segments[1], 0, 1, NULL));
    if (rank < clusters) check(sartor_aos_fence(segments[1], NULL));
    const double taken = largest(cycles_since(start));
    if (rank == 0) printf("served %.1f\n", taken / (count * (clusters - 1)));
}

/* One core takes messages of clusters out of its queue, and sends each of them a new one (section 6.5, table 2). The core is
   that of a compute cluster, whose software takes as long as an I/O subsystem's. */
static void queues(int workers, size_t bytes) {
    enum { rounds = 200 };
    static int next_id = 0;
    const int id = next_id;
    next_id += clusters;
    char message[SARTOR_AOS_MESSAGE] = {0};
    sartor_aos_queue own = NULL, other = NULL, jobs[clusters] = {NULL};
    if (rank <= workers && rank < clusters) check(sartor_aos_queue_create(&own, id + rank, bytes, clusters));
    MPI_Barrier(MPI_COMM_WORLD);
    double taken = 0;
    if (rank == 0) {
        for (int worker = 1; worker <= workers; ++worker) check(sartor_aos_queue_clone(&jobs[worker], id + worker));
        for (int worker = 1; worker <= workers; ++worker) check(sartor_aos_enqueue(jobs[worker], message, bytes, NULL));
        const double start = MPI_Wtime();
        for (int round = 0; round < rounds * workers; ++round) {
            check(sartor_aos_dequeue(own, message, sizeof message, NULL));
            check(sartor_aos_enqueue(jobs[(int)message[0]], message, bytes, NULL));
        }
        taken = cycles_since(start);
    } else if (rank <= workers) {
        check(sartor_aos_queue_clone(&other, id));
        for (int round = 0; round <= rounds; ++round) {
            check(sartor_aos_dequeue(own, message, sizeof message, NULL));
            message[0] = (char)rank;
            if (round < rounds) check(sartor_aos_enqueue(other, message, bytes, NULL));
        }
    }
    taken = largest(taken);
    if (rank == 0) printf("queue_%d_%zu %.1f\n", workers, bytes, taken / (rounds * workers));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    sartor_aos_segment own = NULL;
    if (rank < clusters) check(sartor_aos_segment_create(&own, rank, words, sizeof words, SARTOR_AOS_ATOMIC));
    for (int cluster = 0; cluster < clusters; ++cluster) check(sartor_aos_segment_clone(&segments[cluster], cluster));
    alone();
    for (int initiators = 1; initiators <= clusters; initiators *= 2) {
        together("spread", initiators, 0, 1, 1);
        together("centralized", initiators, 0, 0, 1);
        together("posted_centralized", initiators, 0, 0, 0);
        if (ranks > clusters) {
            together("spread_all", initiators, 1, 1, 1);
            together("centralized_all", initiators, 1, 0, 1);
        }
    }
    geometries();
    rates();
    for (int workers = 1; workers < clusters; workers = 2 * workers + 1)
        for (size_t bytes = 16; bytes <= 256; bytes *= 2) queues(workers, bytes < 256 ? bytes : SARTOR_AOS_MESSAGE);
    MPI_Finalize();
    return 0;
}
