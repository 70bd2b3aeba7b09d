/* Making communicators from one with a failed member: an error, or one that can be used, and no rank waits
   for ever. One of the living only can be made. */
#include "check.h"

enum { duplicate, with_info, idup, split, split_type, create_all, create_living, cart, graph, kinds };
static const char* const names[kinds] = {"MPI_Comm_dup",
                                         "MPI_Comm_dup_with_info",
                                         "MPI_Comm_idup",
                                         "MPI_Comm_split",
                                         "MPI_Comm_split_type",
                                         "MPI_Comm_create",
                                         "MPI_Comm_create of the living",
                                         "MPI_Cart_create",
                                         "MPI_Dist_graph_create_adjacent"};

static int make(int kind, MPI_Group all, MPI_Group living, MPI_Comm* made) {
    MPI_Request request;
    int error, periods[1] = {1}, left = (rank + size - 1) % size, right = (rank + 1) % size;
    switch (kind) {
    case duplicate:
        return MPI_Comm_dup(MPI_COMM_WORLD, made);
    case with_info:
        return MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, made);
    case idup:
        error = MPI_Comm_idup(MPI_COMM_WORLD, made, &request);
        expect_class(error, MPI_SUCCESS, "begin of MPI_Comm_idup");
        return error != MPI_SUCCESS ? error : MPI_Wait(&request, MPI_STATUS_IGNORE);
    case split:
        return MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, made);
    case split_type:
        return MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, made);
    case create_all:
        return MPI_Comm_create(MPI_COMM_WORLD, all, made);
    case create_living:
        return MPI_Comm_create(MPI_COMM_WORLD, living, made);
    case cart:
        return MPI_Cart_create(MPI_COMM_WORLD, 1, &size, periods, 0, made);
    default:
        return MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right,
                                              MPI_UNWEIGHTED, MPI_INFO_NULL, 0, made);
    }
}

static void use(MPI_Comm comm, int dead, const char* what) {
    int me, members, value = 1, sum = -1, has_dead = 0;
    MPI_Group group, world;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &members);
    MPI_Comm_group(comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    for (int member = 0; member < members; ++member) {
        int there;
        MPI_Group_translate_ranks(group, 1, &member, world, &there);
        has_dead |= there == dead;
    }
    const int error = MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (has_dead)
        expect_class(error, MPIX_ERR_PROC_FAILED, what);
    else
        expect(error == MPI_SUCCESS && sum == members, "%s: sum of %d members is %d", what, members, sum);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

int main(int argc, char** argv) {
    start(&argc, &argv);
    const int dead = size / 2;
    MPI_Group all, living;
    MPI_Comm made;
    if (rank == dead) {
        pass_time();
        die();
    }
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, &dead, &living);
    for (int again = 0; again < 2; ++again) {
        for (int kind = 0; kind < kinds; ++kind) {
            int flag;
            made = MPI_COMM_NULL;
            const int error = make(kind, all, living, &made);
            expect(error == MPI_SUCCESS || class_of(error) == MPIX_ERR_PROC_FAILED, "%s: %s", names[kind],
                   name_of(class_of(error)));
            flag = error == MPI_SUCCESS;
            MPIX_Comm_failure_ack(MPI_COMM_WORLD);
            MPIX_Comm_agree(MPI_COMM_WORLD, &flag);
            if (flag) use(made, dead, names[kind]);
            if (error == MPI_SUCCESS)
                expect(made != MPI_COMM_NULL, "%s: success, and none made", names[kind]);
            if (error == MPI_SUCCESS && made != MPI_COMM_NULL)
                expect_class(MPI_Comm_free(&made), MPI_SUCCESS, "MPI_Comm_free");
        }
        /* Only the group takes part. */
        expect_class(MPI_Comm_create_group(MPI_COMM_WORLD, living, 5, &made), MPI_SUCCESS,
                     "MPI_Comm_create_group of the living");
        expect_usable(made, size - 1, "communicator of MPI_Comm_create_group");
        MPI_Comm_free(&made);
        const int error = MPI_Comm_create_group(MPI_COMM_WORLD, all, 6, &made);
        expect(error == MPI_SUCCESS || class_of(error) == MPIX_ERR_PROC_FAILED,
               "MPI_Comm_create_group with a failed member: %s", name_of(class_of(error)));
    }
    MPI_Group_free(&all);
    MPI_Group_free(&living);
    return finish();
}
