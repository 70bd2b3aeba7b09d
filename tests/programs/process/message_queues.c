// Message queues and semaphores of both kinds between ranks.
// ranks: 2 4
// machine: host
#include "../common/program.h"
#include <fcntl.h>
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <unistd.h>

struct Message {
    long type;
    int number;
};

int main(int argc, char** argv) {
    begin(&argc, &argv);
    int queue = 0, semaphores = 0;
    if (rank == 0) {
        queue = msgget(IPC_PRIVATE, 0600 | IPC_CREAT);
        semaphores = semget(IPC_PRIVATE, 1, 0600 | IPC_CREAT);
    }
    MPI_Bcast(&queue, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&semaphores, 1, MPI_INT, 0, MPI_COMM_WORLD);
    int next = (rank + 1) % size;
    struct Message message = {next + 1, rank};
    if (rank == 0) usleep(2000);
    if (rank == 0) CHECK(msgsnd(queue, &message, sizeof message.number, 0) == 0);
    CHECK(msgrcv(queue, &message, sizeof message.number, rank + 1, 0) == sizeof message.number);
    CHECK(message.number == (rank + size - 1) % size);
    message.type = next + 1;
    message.number = rank;
    if (rank != 0) CHECK(msgsnd(queue, &message, sizeof message.number, 0) == 0);
    struct sembuf down = {0, -1, 0}, up = {0, 1, 0};
    if (rank != size - 1) CHECK(semop(semaphores, &down, 1) == 0);
    if (rank == size - 1)
        for (int other = 1; other < size; ++other) CHECK(semop(semaphores, &up, 1) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) msgctl(queue, IPC_RMID, NULL);
    if (rank == 0) semctl(semaphores, 0, IPC_RMID);
    char name[64] = "", text[64];
    if (rank == 0) snprintf(name, sizeof name, "/queue.%d", (int)getpid());
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    struct mq_attr attributes = {.mq_maxmsg = 4, .mq_msgsize = sizeof text};
    mqd_t posix = mq_open(name, O_RDWR | O_CREAT, 0600, &attributes);
    if (posix != (mqd_t)-1) { // containers may not have them
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank != size - 1) CHECK(mq_receive(posix, text, sizeof text, NULL) == 1);
        if (rank == size - 1)
            for (int other = 1; other < size; ++other) CHECK(mq_send(posix, "x", 1, 0) == 0);
        MPI_Barrier(MPI_COMM_WORLD);
        mq_close(posix);
        if (rank == 0) mq_unlink(name);
    }
    return end("message queues");
}
