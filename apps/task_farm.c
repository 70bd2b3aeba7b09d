// Task farm: rank 0 hands out ranges of numbers to whoever asks (MPI_ANY_SOURCE), the others count the steps of
// Collatz's sequences from them, which take very different times. A rank alone does all tasks.
//
// Usage: task_farm [TASKS [NUMBERS]] [--check]   (default: 200 tasks of 100 numbers)
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { tag_result = 1, tag_task, tag_end };

typedef struct {
    long long task, steps; // task: -1 in a worker's first message
} Result;

static long long steps_from(unsigned long long number) {
    long long steps = 0;
    for (; number > 1; ++steps) number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    return steps;
}
static Result work_on(long long task, int numbers) {
    Result result = {task, 0};
    for (int index = 0; index < numbers; ++index) result.steps += steps_from((unsigned long long)(task * numbers + index + 1));
    return result;
}

static void be_worker(int numbers) {
    Result result = {-1, 0};
    for (;;) {
        long long task = 0;
        MPI_Status status;
        MPI_Send(&result, 2, MPI_LONG_LONG, 0, tag_result, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_LONG_LONG, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == tag_end) return;
        result = work_on(task, numbers);
    }
}

// The weight makes a result that is counted for another task, or twice, visible.
static long long weighted(Result result) {
    return result.steps * (2 * result.task + 1);
}

static long long hand_out(int workers, int tasks, int* done) {
    long long sum = 0;
    for (long long next = 0; workers > 0; ++next) {
        Result result;
        MPI_Status status;
        MPI_Recv(&result, 2, MPI_LONG_LONG, MPI_ANY_SOURCE, tag_result, MPI_COMM_WORLD, &status);
        if (result.task >= 0) sum += weighted(result), ++*done;
        const int tag = next < tasks ? tag_task : tag_end;
        workers -= tag == tag_end;
        MPI_Send(&next, 1, MPI_LONG_LONG, status.MPI_SOURCE, tag, MPI_COMM_WORLD);
    }
    return sum;
}
static long long do_all(int tasks, int numbers) {
    long long sum = 0;
    for (int task = 0; task < tasks; ++task) sum += weighted(work_on(task, numbers));
    return sum;
}

static int be_master(int ranks, int tasks, int numbers, int check) {
    int done = ranks == 1 ? tasks : 0;
    const long long sum = ranks == 1 ? do_all(tasks, numbers) : hand_out(ranks - 1, tasks, &done);
    printf("task_farm: %d of %d tasks done, result %lld\n", done, tasks, sum);
    if (!check) return done != tasks;
    const int failed = do_all(tasks, numbers) != sum;
    printf("check: %s\n", failed ? "another result by one rank" : "the same by one rank");
    return failed || done != tasks;
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank, ranks, failed = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int check = argc > 1 && strcmp(argv[argc - 1], "--check") == 0;
    argc -= check;
    const int tasks = argc > 1 ? atoi(argv[1]) : 200, numbers = argc > 2 ? atoi(argv[2]) : 100;
    if (tasks < 0 || numbers < 1 || numbers > 100000) {
        fprintf(stderr, "task_farm: usage: task_farm [TASKS [NUMBERS]] [--check]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (rank == 0)
        failed = be_master(ranks, tasks, numbers, check);
    else
        be_worker(numbers);
    MPI_Finalize();
    return failed;
}
