// Random numbers belong to a rank: its sequence is the C library's for its seed, however ranks alternate.
// reference: yes
#include "../common/behaviour.h"

static void unseeded(int rank) {
    printf("%d: unseeded %d %ld %.17g %ld\n", rank, rand(), random(), drand48(), lrand48());
}

static void seed_all(int rank) {
    srand(17u + (unsigned)rank);
    srand48(23 + rank);
}

static void draw(int rank, int step) {
    unsigned state = (unsigned)(rank * 100 + step);
    printf("%d: %d: %d %ld %.17g %ld %ld %d\n", rank, step, rand(), random(), drand48(), lrand48(), mrand48(),
           rand_r(&state));
}

static void use_own_state(int rank) {
    static char state[128];
    char* before = initstate(5u + (unsigned)rank, state, sizeof state);
    long first = random();
    meet();
    long second = random();
    setstate(before);
    printf("%d: own state %ld %ld, then %ld\n", rank, first, second, random());
}

static void use_own_seed(int rank) {
    unsigned short seed[3] = {1, 2, (unsigned short)rank};
    double first = erand48(seed);
    meet();
    printf("%d: own seed %.17g %ld %ld\n", rank, first, nrand48(seed), jrand48(seed));
}

void behave(int rank, int size) {
    (void)size;
    unseeded(rank);
    meet();
    if (rank % 3 != 2) seed_all(rank);
    for (int step = 0; step < 40; ++step) {
        draw(rank, step);
        meet();
    }
    use_own_state(rank);
    use_own_seed(rank);
    srandom(3u * (unsigned)rank);
    meet();
    printf("%d: after srandom %ld %d\n", rank, random(), rand());
}
