// Making and comparing communicators: dup, create, split and kin (MPI-5.0 section 7.4).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

static int compared(MPI_Comm left, MPI_Comm right) {
    int answer = -1;
    MPI_Comm_compare(left, right, &answer);
    return answer;
}

static void check_position(MPI_Comm comm, int expected_rank, int expected_size) {
    int here = -1, count = -1;
    MPI_Comm_rank(comm, &here), MPI_Comm_size(comm, &count);
    CHECK(here == expected_rank && count == expected_size);
}

static void free_and_check(MPI_Comm* comm) {
    CHECK(MPI_Comm_free(comm) == MPI_SUCCESS && *comm == MPI_COMM_NULL);
}

// The sum of the ranks of the world over the communicator's members shows that messages stay inside.
static void check_sum(MPI_Comm comm, int expected) {
    int sum = -1;
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == expected);
}

// Same group, another context: a message goes to the communicator that it was sent in.
static void check_separate(MPI_Comm left, MPI_Comm right) {
    int out[2] = {1, 2}, in[2] = {-1, -1}, count, here;
    MPI_Request requests[4];
    MPI_Comm_size(left, &count), MPI_Comm_rank(left, &here);
    MPI_Irecv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, left, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, right, &requests[1]);
    MPI_Isend(&out[1], 1, MPI_INT, (here + 1) % count, 5, right, &requests[2]);
    MPI_Isend(&out[0], 1, MPI_INT, (here + 1) % count, 5, left, &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    CHECK(in[0] == 1 && in[1] == 2);
}

static void duplicates(void) {
    MPI_Comm copy, later, informed, other = MPI_COMM_NULL;
    MPI_Request request;
    MPI_Info info;
    int inter = -1;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    CHECK(compared(MPI_COMM_WORLD, copy) == MPI_CONGRUENT && compared(copy, copy) == MPI_IDENT);
    CHECK(compared(MPI_COMM_WORLD, MPI_COMM_WORLD) == MPI_IDENT);
    CHECK(compared(MPI_COMM_WORLD, MPI_COMM_SELF) == (size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL));
    check_separate(MPI_COMM_WORLD, copy);
    MPI_Comm_idup(copy, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_separate(copy, later);
    MPI_Info_create(&info);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &informed);
    check_separate(informed, later);
#if MPI_SINCE(4, 0)
    MPI_Comm_idup_with_info(later, info, &other, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(compared(other, copy) == MPI_CONGRUENT);
    free_and_check(&other);
#endif
    MPI_Info_free(&info);
    free_and_check(&copy);
    MPI_Comm_test_inter(later, &inter);
    CHECK(inter == 0 && other == MPI_COMM_NULL);
    check_position(later, rank, size);
    check_sum(later, size * (size - 1) / 2);
    free_and_check(&informed), free_and_check(&later);
}

// Colours make the groups; keys order them; equal keys keep the old order. MPI_UNDEFINED stays outside.
// Whatever memory ranks share: each belongs to one part, in the order of the world.
static void check_parts(MPI_Comm part) {
    int index, members, total, before = -1;
    MPI_Comm_rank(part, &index);
    MPI_Comm_size(part, &members);
    const int counted = index == 0 ? members : 0;
    MPI_Allreduce(&counted, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(total == size);
    MPI_Exscan(&rank, &before, 1, MPI_INT, MPI_MAX, part);
    CHECK(index == 0 || before < rank);
}

static void split(void) {
    MPI_Comm part, turned, some;
    int color = rank % 3, members = (size - color + 2) / 3, sum = 0;
    for (int member = color; member < size; member += 3) sum += member;
    MPI_Comm_split(MPI_COMM_WORLD, color, -rank, &part);
    check_position(part, members - 1 - rank / 3, members);
    check_sum(part, sum);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
    CHECK(compared(turned, MPI_COMM_WORLD) == (size == 1 ? MPI_CONGRUENT : MPI_SIMILAR));
    check_position(turned, size - 1 - rank, size);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2 == 0 ? 7 : MPI_UNDEFINED, 5, &some);
    CHECK((some == MPI_COMM_NULL) == (rank % 2 == 1));
    if (some != MPI_COMM_NULL) {
        check_position(some, rank / 2, (size + 1) / 2);
        free_and_check(&some);
    }
    free_and_check(&part), free_and_check(&turned);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &part);
    check_parts(part);
    free_and_check(&part);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, rank, MPI_INFO_NULL, &part);
    CHECK(part == MPI_COMM_NULL);
}

#if MPI_SINCE(4, 0)
static MPI_Comm guided(int type, const char* key, const char* value) {
    MPI_Comm part = MPI_COMM_WORLD;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    CHECK(MPI_Comm_split_type(MPI_COMM_WORLD, type, rank, info, &part) == MPI_SUCCESS);
    MPI_Info_free(&info);
    return part;
}

// A resource by its name: memory that ranks share has one which every MPI knows, others give no communicator.
static void split_by_resource(void) {
    MPI_Comm shared, part;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &shared);
    part = guided(MPI_COMM_TYPE_HW_GUIDED, "mpi_hw_resource_type", "mpi_shared_memory");
    CHECK(part != MPI_COMM_NULL && compared(part, shared) == MPI_CONGRUENT);
    free_and_check(&part);
    CHECK(guided(MPI_COMM_TYPE_HW_GUIDED, "mpi_hw_resource_type", "no such thing") == MPI_COMM_NULL);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, rank, MPI_INFO_NULL, &part);
    CHECK(part == MPI_COMM_NULL);
#if MPI_SINCE(4, 1)
    part = guided(MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_hw_resource_type", "mpi_shared_memory");
    CHECK(part != MPI_COMM_NULL && compared(part, shared) == MPI_CONGRUENT);
    free_and_check(&part);
    part = guided(MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_pset_name", "mpi://WORLD");
    CHECK(part != MPI_COMM_NULL && compared(part, MPI_COMM_WORLD) == MPI_CONGRUENT);
    free_and_check(&part);
    part = guided(MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_pset_name", "mpi://SELF");
    CHECK(part != MPI_COMM_NULL && compared(part, MPI_COMM_SELF) == MPI_CONGRUENT);
    free_and_check(&part);
    CHECK(guided(MPI_COMM_TYPE_RESOURCE_GUIDED, "mpi_pset_name", "mpi://OTHERS") == MPI_COMM_NULL);
    CHECK(guided(MPI_COMM_TYPE_HW_GUIDED, "mpi_pset_name", "mpi://WORLD") == MPI_COMM_NULL);
#endif
    free_and_check(&shared);
}
#endif

static MPI_Group group_of_parity(int parity) {
    int ranges[1][3] = {{parity, size - 1, 2}};
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, parity < size ? 1 : 0, ranges, &group);
    MPI_Group_free(&world);
    return group;
}

// All call, each with a group; who is in none gets MPI_COMM_NULL. Disjoint groups may differ.
static void create(void) {
    MPI_Group own = group_of_parity(rank % 2), even = group_of_parity(0);
    MPI_Comm part, evens, grouped;
    MPI_Comm_create(MPI_COMM_WORLD, own, &part);
    check_position(part, rank / 2, (size + 1 - rank % 2) / 2);
    MPI_Comm_create(MPI_COMM_WORLD, even, &evens);
    CHECK((evens == MPI_COMM_NULL) == (rank % 2 == 1));
    if (evens != MPI_COMM_NULL) {
        check_sum(evens, (size - 1) / 2 * ((size - 1) / 2 + 1));
        free_and_check(&evens);
    }
    MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &evens);
    CHECK(evens == MPI_COMM_NULL);
    if (rank % 2 == 0) { // only the members call
        MPI_Comm_create_group(MPI_COMM_WORLD, even, 99, &grouped);
        check_position(grouped, rank / 2, (size + 1) / 2);
        CHECK(size == 1 || compared(grouped, MPI_COMM_WORLD) == MPI_UNEQUAL);
        free_and_check(&grouped);
    }
    free_and_check(&part);
    MPI_Group_free(&own), MPI_Group_free(&even);
}

// Freed while a message is under way: it arrives nevertheless.
static void freed_under_way(void) {
    int out = rank + 5, in = -1;
    MPI_Request requests[2];
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Irecv(&in, 1, MPI_INT, left_of(rank), 3, copy, &requests[0]);
    MPI_Isend(&out, 1, MPI_INT, right_of(rank), 3, copy, &requests[1]);
    free_and_check(&copy);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    CHECK(in == left_of(rank) + 5);
}

// Contexts are used again, not used up.
static void many(void) {
#ifdef ORACLE
    const int rounds = 10; // they take their time where ranks share cores
#else
    const int rounds = 300;
#endif
    for (int round = 0; round < rounds; ++round) {
        MPI_Comm copy, part;
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        MPI_Comm_split(copy, rank % 2, rank, &part);
        MPI_Comm_free(&copy);
        MPI_Comm_free(&part);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    duplicates();
    split();
#if MPI_SINCE(4, 0)
    split_by_resource();
#endif
    create();
    freed_under_way();
    many();
    return finish("making communicators");
}
