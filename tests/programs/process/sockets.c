// Sockets between ranks: accept and recv wait while others go on.
// ranks: 2 4
// machine: host
#include "../common/program.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int own = socket(AF_INET, SOCK_STREAM, 0), port = 0;
    if (rank == 0) {
        CHECK(bind(own, (struct sockaddr*)&address, sizeof address) == 0 && listen(own, 16) == 0);
        getsockname(own, (struct sockaddr*)&address, &length);
        port = address.sin_port;
    }
    MPI_Bcast(&port, 1, MPI_INT, 0, MPI_COMM_WORLD);
    address.sin_port = (in_port_t)port;
    int sum = 0, number = 0;
    if (rank == 0) {
        for (int other = 1; other < size; ++other) {
            int peer = accept(own, NULL, NULL);
            CHECK(recv(peer, &number, sizeof number, 0) == sizeof number);
            sum += number;
            number *= 2;
            CHECK(send(peer, &number, sizeof number, 0) == sizeof number);
            close(peer);
        }
        CHECK(sum == size * (size - 1) / 2);
    } else {
        usleep(2000);
        CHECK(connect(own, (struct sockaddr*)&address, sizeof address) == 0);
        usleep(2000);
        CHECK(write(own, &rank, sizeof rank) == sizeof rank);
        CHECK(read(own, &number, sizeof number) == sizeof number && number == 2 * rank);
    }
    close(own);
    return end("sockets between ranks");
}
