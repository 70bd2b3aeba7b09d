// Static objects of each rank: constructed once before main, destroyed in reverse order, with output.
// count: N ^rank [0-9]+ destroys in order: local last, handler, third, second, first$
// oracle: no
#include "../common/program.h"
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int constructed = 0;
std::string destroyed; // constructed first: still there when the others are destroyed

struct Tracked {
    explicit Tracked(const char* called) : name(called), order(++constructed) {}
    ~Tracked() {
        destroyed += std::string(" ") + name + (order == 1 ? "" : ",");
        if (order == 1) std::printf("rank %d destroys in order:%s\n", rank, destroyed.c_str());
    }
    std::string name;
    int order;
};

Tracked first("first");
Tracked second("second");
Tracked third("third");

void handler() {
    destroyed += " handler,";
}

void construct_local() {
    static Tracked local("local last");
}

} // namespace

int main(int argc, char** argv) {
    begin(&argc, &argv);
    CHECK(constructed == 3 && first.order == 1 && second.order == 2 && third.order == 3);
    MPI_Barrier(MPI_COMM_WORLD);
    std::atexit(handler);
    construct_local();
    construct_local();
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(constructed == 4);
    return end("static constructors and destructors");
}
