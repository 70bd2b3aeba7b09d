// Communicators and intercommunicators made of groups alone (MPI-5.0 sections 7.4.2 and 7.6.2).
// ranks: 1 2 3 5 8
// oracle: no
#include "../common/sessions.h"

static MPI_Group world_group(MPI_Session session) {
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    return group;
}

// first, first + step, ... of the world; this rank's position among them, or -1.
static MPI_Group part_of(MPI_Group world, int first, int step, int* count, int* index) {
    int members[8];
    MPI_Group part;
    *count = 0, *index = -1;
    for (int member = first; member >= 0 && member < size; member += step) {
        if (member == rank) *index = *count;
        members[(*count)++] = member;
    }
    MPI_Group_incl(world, *count, members, &part);
    return part;
}

static void parts(MPI_Group world) {
    for (int step = 1; step <= size; ++step) {
        MPI_Comm comm = MPI_COMM_NULL;
        int count, index, there = -1, many = -1;
        MPI_Group part = part_of(world, rank % step, step, &count, &index);
        MPI_Comm_create_from_group(part, "org.sartor.part", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
        MPI_Comm_rank(comm, &there), MPI_Comm_size(comm, &many);
        CHECK(there == index && many == count);
        talk(comm);
        MPI_Comm_free(&comm);
        MPI_Group_free(&part);
    }
}

// The group's order is the communicator's; ranks outside of the group do not take part.
static void backwards(MPI_Group world) {
    MPI_Comm comm = MPI_COMM_NULL;
    int count, index, there = -1;
    MPI_Group part = part_of(world, size - 1, -1, &count, &index);
    MPI_Comm_create_from_group(part, "org.sartor.backwards", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Comm_rank(comm, &there);
    CHECK(there == size - 1 - rank);
    talk(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&part);
    part = part_of(world, 0, 2, &count, &index);
    if (index >= 0) {
        MPI_Comm_create_from_group(part, "org.sartor.even", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
        talk(comm);
        MPI_Comm_free(&comm);
    }
    MPI_Group_free(&part);
}

// The same group again and again: the n-th calls belong together, however far ahead a rank is.
static void again_and_again(MPI_Group world) {
    MPI_Comm comms[4];
    for (int number = 0; number < 4; ++number)
        MPI_Comm_create_from_group(world, "org.sartor.again", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comms[number]);
    int in[4], out[4];
    MPI_Request requests[8];
    for (int number = 0; number < 4; ++number) in[number] = -1, out[number] = 4 * rank + number;
    for (int number = 0; number < 4; ++number) {
        MPI_Irecv(&in[number], 1, MPI_INT, (rank + 1) % size, 0, comms[number], &requests[number]);
        MPI_Isend(&out[3 - number], 1, MPI_INT, (rank + size - 1) % size, 0, comms[3 - number],
                  &requests[4 + number]);
    }
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    for (int number = 0; number < 4; ++number) {
        CHECK(in[number] == 4 * ((rank + 1) % size) + number);
        MPI_Comm_free(&comms[number]);
    }
}

static unsigned mixed(unsigned value) {
    value = (value ^ (value >> 16)) * 0x45d9f3bu;
    value = (value ^ (value >> 16)) * 0x45d9f3bu;
    return value ^ (value >> 16);
}

// Groups planned from a seed, the same plan on every rank: which members, in which order, with which of few
// strings, and how many of the communicators are kept until later.
static void random_groups(MPI_Group world, unsigned seed) {
    MPI_Comm kept[4] = {MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL};
    const int before = failures;
    for (unsigned turn = 0; turn < 40; ++turn) {
        static const char* const tags[] = {"org.sartor.a", "org.sartor.b"};
        const unsigned choice = mixed(seed * 1000 + turn), first = mixed(choice) % (unsigned)size;
        int members[8], count = 0, is_member = 0, sum = 0, expected = 0;
        MPI_Group part;
        for (unsigned step = 0; step < (unsigned)size; ++step) {
            const int member = (int)((first + step) % (unsigned)size);
            if ((choice >> member & 1) == 0 && count > 0) continue;
            members[count++] = member, expected += member, is_member |= member == rank;
        }
        if (!is_member) continue;
        MPI_Group_incl(world, count, members, &part);
        MPI_Comm* comm = &kept[turn % 4];
        if (*comm != MPI_COMM_NULL) MPI_Comm_free(comm);
        MPI_Comm_create_from_group(part, tags[choice >> 9 & 1], MPI_INFO_NULL, MPI_ERRORS_RETURN, comm);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, *comm);
        CHECK(sum == expected);
        MPI_Group_free(&part);
    }
    for (int index = 0; index < 4; ++index)
        if (kept[index] != MPI_COMM_NULL) MPI_Comm_free(&kept[index]);
    if (failures > before) fprintf(stderr, "the seed was %u\n", seed);
}

static void of_nobody(void) {
    MPI_Comm comm = MPI_COMM_NULL;
    CHECK(MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "org.sartor.nobody", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                     &comm) == MPI_SUCCESS);
    CHECK(comm == MPI_COMM_NULL);
}

static void asked(MPI_Group world) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Group group;
    MPI_Errhandler handler;
    int result = -1, flag = -1, length = -1;
    int* bound = NULL;
    char name[MPI_MAX_OBJECT_NAME] = "?";
    MPI_Comm_create_from_group(world, "org.sartor.asked", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Comm_group(comm, &group);
    MPI_Group_compare(world, group, &result);
    CHECK(result == MPI_IDENT);
    MPI_Comm_get_errhandler(comm, &handler);
    CHECK(handler == MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
    MPI_Comm_get_attr(comm, MPI_TAG_UB, &bound, &flag);
    CHECK(flag && *bound >= 32767);
    MPI_Comm_get_name(comm, name, &length);
    CHECK(length == 0 && name[0] == '\0');
    MPI_Comm_test_inter(comm, &flag);
    CHECK(!flag);
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
}

static void across(MPI_Comm inter, int mine, int theirs, int first_of_theirs) {
    MPI_Comm all;
    int here = -1, count = -1, remote = -1, got = -1;
    MPI_Comm_rank(inter, &here), MPI_Comm_size(inter, &count), MPI_Comm_remote_size(inter, &remote);
    CHECK(count == mine && remote == theirs);
    const int peer = here % theirs;
    MPI_Request request;
    MPI_Isend(&rank, 1, MPI_INT, peer, 0, inter, &request);
    for (int other = 0; other < theirs; ++other)
        if (other % mine == here) {
            MPI_Recv(&got, 1, MPI_INT, other, 0, inter, MPI_STATUS_IGNORE);
            CHECK(got == first_of_theirs + other);
        }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Intercomm_merge(inter, 0, &all);
    talk(all);
    MPI_Comm_free(&all);
}

// The lower ranks and the others; a rank sends to the one across, which may have several to hear of.
static void two_sides(MPI_Group world, int border) {
    MPI_Group sides[2];
    MPI_Comm inter = MPI_COMM_NULL;
    int counts[2], index;
    const int high = rank >= border;
    int low_ranks[8], high_ranks[8];
    for (int member = 0; member < border; ++member) low_ranks[member] = member;
    for (int member = border; member < size; ++member) high_ranks[member - border] = member;
    counts[0] = border, counts[1] = size - border;
    MPI_Group_incl(world, counts[0], low_ranks, &sides[0]);
    MPI_Group_incl(world, counts[1], high_ranks, &sides[1]);
    MPI_Group_rank(sides[high], &index);
    const int leaders[2] = {counts[0] - 1, 0};
    const int leads = index == leaders[high];
    CHECK(MPI_Intercomm_create_from_groups(sides[high], leaders[high],
                                           leads ? sides[!high] : MPI_GROUP_EMPTY, leads ? leaders[!high] : 0,
                                           "org.sartor.sides", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                           &inter) == MPI_SUCCESS);
    across(inter, counts[high], counts[!high], high ? 0 : border);
    MPI_Comm_free(&inter);
    MPI_Group_free(&sides[0]), MPI_Group_free(&sides[1]);
}

int main(void) {
    MPI_Session session = new_session();
    MPI_Comm comm = world_of(session);
    MPI_Group world = world_group(session);
    parts(world);
    backwards(world);
    again_and_again(world);
    for (unsigned seed = 1; seed <= 20; ++seed) random_groups(world, seed);
    of_nobody();
    asked(world);
    for (int border = 1; border < size; ++border) two_sides(world, border);
    MPI_Group_free(&world);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return finish("communicators of sessions");
}
