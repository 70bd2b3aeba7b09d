// What threads of any kind do: messages to the right in a tag of their own, some waited for, and some looked
// for.
#pragma once

enum { exchanging = 4, exchange_turns = 60, exchange_ints = 700 };

static inline void exchange(int thread) {
    int out[exchange_ints], in[exchange_ints], wrong = 0;
    for (int turn = 0; turn < exchange_turns; ++turn) {
        MPI_Request requests[2];
        int flag = 0;
        for (int index = 0; index < exchange_ints; ++index)
            out[index] = (rank * 100 + thread) * 1000 + turn + index;
        MPI_Irecv(in, exchange_ints, MPI_INT, (rank + size - 1) % size, thread, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, exchange_ints, MPI_INT, (rank + 1) % size, thread, MPI_COMM_WORLD, &requests[1]);
        if (turn % 2 == 0) MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        while (turn % 2 != 0 && !flag) MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
        for (int index = 0; index < exchange_ints; ++index)
            wrong += in[index] != ((rank + size - 1) % size * 100 + thread) * 1000 + turn + index;
    }
    CHECK(wrong == 0);
}
