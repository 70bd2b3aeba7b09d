/* A stencil on a torus of blocks: each rank has 16x16 cells inside of 18x18 and puts its edges into the halos of its
   four neighbours, rows as they are and columns with a stride on both sides (AOS, section 2.4). No barrier between
   steps: a posted addition is seen after the edge that was put before it. The result is compared with a sequential run.

     sartor cc -O2 -o halo2d halo2d.c && sartor run -n 16 --machine mppa256-bostan halo2d [STEPS] */
#include <sartor/aos.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { inside = 16, side = inside + 2 };
typedef float block[side][side];

/* What neighbours write to: two blocks that take turns, and how many edges came from each side. */
static struct {
    int64_t edges[4];
    block cells[2];
} own;
static int columns, rows;

static void check(int result, const char *what) {
    if (result == SARTOR_AOS_OK) return;
    fprintf(stderr, "halo2d: rank %d: %s: %s\n", sartor_aos_rank(), what, sartor_aos_error_text(result));
    exit(1);
}

static float initial(int x, int y) { return (float)((x * 7 + y * 13) % 101); }

static int rank_at(int column, int row) { return (row + rows) % rows * columns + (column + columns) % columns; }

static size_t offset_of(int buffer, int y, int x) {
    return offsetof(__typeof__(own), cells) + sizeof(block) * (size_t)buffer + sizeof(float) * (size_t)(y * side + x);
}

/* `from`: at which of its sides the neighbour finds the edge. */
static void put_edge(sartor_aos_segment to, int from, int buffer, int to_y, int to_x, int y, int x, size_t length,
                     size_t count, sartor_aos_event *event) {
    const ptrdiff_t stride = side * (ptrdiff_t)sizeof(float);
    check(sartor_aos_put_2d(to, offset_of(buffer, to_y, to_x), stride, &own.cells[buffer][y][x], stride,
                            length * sizeof(float), count, event),
          "put");
    check(sartor_aos_postadd(to, offsetof(__typeof__(own), edges) + sizeof(int64_t) * (size_t)from, 1, NULL), "postadd");
}

/* Left, right, up, down. */
static void exchange(sartor_aos_segment neighbours[4], int buffer, int64_t step) {
    sartor_aos_event sent[4], came;
    put_edge(neighbours[0], 1, buffer, 1, side - 1, 1, 1, 1, inside, &sent[0]);
    put_edge(neighbours[1], 0, buffer, 1, 0, 1, inside, 1, inside, &sent[1]);
    put_edge(neighbours[2], 3, buffer, side - 1, 1, 1, 1, inside, 1, &sent[2]);
    put_edge(neighbours[3], 2, buffer, 0, 1, inside, 1, inside, 1, &sent[3]);
    for (int edge = 0; edge < 4; ++edge) {
        sartor_aos_event_of_word(&came, &own.edges[edge], SARTOR_AOS_GREATER_EQUAL, step + 1);
        check(sartor_aos_event_wait(&came), "wait");
        check(sartor_aos_event_wait(&sent[edge]), "wait");
    }
}

static void relax(block from, block to) {
    for (int y = 1; y <= inside; ++y)
        for (int x = 1; x <= inside; ++x)
            to[y][x] = 0.25f * (from[y - 1][x] + from[y + 1][x] + from[y][x - 1] + from[y][x + 1]);
}

static float *sequential(int steps) {
    const int width = columns * inside, height = rows * inside;
    float *from = malloc(sizeof(float) * (size_t)(width * height)), *to = malloc(sizeof(float) * (size_t)(width * height));
    if (from == NULL || to == NULL) exit(1);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) from[y * width + x] = initial(x, y);
    for (int step = 0; step < steps; ++step) {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                to[y * width + x] = 0.25f * (from[(y + height - 1) % height * width + x] +
                                             from[(y + 1) % height * width + x] +
                                             from[y * width + (x + width - 1) % width] +
                                             from[y * width + (x + 1) % width]);
        float *const other = from;
        from = to;
        to = other;
    }
    free(to);
    return from;
}

/* By rank 0, which gets the others' blocks. */
static int compare(int ranks, int steps) {
    float *const expected = sequential(steps);
    int wrong = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        float cells[inside][inside];
        sartor_aos_segment segment = NULL;
        check(sartor_aos_segment_clone(&segment, rank), "clone");
        check(sartor_aos_get_2d(segment, offset_of(steps % 2, 1, 1), side * sizeof(float), cells,
                                inside * sizeof(float), inside * sizeof(float), inside, NULL),
              "get");
        check(sartor_aos_segment_destroy(&segment), "destroy");
        for (int y = 0; y < inside; ++y)
            for (int x = 0; x < inside; ++x)
                wrong += cells[y][x] != expected[(rank / columns * inside + y) * columns * inside +
                                                 rank % columns * inside + x];
    }
    free(expected);
    return wrong;
}

int main(int argc, char **argv) {
    const int steps = argc > 1 ? atoi(argv[1]) : 20, rank = sartor_aos_rank(), ranks = sartor_aos_ranks();
    for (rows = 1; (rows + 1) * (rows + 1) <= ranks; ++rows) {
    }
    while (ranks % rows != 0) --rows;
    columns = ranks / rows;
    const int column = rank % columns, row = rank / columns;
    for (int y = 1; y <= inside; ++y)
        for (int x = 1; x <= inside; ++x)
            own.cells[0][y][x] = initial(column * inside + x - 1, row * inside + y - 1);
    sartor_aos_segment mine = NULL, neighbours[4] = {NULL};
    check(sartor_aos_segment_create(&mine, rank, &own, sizeof own, SARTOR_AOS_ALL), "create");
    const int ids[4] = {rank_at(column - 1, row), rank_at(column + 1, row), rank_at(column, row - 1),
                        rank_at(column, row + 1)};
    for (int edge = 0; edge < 4; ++edge) check(sartor_aos_segment_clone(&neighbours[edge], ids[edge]), "clone");
    for (int step = 0; step < steps; ++step) {
        exchange(neighbours, step % 2, step);
        relax(own.cells[step % 2], own.cells[(step + 1) % 2]);
    }
    check(sartor_aos_barrier(), "barrier");
    int wrong = 0;
    if (rank == 0) {
        wrong = compare(ranks, steps);
        printf("halo2d: %d ranks in %d rows, %d steps: %s\n", ranks, rows, steps, wrong == 0 ? "as sequentially" : "WRONG");
    }
    check(sartor_aos_barrier(), "barrier");
    return wrong != 0;
}
