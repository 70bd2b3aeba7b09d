// A thread completes a generalized request while its rank sleeps in MPI_Wait: the rank goes on.
// ranks: 1 2
// flags: -pthread
// oracle: no
#include "../common/generalized.h"
#include "../common/program.h"

#include <pthread.h>
#include <unistd.h>

static void* complete_later(void* request) {
    usleep(50000);
    MPI_Grequest_complete(*(MPI_Request*)request);
    return NULL;
}

int main(int argc, char** argv) {
    MPI_Request request, handle;
    MPI_Status status;
    pthread_t thread;
    int count = 0;
    begin(&argc, &argv);
    MPI_Grequest_start(query_three_ints, free_nothing, cancel_nothing, NULL, &request);
    handle = request;
    pthread_create(&thread, NULL, complete_later, &handle);
    MPI_Wait(&request, &status);
    pthread_join(thread, NULL);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == 3);
    return end("a request that a thread completes");
}
