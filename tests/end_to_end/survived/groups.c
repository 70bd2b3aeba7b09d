/* Groups of failed and of acknowledged ranks. */
#include "check.h"

enum { most = 4 };

static int ranks_of(MPI_Group* group, int* ranks) {
    MPI_Group world;
    int count;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_size(*group, &count);
    for (int at = 0; at < count && at < most; ++at)
        MPI_Group_translate_ranks(*group, 1, &at, world, &ranks[at]);
    MPI_Group_free(&world);
    MPI_Group_free(group);
    return count;
}
static int failed_in(MPI_Comm comm, int* ranks) {
    MPI_Group group;
    expect_class(MPIX_Comm_get_failed(comm, &group), MPI_SUCCESS, "MPIX_Comm_get_failed");
    return ranks_of(&group, ranks);
}
static int acked_in(MPI_Comm comm, int* ranks) {
    MPI_Group group;
    expect_class(MPIX_Comm_failure_get_acked(comm, &group), MPI_SUCCESS, "MPIX_Comm_failure_get_acked");
    return ranks_of(&group, ranks);
}

int main(int argc, char** argv) {
    MPI_Comm twin;
    int deaths, before[most], ranks[most], count = 0, acked = -1;
    start(&argc, &argv);
    deaths = size - 1 < most ? size - 1 : most;
    MPI_Comm_dup(MPI_COMM_WORLD, &twin);
    meet(twin);
    expect(failed_in(MPI_COMM_WORLD, ranks) == 0, "failures from the start");
    meet(twin);
    /* The last ones fail one after the other. No call that communicates while they wait. */
    for (int death = 0; death < deaths; ++death) {
        if (rank == size - 1 - death) die();
        int known = count;
        while (known <= death) {
            known = failed_in(MPI_COMM_WORLD, ranks);
            for (int at = 0; at < count; ++at)
                expect(ranks[at] == before[at], "failed rank %d was %d and is %d", at, before[at], ranks[at]);
            count = known;
            memcpy(before, ranks, sizeof(before));
        }
        for (int at = 0; at <= death; ++at) {
            int found = 0;
            for (int index = 0; index < count; ++index) found |= ranks[index] == size - 1 - at;
            expect(found, "rank %d is not in the group of %d failed", size - 1 - at, count);
        }
    }
    if (rank >= size - deaths) return finish();
    expect(count == deaths, "%d failed instead of %d", count, deaths);

    expect(acked_in(MPI_COMM_WORLD, ranks) == 0, "some are acknowledged from the start");
    expect_class(MPIX_Comm_ack_failed(MPI_COMM_WORLD, 0, &acked), MPI_SUCCESS, "MPIX_Comm_ack_failed of 0");
    expect(acked == 0, "%d acknowledged instead of 0", acked);
    expect_class(MPIX_Comm_ack_failed(MPI_COMM_WORLD, 1, &acked), MPI_SUCCESS, "MPIX_Comm_ack_failed of 1");
    expect(acked == 1, "%d acknowledged instead of 1", acked);
    expect(acked_in(MPI_COMM_WORLD, ranks) == 1, "the group of acknowledged ranks has not 1");
    expect(ranks[0] == before[0], "rank %d is acknowledged instead of the first, %d", ranks[0], before[0]);
    expect(acked_in(twin, ranks) == 0, "some are acknowledged in another communicator");
    if (deaths > 2) {
        MPIX_Comm_ack_failed(MPI_COMM_WORLD, 2, &acked);
        expect(acked == 2, "%d acknowledged instead of 2", acked);
        expect_class(MPIX_Comm_ack_failed(MPI_COMM_WORLD, 1, &acked), MPI_SUCCESS,
                     "MPIX_Comm_ack_failed of less");
        expect(acked == 2, "%d acknowledged instead of the 2 before", acked);
        expect(acked_in(MPI_COMM_WORLD, ranks) == 2, "the group of acknowledged ranks has not 2");
        expect(ranks[0] == before[0] && ranks[1] == before[1], "others are acknowledged");
    }
    expect_class(MPIX_Comm_ack_failed(MPI_COMM_WORLD, size, &acked), MPI_SUCCESS,
                 "MPIX_Comm_ack_failed of as many as there are ranks");
    expect(acked == deaths, "%d acknowledged instead of %d", acked, deaths);
    expect_class(MPIX_Comm_failure_ack(twin), MPI_SUCCESS, "MPIX_Comm_failure_ack");
    expect(acked_in(twin, ranks) == deaths, "not all are acknowledged by MPIX_Comm_failure_ack");
    MPIX_Comm_ack_failed(twin, 0, &acked);
    expect(acked == deaths, "%d acknowledged after MPIX_Comm_failure_ack", acked);
    expect(failed_in(MPI_COMM_WORLD, ranks) == deaths, "the group of failed ranks has changed");
    expect(failed_in(MPI_COMM_SELF, ranks) == 0, "failures in MPI_COMM_SELF");
    MPI_Comm living = shrunk(MPI_COMM_WORLD);
    expect(failed_in(living, ranks) == 0, "failures in the shrunk communicator");
    MPI_Comm_free(&living);
    MPI_Comm_free(&twin);
    return finish();
}
