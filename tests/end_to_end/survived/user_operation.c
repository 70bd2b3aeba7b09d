/* Reductions with an operation of the program that does not commute: it is only called with what ranks have
   contributed, and success means a right result. */
#include "check.h"

/* Upper triangular 2 x 2 matrices with ones on the diagonal and a mark, modulo a prime. */
enum { mark = 424242, prime = 1000003 };
struct Matrix {
    int mark, scale, shift;
};
static int calls_with_others;

static void multiply(void* in, void* inout, int* length, MPI_Datatype* type) {
    const struct Matrix* const left = in;
    struct Matrix* const right = inout;
    (void)type;
    for (int at = 0; at < *length; ++at) {
        if (left[at].mark != mark || right[at].mark != mark) {
            ++calls_with_others;
            continue;
        }
        right[at].shift = (int)((left[at].shift + (long long)left[at].scale * right[at].shift) % prime);
        right[at].scale = (int)((long long)left[at].scale * right[at].scale % prime);
    }
}
static struct Matrix of_member(int member, int at) {
    const struct Matrix matrix = {mark, member + 2, at % 100 + member};
    return matrix;
}
static int is_product(const struct Matrix* got, int members, int count) {
    for (int at = 0; at < count; ++at) {
        struct Matrix expected = of_member(0, at);
        int one = 1;
        for (int member = 1; member < members; ++member) {
            struct Matrix next = of_member(member, at);
            multiply(&expected, &next, &one, NULL);
            expected = next;
        }
        if (got[at].mark != mark || got[at].scale != expected.scale || got[at].shift != expected.shift)
            return 0;
    }
    return 1;
}

enum { longest = 5000 };
static struct Matrix in[longest], out[longest];
static MPI_Datatype type;
static MPI_Op op;

/* dead: a member that takes no part, or -1. */
static void reduce_all_ways(MPI_Comm comm, int dead) {
    int me, members;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &members);
    for (int count = 1; count <= longest; count += longest - 1)
        for (int way = 0; way < 3; ++way) {
            const char* const what = way == 0 ? "MPI_Allreduce" : way == 1 ? "MPI_Reduce" : "MPI_Scan";
            int error;
            for (int at = 0; at < count; ++at) in[at] = of_member(me, at);
            memset(out, 0, sizeof(out));
            if (way == 0)
                error = MPI_Allreduce(in, out, count, type, op, comm);
            else if (way == 1)
                error = MPI_Reduce(in, out, count, type, op, 0, comm);
            else
                error = MPI_Scan(in, out, count, type, op, comm);
            const int last = way == 2 ? me : members - 1;
            const int has_result = way != 1 || me == 0, needs_dead = dead >= 0 && has_result && last >= dead;
            if (error != MPI_SUCCESS)
                expect_class(error, dead < 0 ? MPI_SUCCESS : MPIX_ERR_PROC_FAILED, what);
            else if (has_result)
                expect(!needs_dead && is_product(out, last + 1, count),
                       "%s of %d: success with a wrong result", what, count);
        }
    expect(calls_with_others == 0, "the operation was called with %d elements that no rank has contributed",
           calls_with_others);
    calls_with_others = 0;
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(multiply, 0, &op);
    const int dead = size / 2;
    reduce_all_ways(MPI_COMM_WORLD, -1);
    meet(MPI_COMM_WORLD);
    if (rank == dead) {
        pass_time();
        die();
    }
    reduce_all_ways(MPI_COMM_WORLD, dead);
    MPI_Comm living = shrunk(MPI_COMM_WORLD);
    reduce_all_ways(living, -1);
    MPI_Comm_free(&living);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    return finish();
}
