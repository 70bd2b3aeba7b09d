// A rank looks for what a later rank leaves in files, again and again and without sleeping.
// ranks: 1 3 8
// options: --cores 0
#include "../common/program.h"
#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <sys/stat.h>
#include <unistd.h>

static char name[64], written[64];

// What the rank behind this one leaves, once it is there.
static void wait_by(int way) {
    struct stat status;
    char text[8];
    int file, number = -1;
    FILE* stream;
    switch (way) {
    case 0:
        while (access(name, F_OK) != 0) continue;
        break;
    case 1:
        while (stat(name, &status) != 0 || status.st_size < 4) continue;
        break;
    case 2:
        while ((file = open(name, O_RDONLY)) < 0) continue;
        while (read(file, text, 4) != 4) continue;
        close(file);
        break;
    case 3:
        while ((stream = fopen(name, "r")) == NULL) continue;
        while (fscanf(stream, "%d", &number) != 1) rewind(stream);
        fclose(stream);
        break;
    case 4:
        while ((file = open(name, O_RDONLY)) < 0) continue;
        while (pread(file, text, 4, 0) != 4) continue;
        close(file);
        break;
    case 5:
        while ((file = open(name, O_RDONLY)) < 0) continue;
        while (fstat(file, &status) != 0 || status.st_size < 4) continue;
        close(file);
        break;
    case 6:
        while ((file = open(name, O_RDONLY)) < 0) continue;
        while (lseek(file, 0, SEEK_END) < 4) continue;
        close(file);
        break;
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    enum { ways = 7 };
    for (int way = 0; way < ways; ++way) {
        snprintf(name, sizeof name, "left_%d_by_%d", way, rank + 1);
        snprintf(written, sizeof written, "left_%d_by_%d", way, rank);
        unlink(written);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank < size - 1) wait_by(way);
        FILE* const file = fopen(written, "w");
        CHECK(file != NULL && fputs("1234\n", file) > 0 && fclose(file) == 0);
        MPI_Barrier(MPI_COMM_WORLD);
        CHECK(unlink(written) == 0);
    }
    // A folder that stands for a lock, and a semaphore.
    for (int time = 0; time < 10; ++time) {
        while (mkdir("folder_of_one", 0700) != 0) CHECK(errno == EEXIST);
        usleep(10);
        CHECK(rmdir("folder_of_one") == 0);
    }
    char semaphore[64] = "";
    if (rank == 0) snprintf(semaphore, sizeof semaphore, "/sartor_looks_%d", (int)getpid());
    MPI_Bcast(semaphore, sizeof semaphore, MPI_CHAR, 0, MPI_COMM_WORLD);
    sem_t* const free_places = sem_open(semaphore, O_CREAT, 0600, 0);
    CHECK(free_places != SEM_FAILED);
    if (rank == size - 1)
        for (int place = 0; place < size; ++place) sem_post(free_places);
    while (sem_trywait(free_places) != 0) continue;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) CHECK(sem_unlink(semaphore) == 0);
    return end("looks at files");
}
