// Exceptions that operations of the program throw reach the caller.
// ranks: 1 4
#include "../common/program.h"
#include <stdexcept>

static bool armed;
static void add(void* in, void* inout, int* count, MPI_Datatype*) {
    if (armed) throw std::runtime_error("operation");
    for (int index = 0; index < *count; ++index)
        static_cast<int*>(inout)[index] += static_cast<int*>(in)[index];
}
template <class Call>
static bool throws(Call call) {
    bool thrown = false;
    armed = true;
    try {
        call();
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    armed = false;
    return thrown;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Op operation;
    MPI_Op_create(&add, 1, &operation);
    int ours = 1, both = 2;
    for (int round = 0; round < 50; ++round) {
        CHECK(throws([&] { MPI_Reduce_local(&ours, &both, 1, MPI_INT, operation); }));
        CHECK(both == 2);
    }
    int sum = 0;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, operation, MPI_COMM_WORLD);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Op_free(&operation);
    return end("exceptions of operations");
}
