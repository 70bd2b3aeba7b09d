// OpenMP's inquiries: numbers of threads, whether regions are parallel, virtual time.
#include "emulation/threads/team.hpp"

using namespace sartor::machine::manycore;
using namespace sartor::machine::manycore::threads;

extern "C" {

// Executables that have this symbol run threads: schedule.cpp tests for it.
extern const char sartor_runs_threads;
const char sartor_runs_threads = 1;

int omp_get_thread_num() {
    return own_seat().number;
}
int omp_get_num_threads() {
    return own_seat().team->size;
}
int omp_get_max_threads() {
    return own_crew().wanted;
}
void omp_set_num_threads(int threads) {
    Crew& crew = own_crew();
    crew.wanted = threads < 1 ? 1 : (threads < crew.most ? threads : crew.most);
}
int omp_get_thread_limit() {
    return own_crew().most;
}
int omp_get_num_procs() {
    return own_crew().most;
}
int omp_in_parallel() {
    return own_crew().active > 1 ? 1 : 0;
}
int omp_get_level() {
    int level = 0;
    const Team* outside = own_crew().alone;
    for (const Seat* seat = &own_seat(); seat != nullptr; seat = seat->outer)
        level += seat->team != outside ? 1 : 0;
    return level;
}
int omp_get_active_level() {
    return omp_in_parallel();
}

// There are as many threads as were requested, and no nested ones.
int omp_get_dynamic() {
    return 0;
}
void omp_set_dynamic(int) {}
int omp_get_nested() {
    return 0;
}
void omp_set_nested(int) {}
int omp_get_max_active_levels() {
    return 1;
}
void omp_set_max_active_levels(int) {}

double omp_get_wtime() {
    const InRuntime inside;
    charge(chip().description().call_cycles); // a loop that waits for a time comes to its end
    return seconds();
}
double omp_get_wtick() {
    return seconds_per_cycle();
}

} // extern "C"
