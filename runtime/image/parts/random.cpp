// rand, random and drand48 with a sequence for each rank: glibc's own generators, on state of the image's
// own. Weak, as all functions of the C library here: a program may define some of them itself.
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

void seed(unsigned number) noexcept {
    srandom_r(number, &sequence().data);
}
long next() noexcept {
    int32_t value = 0;
    random_r(&sequence().data, &value);
    return value;
}

// drand48's default seed, as the C library starts it.
drand48_data drand_state;

} // namespace

extern "C" {

[[gnu::weak]] void srandom(unsigned number) noexcept {
    seed(number);
}
[[gnu::weak]] void srand(unsigned number) noexcept {
    seed(number);
}
[[gnu::weak]] long random() noexcept {
    return next();
}
[[gnu::weak]] int rand() noexcept {
    return static_cast<int>(next());
}

[[gnu::weak]] char* initstate(unsigned number, char* table, size_t bytes) noexcept {
    auto* before = reinterpret_cast<char*>(sequence().data.state) - sizeof(int32_t);
    return initstate_r(number, table, bytes, &sequence().data) == 0 ? before : nullptr;
}

[[gnu::weak]] char* setstate(char* table) noexcept {
    auto* before = reinterpret_cast<char*>(sequence().data.state) - sizeof(int32_t);
    return setstate_r(table, &sequence().data) == 0 ? before : nullptr;
}

[[gnu::weak]] void srand48(long seed) noexcept {
    srand48_r(seed, &drand_state);
}

[[gnu::weak]] unsigned short* seed48(unsigned short seed[3]) noexcept {
    static unsigned short before[3];
    for (int index = 0; index < 3; ++index) before[index] = drand_state.__x[index];
    seed48_r(seed, &drand_state);
    return before;
}

[[gnu::weak]] void lcong48(unsigned short parameters[7]) noexcept {
    lcong48_r(parameters, &drand_state);
}

[[gnu::weak]] double drand48() noexcept {
    double value = 0;
    drand48_r(&drand_state, &value);
    return value;
}

[[gnu::weak]] long lrand48() noexcept {
    long value = 0;
    lrand48_r(&drand_state, &value);
    return value;
}

[[gnu::weak]] long mrand48() noexcept {
    long value = 0;
    mrand48_r(&drand_state, &value);
    return value;
}

} // extern "C"
