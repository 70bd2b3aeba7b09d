// thread_local variables of each rank: own values, constructed at first use, destroyed when the rank ends.
// count: N ^rank [0-9]+ destroys its thread_local of value [0-9]+$
// oracle: no
#include "../common/program.h"
#include <cstdio>

namespace {

struct Tracked {
    Tracked() { ++constructed; }
    ~Tracked() {
        std::printf("rank %d destroys its thread_local of value %d\n", rank, value == rank + 7 ? value : -1);
    }
    int value = 7;
    static int constructed;
};
int Tracked::constructed = 0;

thread_local Tracked tracked;
thread_local int plain = 5;
thread_local int zero[1000];
inline thread_local int inlined = 6;

int& local() {
    thread_local int number = 8;
    return number;
}

} // namespace

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(plain == 5 && zero[999] == 0 && inlined == 6 && local() == 8);
    MPI_Barrier(MPI_COMM_WORLD);
    plain += rank, zero[999] = rank, inlined += rank, local() += rank;
    tracked.value += rank;
    for (int step = 0; step < 5; ++step) {
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(plain == 5 + rank && zero[999] == rank && inlined == 6 + rank && local() == 8 + rank);
        CHECK(tracked.value == 7 + rank && Tracked::constructed == 1);
    }
    return end("thread_local variables");
}
