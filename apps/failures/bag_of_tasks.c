// A bag of tasks. All tasks are done although ranks fail.
//
// Rank 0 is the master: it hands out tasks and gets results from any worker. If a worker fails, the master gives its
// task to another worker, and the others go on. If the master fails, the lowest survivor becomes the master, and begins
// with the results that the survivors remember. A rank alone does all tasks.
//
// Usage: bag_of_tasks [TASKS]   (default: 40)
#include "recovery.h"

enum { stop = -1, none = -2, gone = -3 }; // none: the worker has no task; gone: it has failed
enum { task_tag, result_tag };
enum { numbers = 1000 }; // of each task

typedef struct {
    long long task, sum;
} Result;

static int tasks;
static long long* sums; // of the tasks whose results this rank knows; -1: not known

static long long work_on(long long task) {
    long long sum = 0;
    for (int at = 0; at < numbers; ++at) sum += task * numbers + at;
    return sum;
}

// Functions with a team return whether the work on its communicator can go on, unless they say something else.
static int be_worker(const Team* team) {
    for (;;) {
        Result result = {stop, 0};
        if (!succeeded(MPI_Recv(&result.task, 1, MPI_LONG_LONG, 0, task_tag, team->comm, MPI_STATUS_IGNORE))) return 0;
        if (result.task == stop) return 1;
        result.sum = sums[result.task] = work_on(result.task); // remembered, in case the master fails
        if (!succeeded(MPI_Send(&result, 2, MPI_LONG_LONG, 0, result_tag, team->comm))) return 0;
    }
}

// A task without a result that no worker has, or none.
static int open_task(const int* task_of, int size) {
    for (int task = 0; task < tasks; ++task) {
        int is_open = sums[task] < 0;
        for (int worker = 1; worker < size && is_open; ++worker) is_open = task_of[worker] != task;
        if (is_open) return task;
    }
    return none;
}

// Marks workers that have failed: their tasks are open again. Failures are acknowledged before the failed workers are
// looked up. In the other order a failure between the two calls would be acknowledged without being seen, and the
// master would wait for the result of that worker for ever.
static int mark_failed(const Team* team, int* task_of) {
    MPI_Group members, failed;
    int count = 0;
    if (!succeeded(MPIX_Comm_failure_ack(team->comm)) || !succeeded(MPIX_Comm_get_failed(team->comm, &failed)) ||
        !succeeded(MPI_Comm_group(team->comm, &members)) || !succeeded(MPI_Group_size(failed, &count)))
        return 0;
    for (int at = 0; at < count; ++at) {
        int worker = 0;
        if (!succeeded(MPI_Group_translate_ranks(failed, 1, &at, members, &worker))) return 0;
        task_of[worker] = gone;
    }
    return succeeded(MPI_Group_free(&failed)) && succeeded(MPI_Group_free(&members));
}

// Whether the communicator has been revoked. If not, an error only means that a worker has failed.
static int is_revoked(const Team* team) {
    int flag = 0;
    return !succeeded(MPIX_Comm_is_revoked(team->comm, &flag)) || flag;
}

// Gives tasks to all workers that have none. Returns how many workers are busy.
static int hand_out(const Team* team, int* task_of) {
    int busy = 0;
    for (int worker = 1; worker < team->size; ++worker) {
        const int task = task_of[worker] == none ? open_task(task_of, team->size) : none;
        const long long message = task;
        if (task != none)
            task_of[worker] =
                succeeded(MPI_Send(&message, 1, MPI_LONG_LONG, worker, task_tag, team->comm)) ? task : gone;
        busy += task_of[worker] >= 0;
    }
    return busy;
}

static int get_result(const Team* team, int* task_of) {
    Result result;
    MPI_Status status;
    if (!succeeded(MPI_Recv(&result, 2, MPI_LONG_LONG, MPI_ANY_SOURCE, result_tag, team->comm, &status)))
        return !is_revoked(team) && mark_failed(team, task_of);
    sums[result.task] = result.sum;
    if (task_of[status.MPI_SOURCE] != gone) task_of[status.MPI_SOURCE] = none;
    return 1;
}

static int is_complete(void) {
    for (int task = 0; task < tasks; ++task)
        if (sums[task] < 0) return 0;
    return 1;
}

static int be_master(const Team* team) {
    int task_of[team->size];
    const long long message = stop;
    for (int worker = 0; worker < team->size; ++worker) task_of[worker] = none;
    while (!is_complete()) {
        if (hand_out(team, task_of) > 0) {
            if (!get_result(team, task_of)) return 0;
        } else { // no worker is left
            const int task = open_task(task_of, team->size);
            sums[task] = work_on(task);
        }
    }
    for (int worker = 1; worker < team->size; ++worker)
        if (task_of[worker] != gone && !succeeded(MPI_Send(&message, 1, MPI_LONG_LONG, worker, task_tag, team->comm)) &&
            is_revoked(team))
            return 0;
    return 1;
}

// The master begins with all results that the ranks know.
static int gather_sums(const Team* team) {
    long long* const known = malloc((size_t)tasks * sizeof *known);
    if (known == NULL) fail("bag_of_tasks: no memory for this many tasks");
    const int is_done = succeeded(MPI_Reduce(sums, known, tasks, MPI_LONG_LONG, MPI_MAX, 0, team->comm));
    for (int task = 0; task < tasks && is_done && team->rank == 0; ++task) sums[task] = known[task];
    free(known);
    return is_done;
}

static int empty_bag(const Team* team) {
    return gather_sums(team) && (team->rank == 0 ? be_master(team) : be_worker(team));
}

static int print_total(void) {
    const long long count = (long long)tasks * numbers;
    long long total = 0;
    for (int task = 0; task < tasks; ++task) total += sums[task];
    const int is_right = total == count * (count - 1) / 2;
    printf("bag_of_tasks: %d tasks, the sum of the numbers below %lld is %lld: %s\n", tasks, count, total,
           is_right ? "right" : "WRONG");
    fflush(stdout);
    return is_right;
}

int main(int argc, char** argv) {
    int is_right = 1;
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 1;
    let_errors_return();
    tasks = argc > 1 ? atoi(argv[1]) : 40;
    if (tasks < 1 || tasks > 10000) fail("bag_of_tasks: usage: bag_of_tasks [TASKS]");
    sums = malloc((size_t)tasks * sizeof *sums);
    if (sums == NULL) fail("bag_of_tasks: no memory for this many tasks");
    for (int task = 0; task < tasks; ++task) sums[task] = -1;
    // MPI_Comm_dup would need all ranks, and some of them may have failed.
    Team team = team_of(survivors_of(MPI_COMM_WORLD));
    // Workers do not acknowledge failures. So all_succeeded() says no after any failure, and the survivors begin again,
    // with little left to do. When it says yes, the master is alive and has all results.
    while (!all_succeeded(team.comm, empty_bag(&team))) team = team_of(survivors_of(team.comm));
    if (team.rank == 0) is_right = print_total();
    free(sums);
    (void)succeeded(MPI_Comm_free(&team.comm));
    return MPI_Finalize() != MPI_SUCCESS || !is_right;
}
