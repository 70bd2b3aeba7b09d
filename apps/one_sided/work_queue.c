/* A master and its workers over remote queues: workers request work by appending to the master's queue, N to 1, together
   with the result of the range before; the master appends a range of numbers to the queue of that worker. Counts primes.
   Compared with a sequential count.

     sartor cc -O2 -o work_queue work_queue.c && sartor run -n 16 --machine mppa256-bostan work_queue [LIMIT] */
#include <sartor/aos.h>
#include <stdio.h>
#include <stdlib.h>

enum { range = 500 };
struct request {
    int64_t primes; /* in the range before */
    int32_t worker;
};
struct task {
    int64_t first, end; /* empty: nothing is left */
};

static void check(int result, const char *what) {
    if (result == SARTOR_AOS_OK) return;
    fprintf(stderr, "work_queue: rank %d: %s: %s\n", sartor_aos_rank(), what, sartor_aos_error_text(result));
    exit(1);
}

static int64_t primes_in(int64_t first, int64_t end) {
    int64_t count = 0;
    for (int64_t number = first; number < end; ++number) {
        int64_t divisor = 2;
        while (divisor * divisor <= number && number % divisor != 0) ++divisor;
        count += number > 1 && divisor * divisor > number;
    }
    return count;
}

static int64_t lead(int workers, int64_t limit) {
    sartor_aos_queue requests = NULL, *const tasks = calloc((size_t)workers + 1, sizeof *tasks);
    int64_t next = 0, primes = 0;
    if (tasks == NULL) exit(1);
    check(sartor_aos_queue_create(&requests, 0, sizeof(struct request), 8), "create");
    for (int worker = 1; worker <= workers; ++worker) check(sartor_aos_queue_clone(&tasks[worker], worker), "clone");
    for (int left = workers; left > 0;) {
        struct request request;
        check(sartor_aos_dequeue(requests, &request, sizeof request, NULL), "dequeue");
        primes += request.primes;
        struct task task = {next, next + range < limit ? next + range : limit};
        left -= task.first == task.end;
        next = task.end;
        check(sartor_aos_enqueue(tasks[request.worker], &task, sizeof task, NULL), "enqueue");
    }
    free(tasks);
    return primes;
}

static void work(int rank) {
    sartor_aos_queue requests = NULL, tasks = NULL;
    struct request request = {0, rank};
    check(sartor_aos_queue_create(&tasks, rank, sizeof(struct task), 1), "create");
    check(sartor_aos_queue_clone(&requests, 0), "clone");
    for (;;) {
        struct task task;
        check(sartor_aos_enqueue(requests, &request, sizeof request, NULL), "enqueue");
        check(sartor_aos_dequeue(tasks, &task, sizeof task, NULL), "dequeue");
        if (task.first == task.end) return;
        request.primes = primes_in(task.first, task.end);
    }
}

int main(int argc, char **argv) {
    const int64_t limit = argc > 1 ? atoll(argv[1]) : 20000;
    const int rank = sartor_aos_rank(), ranks = sartor_aos_ranks();
    int wrong = 0;
    if (rank > 0) {
        work(rank);
    } else {
        const int64_t expected = primes_in(0, limit);
        const int64_t primes = ranks > 1 ? lead(ranks - 1, limit) : expected;
        wrong = primes != expected;
        printf("work_queue: %d workers, %lld primes below %lld: %s\n", ranks - 1, (long long)primes, (long long)limit,
               wrong ? "WRONG" : "as sequentially");
    }
    check(sartor_aos_barrier(), "barrier");
    return wrong;
}
