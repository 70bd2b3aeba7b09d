// Thousands of unexpected messages wait and are then received in reverse order of their tags.
#include "../common/program.h"

enum { messages = 600, longest = 300 };

static int content[longest];

static int length_of(int number) {
    return number % 7 == 0 ? longest : number % 5;
}

static void send_all(void) {
    for (int number = 0; number < messages; ++number) {
        MPI_Request request;
        for (int index = 0; index < length_of(number); ++index) content[index] = rank + number + index;
        MPI_Isend(content, length_of(number), MPI_INT, 0, number, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void receive_from(int from) {
    for (int number = messages - 1; number >= 0; --number) {
        MPI_Status status;
        int count;
        MPI_Recv(content, longest, MPI_INT, from, number, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK(count == length_of(number));
        for (int index = 0; index < count; ++index) CHECK(content[index] == from + number + index);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    if (rank != 0) send_all();
    MPI_Barrier(MPI_COMM_WORLD); // small messages don't need their receive to be completed
    for (int from = 1; rank == 0 && from < size; ++from) receive_from(from);
    return end("unexpected messages");
}
