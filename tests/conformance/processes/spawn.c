// Ranks that others start (MPI-5.0 section 11.8): this program starts itself.
// ranks: 1 2 3 5
// oracle: openmpi
#include <sys/stat.h>
#include <unistd.h>

#include "../../programs/common/program.h"
#include "../common/checks.h"

enum { children = 3, length = 50000 };
static int longer[length], arrived[length];

// The parents are the first group when they merge. All between the groups is used once.
static void use(MPI_Comm between, int is_parent, int expected_remote) {
    int flag = 0, remote = -1, position = -1, value = -1, sum = -1, all_size = -1;
    MPI_Comm all, copy;
    MPI_Request request;
    int *universe = NULL, world = 0, is_set = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &universe, &is_set);
    MPI_Comm_size(MPI_COMM_WORLD, &world);
    CHECK_BUT_ORACLES(!is_set || *universe > world); // there is room for those that this one could start (11.10.1)
    MPI_Comm_test_inter(between, &flag);
    MPI_Comm_remote_size(between, &remote);
    MPI_Comm_rank(between, &position);
    CHECK(flag && remote == expected_remote);
    if (is_parent) {
        for (int index = 0; index < length; ++index) longer[index] = index * 3;
        for (int child = position; child < remote; child += size) {
            MPI_Isend(longer, length, MPI_INT, child, 5, between, &request);
            MPI_Recv(&value, 1, MPI_INT, child, 6, between, MPI_STATUS_IGNORE);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            CHECK(value == child * 10);
        }
    } else {
        MPI_Status status;
        MPI_Recv(arrived, length, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, between, &status);
        CHECK(status.MPI_SOURCE == position % remote && status.MPI_TAG == 5 &&
              arrived[length - 1] == 3 * (length - 1));
        value = position * 10;
        MPI_Send(&value, 1, MPI_INT, status.MPI_SOURCE, 6, between);
    }
    MPI_Comm_dup(between, &copy);
    MPI_Intercomm_merge(copy, !is_parent, &all);
    MPI_Comm_size(all, &all_size);
    value = 1;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, all);
    CHECK(sum == all_size && all_size == size + remote);
    value = is_parent ? 7 : -1;
    MPI_Bcast(&value, 1, MPI_INT, 0, all);
    CHECK(value == 7);
    // The worlds stay apart, also where communicators are made in both at once.
    MPI_Comm own;
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    sum = -1;
    value = 1;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, own);
    CHECK(sum == size);
    MPI_Comm_free(&own);
    MPI_Comm_free(&all);
    MPI_Comm_free(&copy);
}

// A window of memory of both worlds.
static void write_across(MPI_Comm between, int is_parent) {
    MPI_Comm all;
    MPI_Win window;
    int position = -1, all_size = -1, *memory = NULL;
    MPI_Intercomm_merge(between, !is_parent, &all);
    MPI_Comm_rank(all, &position);
    MPI_Comm_size(all, &all_size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, all, &memory, &window);
    *memory = -1;
    MPI_Win_fence(0, window);
    MPI_Put(&position, 1, MPI_INT, (position + 1) % all_size, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
    CHECK(*memory == (position + all_size - 1) % all_size);
    MPI_Win_free(&window);
    MPI_Comm_free(&all);
}

static void be_child(MPI_Comm parent, int argc, char** argv) {
    int remote = -1, *number = NULL, flag = 0, name_length = 0;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Comm again;
    MPI_Comm_remote_size(parent, &remote);
    MPI_Comm_get_name(parent, name, &name_length);
    CHECK_BUT_OPEN_MPI(strcmp(name, "MPI_COMM_PARENT") == 0);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &flag);
    CHECK(argc >= 2);
    if (argc < 2) return;
    if (strcmp(argv[1], "one") == 0) {
        CHECK(argc == 4 && strcmp(argv[2], "with space") == 0 && argv[3][0] == '\0');
        CHECK(size == children && flag && *number == 0);
        use(parent, 0, remote);
        write_across(parent, 0);
    } else if (strcmp(argv[1], "program") == 0) {
        CHECK(argc == 3 && flag && *number == atoi(argv[2]) && size == 3);
        CHECK(rank == 0 ? *number == 0 : *number == 1);
        use(parent, 0, remote);
    } else if (strcmp(argv[1], "folder") == 0) {
        struct stat here, expected;
        CHECK(stat(".", &here) == 0 && stat(argv[2], &expected) == 0 && here.st_ino == expected.st_ino);
    } else if (strcmp(argv[1], "generation") == 0 && atoi(argv[2]) > 0) {
        char next[16], *arguments[] = {"generation", next, NULL};
        MPI_Comm child;
        snprintf(next, sizeof next, "%d", atoi(argv[2]) - 1);
        MPI_Comm_spawn(argv[0], arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE);
        use(child, 1, 1);
        MPI_Comm_disconnect(&child);
        use(parent, 0, remote);
    } else if (strcmp(argv[1], "generation") == 0) {
        use(parent, 0, remote);
    }
    MPI_Comm_disconnect(&parent);
    CHECK(parent == MPI_COMM_NULL);
    MPI_Comm_get_parent(&again);
    CHECK_BUT_OPEN_MPI(again == MPI_COMM_NULL);
}

static void spawn_one(char* command) {
    char* arguments[] = {"one", "with space", "", NULL};
    int codes[children] = {-1, -1, -1};
    MPI_Comm child = MPI_COMM_NULL;
    const int root = size - 1;
    CHECK(MPI_Comm_spawn(rank == root ? command : NULL, rank == root ? arguments : NULL, rank == root ? children : 0,
                         MPI_INFO_NULL, root, MPI_COMM_WORLD, &child, codes) == MPI_SUCCESS);
    for (int index = 0; index < children; ++index) CHECK_BUT_OPEN_MPI(codes[index] == MPI_SUCCESS);
    use(child, 1, children);
    write_across(child, 1);
    MPI_Comm_disconnect(&child);
}

static void spawn_two(char* command) {
    char *commands[] = {command, command}, *first[] = {"program", "0", NULL}, *second[] = {"program", "1", NULL};
    char** arguments[] = {first, second};
    const int ranks[] = {1, 2};
    const MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    MPI_Comm child = MPI_COMM_NULL;
    MPI_Comm_spawn_multiple(2, commands, arguments, ranks, infos, 0, MPI_COMM_WORLD, &child,
                            MPI_ERRCODES_IGNORE);
    use(child, 1, 3);
    MPI_Comm_disconnect(&child);
}

// By each rank for itself, at the same time.
static void spawn_apart(char* command, char* folder) {
    char* arguments[] = {"folder", folder, NULL};
    MPI_Comm child = MPI_COMM_NULL;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "wdir", folder);
    MPI_Info_set(info, "no such key", "means nothing");
    CHECK(MPI_Comm_spawn(command, arguments, 1, info, 0, MPI_COMM_SELF, &child, MPI_ERRCODES_IGNORE) ==
          MPI_SUCCESS);
    MPI_Info_free(&info);
    MPI_Comm_disconnect(&child);
}

// At the root alone, and returned by all.
static void fail_to_spawn(void) {
    int codes[2] = {MPI_SUCCESS, MPI_SUCCESS};
    MPI_Comm child = MPI_COMM_WORLD;
    const int code = MPI_Comm_spawn("/there is/no such program", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0,
                                    MPI_COMM_WORLD, &child, codes);
    CHECK(class_of(code) == MPI_ERR_SPAWN && child == MPI_COMM_NULL);
    CHECK(class_of(codes[0]) == MPI_ERR_SPAWN && class_of(codes[1]) == MPI_ERR_SPAWN);
    // More text than a request may have.
    const size_t bytes = 2 << 20;
    char* const text = malloc(bytes);
    memset(text, 'x', bytes - 1);
    text[bytes - 1] = '\0';
    char* long_arguments[] = {text, NULL};
    CHECK(class_of(MPI_Comm_spawn("spawn", long_arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, codes)) ==
          MPI_ERR_SPAWN);
    free(text);
    CHECK(class_of(MPI_Comm_spawn(rank == 0 ? "" : NULL, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                                  &child, codes)) == MPI_ERR_ARG);
}

int main(int argc, char** argv) {
    MPI_Comm parent;
    begin(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        be_child(parent, argc, argv);
        MPI_Finalize();
        return failures != 0;
    }
    char path[4096];
    CHECK(realpath(argv[0], path) != NULL);
    spawn_one(path);
    spawn_two(path);
    spawn_apart(path, "/");
    char *arguments[] = {"generation", "2", NULL};
    MPI_Comm child;
    MPI_Comm_spawn(path, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, MPI_ERRCODES_IGNORE);
    use(child, 1, 2);
    MPI_Comm_disconnect(&child);
#ifndef ORACLE
    fail_to_spawn();
#endif
    return end("spawn");
}
