// What is thread_local in a thread ends with the thread, and keys' values of the main thread are left as they
// are. ranks: 1 3 machine: host flags: -pthread
#include "../common/program.h"
#include <pthread.h>
#include <thread>

static int made, ended, destroyed;
struct Counted {
    int value = 1;
    Counted() { ++made; }
    ~Counted() { ended += value; }
};
static thread_local Counted counted;

static void destroy(void* value) {
    destroyed += value == &made;
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    pthread_key_t key;
    CHECK(pthread_key_create(&key, destroy) == 0);
    for (int turn = 1; turn <= 3; ++turn) {
        std::thread thread([&] {
            counted.value = 1;
            pthread_setspecific(key, &made);
        });
        thread.join();
        CHECK(made == turn && ended == turn && destroyed == turn);
    }
    pthread_setspecific(key, &made);
    MPI_Barrier(MPI_COMM_WORLD);
    return end("data of threads");
}
