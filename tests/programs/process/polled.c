// poll, select and epoll wait for another rank's bytes while others go on.
// ranks: 2 4
// machine: host
#include "../common/program.h"
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void name_of(struct sockaddr_un* address, int number) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    snprintf(address->sun_path, sizeof address->sun_path, "polled.%d", number);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    struct sockaddr_un own, other;
    name_of(&own, rank);
    name_of(&other, (rank + 1) % size);
    unlink(own.sun_path);
    int file = socket(AF_UNIX, SOCK_DGRAM, 0);
    CHECK(bind(file, (struct sockaddr*)&own, sizeof own) == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int kind = 0; kind < 3; ++kind) {
        char byte = (char)kind;
        if (rank != 0) {
            struct pollfd asked = {file, POLLIN, 0};
            fd_set set;
            FD_ZERO(&set);
            FD_SET(file, &set);
            if (kind == 0) CHECK(poll(&asked, 1, -1) == 1);
            if (kind == 1) CHECK(select(file + 1, &set, NULL, NULL, NULL) == 1);
            if (kind == 2) {
                int set_of_events = epoll_create1(0);
                struct epoll_event event = {.events = EPOLLIN}, got;
                epoll_ctl(set_of_events, EPOLL_CTL_ADD, file, &event);
                CHECK(epoll_wait(set_of_events, &got, 1, -1) == 1);
                close(set_of_events);
            }
            CHECK(recv(file, &byte, 1, 0) == 1 && byte == kind);
        } else {
            usleep(5000);
        }
        CHECK(sendto(file, &byte, 1, 0, (struct sockaddr*)&other, sizeof other) == 1);
        if (rank == 0) CHECK(recv(file, &byte, 1, 0) == 1);
    }
    double start = MPI_Wtime();
    struct timeval time = {0, 50000};
    CHECK(select(0, NULL, NULL, NULL, &time) == 0);
    CHECK(poll(NULL, 0, 50) == 0);
    CHECK(MPI_Wtime() - start >= 0.099);
    MPI_Barrier(MPI_COMM_WORLD);
    unlink(own.sun_path);
    return end("poll, select and epoll");
}
