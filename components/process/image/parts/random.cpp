// rand, random and drand48 with a sequence for each rank: glibc's own generators, on state of the image's
// own.
#include <cstdlib>

namespace {

struct Sequence {
    random_data data{};
    char table[128]{}; // the size of glibc's default generator: the same numbers as without sartor

    Sequence() noexcept { initstate_r(1, table, sizeof table, &data); }
};

Sequence& sequence() noexcept {
    static Sequence the_sequence;
    return the_sequence;
}

// drand48's default seed, as the C library starts it.
drand48_data drand_state;

} // namespace

extern "C" {

void srandom(unsigned seed) noexcept {
    srandom_r(seed, &sequence().data);
}
void srand(unsigned seed) noexcept {
    srandom(seed);
}

long random() noexcept {
    int32_t value = 0;
    random_r(&sequence().data, &value);
    return value;
}

int rand() noexcept {
    return static_cast<int>(random());
}

char* initstate(unsigned seed, char* table, size_t bytes) noexcept {
    auto* before = reinterpret_cast<char*>(sequence().data.state) - sizeof(int32_t);
    return initstate_r(seed, table, bytes, &sequence().data) == 0 ? before : nullptr;
}

char* setstate(char* table) noexcept {
    auto* before = reinterpret_cast<char*>(sequence().data.state) - sizeof(int32_t);
    return setstate_r(table, &sequence().data) == 0 ? before : nullptr;
}

void srand48(long seed) noexcept {
    srand48_r(seed, &drand_state);
}

unsigned short* seed48(unsigned short seed[3]) noexcept {
    static unsigned short before[3];
    for (int index = 0; index < 3; ++index) before[index] = drand_state.__x[index];
    seed48_r(seed, &drand_state);
    return before;
}

void lcong48(unsigned short parameters[7]) noexcept {
    lcong48_r(parameters, &drand_state);
}

double drand48() noexcept {
    double value = 0;
    drand48_r(&drand_state, &value);
    return value;
}

long lrand48() noexcept {
    long value = 0;
    lrand48_r(&drand_state, &value);
    return value;
}

long mrand48() noexcept {
    long value = 0;
    mrand48_r(&drand_state, &value);
    return value;
}

} // extern "C"
