/* ranks: 2 4 8. The places of ranks that fail are taken by new ones, and these fail, too, twelve times over. */
#include "check.h"

enum { rounds = 12 };

/* As many ranks as before, from a communicator in which some have failed. */
static MPI_Comm repaired(MPI_Comm comm, char* program, int wanted, int round) {
    MPI_Comm across, all;
    char text[16];
    char* arguments[] = {text, NULL};
    int members, flag = 1;
    MPIX_Comm_revoke(comm);
    MPI_Comm living = shrunk(comm);
    MPI_Comm_size(living, &members);
    snprintf(text, sizeof text, "%d", round);
    expect_class(MPI_Comm_spawn(program, arguments, wanted - members, MPI_INFO_NULL, 0, living, &across,
                                MPI_ERRCODES_IGNORE),
                 MPI_SUCCESS, "MPI_Comm_spawn");
    MPI_Comm_set_errhandler(across, MPI_ERRORS_RETURN);
    expect_class(MPI_Intercomm_merge(across, 0, &all), MPI_SUCCESS, "MPI_Intercomm_merge");
    expect_class(MPIX_Comm_agree(across, &flag), MPI_SUCCESS, "MPIX_Comm_agree with new ranks");
    MPI_Comm_free(&across);
    MPI_Comm_free(&living);
    return all;
}

int main(int argc, char** argv) {
    MPI_Comm parent, comm;
    int round = 0, wanted, number, flag = 1;
    start(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    } else {
        round = atoi(argv[1]);
        MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
        expect_class(MPI_Intercomm_merge(parent, 1, &comm), MPI_SUCCESS, "MPI_Intercomm_merge of a new rank");
        expect_class(MPIX_Comm_agree(parent, &flag), MPI_SUCCESS, "MPIX_Comm_agree of a new rank");
        MPI_Comm_free(&parent);
    }
    MPI_Comm_size(comm, &wanted);
    for (; round < rounds; ++round) {
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        expect_usable(comm, wanted, "communicator of a round");
        meet(comm); /* before one fails: all have the sum */
        MPI_Comm_rank(comm, &number);
        /* The last one, which is new from the second round on, and sometimes one more. */
        if (number == wanted - 1 || (round % 3 == 2 && number > 0 && number == wanted - 2)) {
            if (round % 2) pass_time();
            die();
        }
        expect(is_of_failure(MPI_Barrier(comm)), "no error in round %d", round);
        MPI_Comm next = repaired(comm, argv[0], wanted, round + 1);
        MPI_Comm_free(&comm);
        comm = next;
    }
    expect_usable(comm, wanted, "communicator at the end");
    MPI_Comm_free(&comm);
    return finish();
}
