/* A master gives tasks to workers, some of which fail with a task in their hands: it gives that to another
   one, and does itself what nobody is left for. */
#include "check.h"

enum { tasks = 60, none = -1, result_tag = 1, task_tag = 2 };

static int square(int task) {
    return task * task + 1;
}

static void work(void) {
    /* Workers with an odd rank fail at their third task, those that divide by four at their second result. */
    for (int done = 0;; ++done) {
        int task, result[2];
        expect_class(MPI_Recv(&task, 1, MPI_INT, 0, task_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_SUCCESS,
                     "MPI_Recv of a task");
        if (task == none) return;
        if (rank % 2 == 1 && done == 2) die();
        result[0] = task;
        result[1] = square(task);
        MPI_Send(result, 2, MPI_INT, 0, result_tag, MPI_COMM_WORLD);
        if (rank % 4 == 0 && done == 1) die();
    }
}

static int results[tasks], waiting[tasks], waiting_count, *task_of, *is_dead, missing = tasks;

static void give(int worker) {
    if (waiting_count == 0 || is_dead[worker]) return;
    const int task = waiting[waiting_count - 1];
    const int error = MPI_Send(&task, 1, MPI_INT, worker, task_tag, MPI_COMM_WORLD);
    if (error != MPI_SUCCESS) {
        /* What a receive from any source will tell is learned here. */
        expect_class(error, MPIX_ERR_PROC_FAILED, "MPI_Send of a task");
        return;
    }
    --waiting_count;
    task_of[worker] = task;
}
static void take(int task, int result) {
    if (results[task] == 0) --missing;
    results[task] = result;
}
static int take_back_from_dead(void) {
    MPI_Group dead, world;
    int count, is_new = 0;
    MPIX_Comm_failure_ack(MPI_COMM_WORLD);
    MPIX_Comm_failure_get_acked(MPI_COMM_WORLD, &dead);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(dead, &count);
    for (int at = 0; at < count; ++at) {
        int worker;
        MPI_Group_translate_ranks(dead, 1, &at, world, &worker);
        if (is_dead[worker]) continue;
        is_dead[worker] = is_new = 1;
        if (task_of[worker] != none) waiting[waiting_count++] = task_of[worker];
        task_of[worker] = none;
    }
    MPI_Group_free(&dead);
    MPI_Group_free(&world);
    return is_new;
}

static void lead(void) {
    task_of = malloc((size_t)size * sizeof(int));
    is_dead = calloc((size_t)size, sizeof(int));
    for (int task = 0; task < tasks; ++task) waiting[waiting_count++] = task;
    for (int worker = 0; worker < size; ++worker) task_of[worker] = none;
    while (missing > 0) {
        int busy = 0, result[2];
        MPI_Status status;
        for (int worker = 1; worker < size; ++worker) {
            if (task_of[worker] == none) give(worker);
            busy += task_of[worker] != none;
        }
        if (busy == 0) {
            /* All are dead, or about to be known so. */
            if (take_back_from_dead() || waiting_count == 0) continue;
            --waiting_count;
            take(waiting[waiting_count], square(waiting[waiting_count]));
            continue;
        }
        const int error = MPI_Recv(result, 2, MPI_INT, MPI_ANY_SOURCE, result_tag, MPI_COMM_WORLD, &status);
        if (error != MPI_SUCCESS) {
            expect_class(error, MPIX_ERR_PROC_FAILED, "MPI_Recv of a result");
            take_back_from_dead();
            continue;
        }
        expect(result[1] == square(result[0]), "result %d of task %d", result[1], result[0]);
        /* That of a rank that has failed since may come after its task was given away. */
        if (task_of[status.MPI_SOURCE] == result[0]) task_of[status.MPI_SOURCE] = none;
        take(result[0], result[1]);
    }
    for (int task = 0; task < tasks; ++task)
        expect(results[task] == square(task), "task %d: %d", task, results[task]);
    const int stop = none;
    for (int worker = 1; worker < size; ++worker)
        if (!is_dead[worker]) MPI_Send(&stop, 1, MPI_INT, worker, task_tag, MPI_COMM_WORLD);
    free(task_of);
    free(is_dead);
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    if (rank == 0)
        lead();
    else
        work();
    return finish();
}
