/* One-sided operations of each rank on one half of the ranks away: microseconds of one operation with the synchronization
   that completes it. Usage: rma SECONDS CASE,... BYTES... */
#include "timing.h"

static MPI_Win win;
static int peer, from, bytes;
static unsigned char *buffer, *memory;
static MPI_Group targets, origins;

static void put_and_flush(int repeats) {
    while (repeats-- > 0) {
        MPI_Put(buffer, bytes, MPI_BYTE, peer, 0, bytes, MPI_BYTE, win);
        MPI_Win_flush(peer, win);
    }
}
static void get_and_flush(int repeats) {
    while (repeats-- > 0) {
        MPI_Get(buffer, bytes, MPI_BYTE, peer, 0, bytes, MPI_BYTE, win);
        MPI_Win_flush(peer, win);
    }
}
static void accumulate_and_flush(int repeats) {
    while (repeats-- > 0) {
        MPI_Accumulate(buffer, bytes / 8, MPI_LONG_LONG, peer, 0, bytes / 8, MPI_LONG_LONG, MPI_SUM, win);
        MPI_Win_flush(peer, win);
    }
}
static void fetch_and_flush(int repeats) {
    static long long one = 1, old;
    while (repeats-- > 0) {
        MPI_Fetch_and_op(&one, &old, MPI_LONG_LONG, peer, 0, MPI_SUM, win);
        MPI_Win_flush(peer, win);
    }
}
static inline void swap_and_flush(int repeats) {
    static long long one = 1, two = 2, old;
    while (repeats-- > 0) {
        MPI_Compare_and_swap(&one, &two, &old, MPI_LONG_LONG, peer, 0, win);
        MPI_Win_flush(peer, win);
    }
}
static void lock_put_unlock(int repeats) {
    while (repeats-- > 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
        MPI_Put(buffer, bytes, MPI_BYTE, peer, 0, bytes, MPI_BYTE, win);
        MPI_Win_unlock(peer, win);
    }
}
static void put_and_fence(int repeats) {
    while (repeats-- > 0) {
        MPI_Put(buffer, bytes, MPI_BYTE, peer, 0, bytes, MPI_BYTE, win);
        MPI_Win_fence(0, win);
    }
}
static void post_start_complete_wait(int repeats) {
    while (repeats-- > 0) {
        MPI_Win_post(origins, 0, win);
        MPI_Win_start(targets, 0, win);
        MPI_Put(buffer, bytes, MPI_BYTE, peer, 0, bytes, MPI_BYTE, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
    }
}

static const struct {
    const char* name;
    void (*operation)(int repeats);
    int most; /* bytes; longer accumulates are not compared */
    int passive;
} cases[] = {
    {"put", put_and_flush, 1 << 30, 1},
    {"get", get_and_flush, 1 << 30, 1},
    {"accumulate", accumulate_and_flush, 1 << 13, 1},
    {"fetch_and_op", fetch_and_flush, 8, 1},
#ifndef OPEN_MPI /* 4.1.4 crashes in it */
    {"compare_and_swap", swap_and_flush, 8, 1},
#endif
    {"lock_put_unlock", lock_put_unlock, 8, 0},
    {"put_fence", put_and_fence, 8, 0},
    {"put_pscw", post_start_complete_wait, 8, 0},
};

static int is_wanted(const char* names, const char* name) {
    const size_t length = strlen(name);
    for (; names != NULL; names = strchr(names, ',') ? strchr(names, ',') + 1 : NULL)
        if (strncmp(names, name, length) == 0 && (names[length] == ',' || names[length] == '\0')) return 1;
    return 0;
}

/* What a put brings is there, and what a get gives. */
static void check_data(void) {
    fill(buffer, bytes, rank);
    MPI_Win_fence(0, win);
    MPI_Put(buffer, bytes, MPI_BYTE, peer, 0, bytes, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    expect(memory, bytes, from, "put");
    memset(buffer, 0, (size_t)bytes);
    MPI_Win_fence(0, win);
    MPI_Get(buffer, bytes, MPI_BYTE, peer, 0, bytes, MPI_BYTE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    expect(buffer, bytes, rank, "get");
}

static void measure(const char* names) {
    for (size_t one = 0; one < sizeof cases / sizeof *cases; ++one) {
        if (!is_wanted(names, cases[one].name) || bytes > cases[one].most) continue;
        if (cases[one].passive) MPI_Win_lock_all(0, win);
        if (cases[one].operation == put_and_fence) MPI_Win_fence(0, win);
        const double seconds = time_of(cases[one].operation);
        if (cases[one].operation == put_and_fence) MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        if (cases[one].passive) MPI_Win_unlock_all(win);
        report(cases[one].name, bytes, seconds * 1e6);
    }
}

static MPI_Group group_of(int member) {
    MPI_Group all, one;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &member, &one);
    MPI_Group_free(&all);
    return one;
}

int main(int argc, char** argv) {
    int most = 8;
    begin(&argc, &argv);
    peer = (rank + size / 2) % size;
    from = (rank + size - size / 2) % size;
    for (int argument = 3; argument < argc; ++argument)
        if (atoi(argv[argument]) > most) most = atoi(argv[argument]);
    buffer = buffer_of((size_t)most);
    targets = group_of(peer);
    origins = group_of(from);
    MPI_Win_allocate(most, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int argument = 3; argument < argc; ++argument) {
        bytes = atoi(argv[argument]);
        check_data();
        measure(argv[2]);
    }
    MPI_Win_free(&win);
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    free(buffer);
    return end();
}
