/* ranks: 2 3 5 8. MPI_Comm_spawn in ranks that survive failures: new ranks of the same program, of two programs with
   arguments, from a part of the ranks; new ranks that fail before and after they meet their parents; other programs. */
#include "check.h"

static void check_parents(const char* way) {
    MPI_Comm parent, all;
    int *number, found, all_size;
    MPI_Comm_get_parent(&parent);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &found);
    expect(found && *number == (strcmp(way, "second") == 0), "MPI_APPNUM");
    MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
    if (strcmp(way, "dies") == 0) {
        if (rank == 1) die();
        // The others see it, and so do the parents.
        expect_class(MPI_Barrier(parent), MPIX_ERR_PROC_FAILED, "a barrier with parents after a failure");
        return;
    }
    MPI_Intercomm_merge(parent, 1, &all);
    MPI_Comm_size(all, &all_size);
    int sum = 0;
    const int one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
    expect(sum == all_size, "a sum over parents and new ranks");
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&parent);
}

// Parents, with as many ranks that were started.
static void meet_new(MPI_Comm across, int wanted) {
    MPI_Comm all;
    int theirs = 0, own = 0, sum = 0;
    const int one = 1;
    MPI_Comm_remote_size(across, &theirs);
    expect(theirs == wanted, "the number of new ranks");
    MPI_Intercomm_merge(across, 0, &all);
    MPI_Comm_size(across, &own);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
    expect(sum == own + wanted, "a sum over parents and new ranks");
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&across);
}

int main(int argc, char** argv) {
    if (argc > 1 && strcmp(argv[1], "never") == 0) die();
    const char* const place = getenv("OMPI_COMM_WORLD_RANK"); /* before MPI_Init */
    start(&argc, &argv);
    MPI_Comm parent, across, part;
    int codes[2] = {-1, -1};
    char* meets[] = {"first", NULL};
    char* meets_too[] = {"second", "more", NULL};
    char* dies[] = {"dies", NULL};
    char* never[] = {"never", NULL};
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        expect(place != NULL && atoi(place) == rank, "OMPI_COMM_WORLD_RANK of a new rank: %s", place);
        expect(argc == (strcmp(argv[1], "second") == 0 ? 3 : 2), "the number of arguments");
        check_parents(argv[1]);
        return finish();
    }

    expect_class(MPI_Comm_spawn(argv[0], meets, 2, MPI_INFO_NULL, size - 1, MPI_COMM_WORLD, &across, codes), MPI_SUCCESS,
           "MPI_Comm_spawn");
    expect(codes[0] == MPI_SUCCESS && codes[1] == MPI_SUCCESS, "the codes");
    meet_new(across, 2);

    meet(MPI_COMM_WORLD);
    char* commands[] = {argv[0], argv[0]};
    char** arguments[] = {meets, meets_too};
    const int ranks[] = {1, 2};
    const MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    expect(MPI_Comm_spawn_multiple(2, commands, arguments, ranks, infos, 0, MPI_COMM_WORLD, &across,
                                   MPI_ERRCODES_IGNORE) == MPI_SUCCESS,
           "MPI_Comm_spawn_multiple");
    meet_new(across, 3);

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &part);
    expect_class(MPI_Comm_spawn(argv[0], meets, 1, MPI_INFO_NULL, 0, part, &across, MPI_ERRCODES_IGNORE), MPI_SUCCESS,
           "MPI_Comm_spawn of a part");
    meet_new(across, 1);
    MPI_Comm_free(&part);

    expect_class(MPI_Comm_spawn(argv[0], dies, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &across, MPI_ERRCODES_IGNORE), MPI_SUCCESS,
           "MPI_Comm_spawn of ranks that fail later");
    MPI_Comm_set_errhandler(across, MPI_ERRORS_RETURN);
    expect_class(MPI_Barrier(across), MPIX_ERR_PROC_FAILED, "a barrier with ranks that have failed");
    MPI_Comm_free(&across);

    expect_class(MPI_Comm_spawn(argv[0], never, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &across, codes), MPIX_ERR_PROC_FAILED,
                 "MPI_Comm_spawn of ranks that fail before MPI_Init");
    expect(rank != 0 || (codes[0] != MPI_SUCCESS && codes[1] != MPI_SUCCESS), "codes of ranks that have failed");
    expect_class(MPI_Comm_spawn("/bin/true", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &across, codes), MPI_ERR_SPAWN,
                 "another program");
    expect_class(MPI_Comm_spawn(argv[0], meets, 1000, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &across, MPI_ERRCODES_IGNORE),
                 MPI_ERR_SPAWN, "too many ranks");
    return finish();
}
