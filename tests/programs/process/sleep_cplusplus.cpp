// std::this_thread::sleep_for and sleep_until sleep.
// ranks: 1 4
#include "../common/program.h"
#include <chrono>
#include <thread>

int main(int argc, char** argv) {
    using namespace std::chrono;
    begin(&argc, &argv);
    double start = MPI_Wtime();
    std::this_thread::sleep_for(milliseconds(50));
    CHECK(MPI_Wtime() - start >= 0.049);
    start = MPI_Wtime();
    std::this_thread::sleep_until(steady_clock::now() + milliseconds(50));
    CHECK(MPI_Wtime() - start >= 0.049);
    start = MPI_Wtime();
    std::this_thread::sleep_until(system_clock::now() + milliseconds(50));
    CHECK(MPI_Wtime() - start >= 0.049);
    return end("std::this_thread sleeps");
}
