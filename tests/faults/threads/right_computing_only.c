/* right:  threads that compute while the main thread is in MPI, at MPI_THREAD_FUNNELED (MPI-5.0 11.6.2)
   ranks:  2 */
#include <mpi.h>
#include <pthread.h>
#include "../faults.h"

static void* compute(void* result) {
    double sum = 0;
    for (int k = 1; k < 100000; ++k) sum += 1.0 / k;
    *(double*)result = sum;
    return NULL;
}

int main(void) {
    int provided, main_thread;
    double sum = 0, all;
    pthread_t thread;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Is_thread_main(&main_thread);
    CHECK(main_thread);
    pthread_create(&thread, NULL, compute, &sum);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_join(thread, NULL);
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all > 24 && all < 25);
    MPI_Finalize();
    return 0;
}
