// Intercommunicators: made, asked, copied, split, merged, and messages across (MPI-5.0 section 7.6).
// ranks: 2 3 5 8
#include "../common/frame.h"

static int here, count, remote;
static MPI_Comm side; // ranks below the border, or the others

static void look_from(MPI_Comm inter) {
    MPI_Comm_rank(inter, &here), MPI_Comm_size(inter, &count), MPI_Comm_remote_size(inter, &remote);
}

// The lower ranks on one side, from `border` on the others; the leaders are the last of each.
static MPI_Comm make(int border) {
    const int low = rank < border;
    MPI_Comm inter;
    MPI_Comm_split(MPI_COMM_WORLD, low, rank, &side);
    MPI_Intercomm_create(side, low ? border - 1 : size - 1 - border, MPI_COMM_WORLD,
                         low ? size - 1 : border - 1, 17, &inter);
    look_from(inter);
    CHECK(count == (low ? border : size - border) && remote == size - count);
    CHECK(here == (low ? rank : rank - border));
    return inter;
}

static int world_rank_of_remote(int border, int index) {
    return rank < border ? border + index : index;
}

static void asked(MPI_Comm inter, int border) {
    MPI_Group own, other, world;
    int flag = -1, kind = -1, result = -1, from = 0, to = -1, length = -1;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Comm_test_inter(inter, &flag);
    CHECK(flag);
    MPI_Comm_test_inter(side, &flag);
    CHECK(!flag);
    MPI_Topo_test(inter, &kind);
    CHECK(kind == MPI_UNDEFINED);
    MPI_Comm_group(inter, &own), MPI_Comm_remote_group(inter, &other), MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(other, 1, &from, world, &to);
    CHECK(to == world_rank_of_remote(border, 0));
    MPI_Group_compare(own, other, &result);
    CHECK(result == MPI_UNEQUAL);
    MPI_Comm_set_name(inter, "bridge");
    MPI_Comm_get_name(inter, name, &length);
    CHECK(strcmp(name, "bridge") == 0 && length == 6);
    MPI_Comm_compare(inter, side, &result);
    CHECK(result == MPI_UNEQUAL);
    MPI_Group_free(&own), MPI_Group_free(&other), MPI_Group_free(&world);
}

// Every rank to every rank of the other side; ranks in calls and statuses are the other side's.
static void messages(MPI_Comm inter, int tag) {
    int in[8], out[8], flag = 0;
    MPI_Request requests[16];
    MPI_Status status;
    for (int other = 0; other < remote; ++other) {
        out[other] = 100 * rank + other, in[other] = -1;
        MPI_Irecv(&in[other], 1, MPI_INT, other, tag, inter, &requests[other]);
        MPI_Isend(&out[other], 1, MPI_INT, other, tag, inter, &requests[remote + other]);
    }
    MPI_Waitall(2 * remote, requests, MPI_STATUSES_IGNORE);
    for (int other = 0; other < remote; ++other) CHECK(in[other] % 100 == here && in[other] / 100 != rank);
    MPI_Isend(&rank, 1, MPI_INT, 0, tag, inter, &requests[0]);
    for (int message = 0; here == 0 && message < remote; ++message) {
        MPI_Recv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, inter, &status);
        CHECK(status.MPI_SOURCE >= 0 && status.MPI_SOURCE < remote && status.MPI_TAG == tag);
    }
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, inter, &flag, MPI_STATUS_IGNORE);
    CHECK(!flag);
}

static void copied(MPI_Comm inter) {
    MPI_Comm copy, later;
    MPI_Request request;
    int result = -1, flag = -1;
    MPI_Comm_dup(inter, &copy);
    MPI_Comm_compare(inter, copy, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_compare(inter, inter, &result);
    CHECK(result == MPI_IDENT);
    MPI_Comm_idup(inter, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_test_inter(later, &flag);
    CHECK(flag);
    messages(copy, 1);
    messages(later, 2);
    MPI_Comm_free(&copy), MPI_Comm_free(&later);
}

// Both sides by even and odd ranks; a color that only one side has gives none.
static void split(MPI_Comm inter) {
    MPI_Comm part;
    const int members = (count + 1 - here % 2) / 2, others = (remote + 1 - here % 2) / 2;
    int new_rank = -1, new_size = -1, new_remote = -1;
    MPI_Comm_split(inter, here % 2, -here, &part);
    CHECK((part == MPI_COMM_NULL) == (others == 0));
    if (part == MPI_COMM_NULL) return;
    MPI_Comm_rank(part, &new_rank), MPI_Comm_size(part, &new_size), MPI_Comm_remote_size(part, &new_remote);
    CHECK(new_size == members && new_remote == others && new_rank == members - 1 - here / 2);
    MPI_Barrier(part);
    MPI_Comm_free(&part);
}

// The first rank of each side.
static void created(MPI_Comm inter) {
    MPI_Group own, first;
    MPI_Comm pair;
    int zero = 0, got = -1, new_remote = -1;
    MPI_Comm_group(inter, &own);
    MPI_Group_incl(own, 1, &zero, &first);
    MPI_Comm_create(inter, first, &pair);
    CHECK((pair == MPI_COMM_NULL) == (here != 0));
    if (pair != MPI_COMM_NULL) {
        MPI_Comm_remote_size(pair, &new_remote);
        MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, pair, MPI_STATUS_IGNORE);
        CHECK(new_remote == 1 && got != rank && got >= 0);
        MPI_Comm_free(&pair);
    }
    MPI_Group_free(&own), MPI_Group_free(&first);
}

static void merged(MPI_Comm inter, int border, int low_is_high) {
    MPI_Comm all;
    int new_rank = -1, new_size = -1, sum = -1;
    const int low = rank < border, comes_first = low != low_is_high;
    MPI_Intercomm_merge(inter, low == low_is_high, &all);
    MPI_Comm_rank(all, &new_rank), MPI_Comm_size(all, &new_size);
    CHECK(new_size == size && new_rank == (comes_first ? here : remote + here));
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
    CHECK(sum == size * (size - 1) / 2);
    MPI_Comm_free(&all);
    MPI_Intercomm_merge(inter, 0, &all); // an order of the MPI's choice
    MPI_Comm_size(all, &new_size);
    CHECK(new_size == size);
    MPI_Comm_free(&all);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    for (int border = 1; border < size; ++border) {
        MPI_Comm inter = make(border);
        asked(inter, border);
        messages(inter, 3);
        copied(inter);
        split(inter);
        created(inter);
        merged(inter, border, 0), merged(inter, border, 1);
        MPI_Comm_free(&inter), MPI_Comm_free(&side);
        CHECK(inter == MPI_COMM_NULL);
    }
    return finish("intercommunicators");
}
