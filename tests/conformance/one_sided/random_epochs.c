// Random epochs planned from a seed, against a sequential model of the windows' memory (MPI-5.0 section 12.7).
// ranks: 1 2 3 5 8 16
// arguments: 1 25
// oracle: no
#include "../common/windows.h"

#include <stdint.h>
#include <string.h>

// Every rank makes the same plan: epochs of operations, each with an origin, a target, words of the target and a
// shape. Within an epoch a word is read by many, or written by one put, or changed by many with one operation whose
// order does not matter, or changed by one origin, whose changes are in order (section 12.7.1). So what every word
// holds after an epoch is determined, and what every operation returns; both are compared with the model.
enum { words = 64, epochs = 8, most_operations = 40, longest = 6, most_ranks = 16 };
enum { by_fence, by_groups, by_locks, by_shared_locks, by_all, sync_kinds };
enum { put, get, accumulate, get_accumulate, fetch_and_op, compare_and_swap, rput, rget, kinds };
enum { untouched, read_only, written, changed_by_many, changed_by_one };

typedef struct {
    int kind, origin, target, shape, count, displacements[longest], op, with_others;
    int64_t operands[longest], expected, compare;
} Operation;

static unsigned state;
static int64_t model[most_ranks][words], *memory;
static Operation operations[most_operations];
static int operation_count;
static int64_t results[most_operations][longest], wanted[most_operations][longest];
static struct {
    int use, origin, op;
} uses[most_ranks][words];
static const MPI_Op* op_of(int number) {
    static MPI_Op ops[6];
    ops[0] = MPI_SUM, ops[1] = MPI_MAX, ops[2] = MPI_BXOR, ops[3] = MPI_MIN, ops[4] = MPI_REPLACE, ops[5] = MPI_NO_OP;
    return &ops[number];
}

static int pick(int below) {
    state = mixed(state + 0x9e3779b9u);
    return (int)(state % (unsigned)below);
}

static int64_t joined(int op, int64_t old, int64_t operand) {
    switch (op) {
    case 0:
        return old + operand;
    case 1:
        return old > operand ? old : operand;
    case 2:
        return old ^ operand;
    case 3:
        return old < operand ? old : operand;
    case 4:
        return operand;
    default:
        return old;
    }
}

// Displacements of the words: neighbours, every third, or any in rising order.
static void choose_words(Operation* one) {
    one->shape = one->count == 1 ? 0 : pick(3);
    int next = pick(words / 4);
    for (int index = 0; index < one->count; ++index) {
        one->displacements[index] = next;
        next += one->shape == 0 ? 1 : one->shape == 1 ? 3 : 1 + pick(7);
    }
}

static int is_change(int kind) {
    return kind >= accumulate && kind <= compare_and_swap;
}

// What the operation makes of a word; -1 where that is not determined.
static int use_of(const Operation* one, int word) {
    const int use = uses[one->target][word].use, origin = uses[one->target][word].origin;
    if (one->kind == put || one->kind == rput) return use == untouched ? written : -1;
    if (one->kind == get || one->kind == rget) return use == untouched || use == read_only ? read_only : -1;
    if (use == untouched) return one->with_others ? changed_by_many : changed_by_one;
    if (use == changed_by_many)
        return one->with_others && uses[one->target][word].op == one->op ? changed_by_many : -1;
    return use == changed_by_one && origin == one->origin ? changed_by_one : -1;
}

static int is_determined(const Operation* one) {
    for (int index = 0; index < one->count; ++index)
        if (one->displacements[index] >= words || use_of(one, one->displacements[index]) < 0) return 0;
    return 1;
}

static void carry_out_in_model(int number) {
    const Operation* one = &operations[number];
    for (int index = 0; index < one->count; ++index) {
        const int word = one->displacements[index];
        const int use = use_of(one, word);
        int64_t* const value = &model[one->target][word];
        uses[one->target][word].use = use;
        uses[one->target][word].origin = one->origin;
        uses[one->target][word].op = one->op;
        wanted[number][index] = *value;
        if (one->kind == put || one->kind == rput) *value = one->operands[index];
        if (one->kind == compare_and_swap && *value == one->compare) *value = one->operands[index];
        if (is_change(one->kind) && one->kind != compare_and_swap)
            *value = joined(one->op, *value, one->operands[index]);
    }
}

// targets[origin]: the only one that the origin may reach, or -1.
static void plan(const int* targets) {
    memset(uses, 0, sizeof uses);
    operation_count = 0;
    for (int attempt = 0; attempt < most_operations; ++attempt) {
        Operation* one = &operations[operation_count];
        one->kind = pick(kinds);
        one->origin = pick(size);
        one->target = targets[one->origin] >= 0 ? targets[one->origin] : pick(size);
        one->op = pick(one->kind == accumulate ? 5 : 6);
        one->count = one->kind == fetch_and_op || one->kind == compare_and_swap ? 1 : 1 + pick(longest);
        one->with_others = one->kind == accumulate && one->op < 4 && pick(2);
        choose_words(one);
        for (int index = 0; index < longest; ++index) one->operands[index] = pick(1000) - 500;
        one->compare = pick(2) ? model[one->target][one->displacements[0] % words] : 7;
        if (!is_determined(one)) continue;
        carry_out_in_model(operation_count++);
    }
}

static MPI_Datatype type_of(const Operation* one) {
    MPI_Datatype type;
    if (one->shape == 1)
        MPI_Type_vector(one->count, 1, 3, MPI_INT64_T, &type);
    else {
        int offsets[longest];
        for (int index = 0; index < one->count; ++index) offsets[index] = one->displacements[index] - one->displacements[0];
        MPI_Type_create_indexed_block(one->count, 1, offsets, MPI_INT64_T, &type);
    }
    MPI_Type_commit(&type);
    return type;
}

static void issue(int number, MPI_Win win) {
    Operation* one = &operations[number];
    int64_t* const result = results[number];
    const MPI_Op op = *op_of(one->op);
    const int to = one->target, n = one->count, first = one->displacements[0];
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Datatype type = one->shape == 0 ? MPI_INT64_T : type_of(one);
    const int m = one->shape == 0 ? n : 1;
    switch (one->kind) {
    case put:
        MPI_Put(one->operands, n, MPI_INT64_T, to, first, m, type, win);
        break;
    case rput:
        MPI_Rput(one->operands, n, MPI_INT64_T, to, first, m, type, win, &request);
        break;
    case get:
        MPI_Get(result, n, MPI_INT64_T, to, first, m, type, win);
        break;
    case rget:
        MPI_Rget(result, n, MPI_INT64_T, to, first, m, type, win, &request);
        break;
    case accumulate:
        MPI_Accumulate(one->operands, n, MPI_INT64_T, to, first, m, type, op, win);
        break;
    case get_accumulate:
        MPI_Get_accumulate(one->operands, n, MPI_INT64_T, result, n, MPI_INT64_T, to, first, m, type, op, win);
        break;
    case fetch_and_op:
        MPI_Fetch_and_op(one->operands, result, MPI_INT64_T, to, first, op, win);
        break;
    default:
        MPI_Compare_and_swap(one->operands, &one->compare, result, MPI_INT64_T, to, first, win);
        break;
    }
    if (request != MPI_REQUEST_NULL) MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (type != MPI_INT64_T) MPI_Type_free(&type);
}

static void issue_all(int target, MPI_Win win) {
    for (int number = 0; number < operation_count; ++number)
        if (operations[number].origin == rank && (target < 0 || operations[number].target == target)) issue(number, win);
}

static void run_epoch(int sync, int shift, MPI_Win win) {
    const int to = (rank + shift) % size, from = (rank - shift + size) % size;
    if (sync == by_fence) {
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        issue_all(-1, win);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    } else if (sync == by_groups) {
        MPI_Group target = group_of(win, 1, &to), origin = group_of(win, 1, &from);
        MPI_Win_post(origin, 0, win);
        MPI_Win_start(target, 0, win);
        issue_all(-1, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        MPI_Group_free(&target);
        MPI_Group_free(&origin);
    } else if (sync == by_all) {
        MPI_Win_lock_all(shift % 2 ? MPI_MODE_NOCHECK : 0, win);
        issue_all(-1, win);
        for (int target = 0; target < size; ++target) MPI_Win_flush(target, win);
        MPI_Win_unlock_all(win);
    } else {
        for (int index = 0; index < size; ++index) {
            const int target = (rank + index) % size;
            MPI_Win_lock(sync == by_locks ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, target, 0, win);
            issue_all(target, win);
            MPI_Win_unlock(target, win);
        }
    }
}

static int returns_old(int kind) {
    return kind == get || kind == rget || kind == get_accumulate || kind == fetch_and_op || kind == compare_and_swap;
}

static void compare_epoch(unsigned seed, int epoch, int sync, MPI_Win win) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    for (int word = 0; word < words; ++word)
        if (memory[word] != model[rank][word]) {
            fprintf(stderr, "seed %u, epoch %d (kind %d): rank %d: word %d is %lld, expected %lld\n", seed, epoch, sync, rank,
                    word, (long long)memory[word], (long long)model[rank][word]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    MPI_Win_unlock(rank, win);
    for (int number = 0; number < operation_count; ++number)
        for (int index = 0; index < operations[number].count; ++index)
            if (operations[number].origin == rank && returns_old(operations[number].kind) &&
                results[number][index] != wanted[number][index]) {
                fprintf(stderr, "seed %u, epoch %d (kind %d): rank %d: operation %d (kind %d) returned %lld, expected %lld\n",
                        seed, epoch, sync, rank, number, operations[number].kind, (long long)results[number][index],
                        (long long)wanted[number][index]);
                MPI_Abort(MPI_COMM_WORLD, 1);
            }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void run_seed(unsigned seed) {
    static int64_t own[words];
    MPI_Win win;
    state = seed;
    switch (pick(3)) {
    case 0:
        memory = own;
        MPI_Win_create(own, sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        break;
    case 1:
        MPI_Win_allocate(sizeof own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        break;
    default: {
        MPI_Info info;
        MPI_Info_create(&info);
        MPI_Info_set(info, "same_disp_unit", "true");
        MPI_Win_allocate(sizeof own, sizeof *own, info, MPI_COMM_WORLD, &memory, &win);
        MPI_Info_free(&info);
        break;
    }
    }
    for (int one = 0; one < size; ++one)
        for (int word = 0; word < words; ++word) model[one][word] = pick(1000);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    memcpy(memory, model[rank], sizeof own);
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int epoch = 0; epoch < epochs; ++epoch) {
        int targets[most_ranks];
        const int sync = pick(sync_kinds), shift = pick(size);
        // Requests belong to passive epochs (section 12.3.5).
        for (int one = 0; one < size; ++one) targets[one] = sync == by_groups ? (one + shift) % size : -1;
        plan(targets);
        for (int number = 0; number < operation_count && (sync == by_fence || sync == by_groups); ++number)
            if (operations[number].kind >= rput) operations[number].kind -= rput;
        run_epoch(sync, shift, win);
        compare_epoch(seed, epoch, sync, win);
    }
    MPI_Win_free(&win);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    const unsigned first = argc > 1 ? (unsigned)atoi(argv[1]) : 1, last = argc > 2 ? (unsigned)atoi(argv[2]) : 25;
    for (unsigned seed = first; seed <= last; ++seed) run_seed(seed);
    return end_of_windows("random_epochs");
}
