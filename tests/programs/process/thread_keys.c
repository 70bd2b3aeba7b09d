// Keys of threads' data: as many as a process has, for each rank.
// ranks: 4 1100
#include "../common/program.h"
#include <pthread.h>
#include <threads.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    pthread_key_t keys[3];
    for (int index = 0; index < 3; ++index) {
        CHECK(pthread_key_create(&keys[index], NULL) == 0);
        CHECK(pthread_getspecific(keys[index]) == NULL);
        CHECK(pthread_setspecific(keys[index], &keys[index]) == 0);
    }
    tss_t other;
    CHECK(tss_create(&other, NULL) == thrd_success);
    CHECK(tss_set(other, &other) == thrd_success);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int index = 0; index < 3; ++index) CHECK(pthread_getspecific(keys[index]) == &keys[index]);
    CHECK(tss_get(other) == &other);
    CHECK(pthread_key_delete(keys[0]) == 0);
    CHECK(pthread_key_delete(keys[0]) != 0);
    return end("keys of threads' data");
}
