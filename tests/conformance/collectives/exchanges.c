// Allgather, Alltoall, and the forms with a count for each rank (MPI-5.0 sections 6.5 to 6.8).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

enum { most = 8, room = most * most };

static int here, count;
static MPI_Comm comm;

// Rank r contributes r % 3 elements, of value 100 r + index; rank r's elements are at 4 r, the gaps keep their values.
static int length_of(int member) {
    return member % 3;
}

static void clear(int* buffer) {
    for (int index = 0; index < room; ++index) buffer[index] = -1;
}

static void check_spread(const int* buffer) {
    for (int index = 0; index < room; ++index) {
        int member = index / 4, offset = index % 4;
        int filled = member < count && offset < length_of(member);
        CHECK(buffer[index] == (filled ? 100 * member + offset : -1));
    }
}

static void by_lengths(void) {
    int mine[3], all[room], lengths[most], indices[most];
    for (int member = 0; member < count; ++member)
        lengths[member] = length_of(member), indices[member] = 4 * member;
    for (int offset = 0; offset < 3; ++offset) mine[offset] = 100 * here + offset;
    for (int root = 0; root < count; ++root) {
        int got[3] = {-1, -1, -1};
        clear(all);
        MPI_Gatherv(mine, length_of(here), MPI_INT, all, lengths, indices, MPI_INT, root, comm);
        if (here == root) check_spread(all);
        MPI_Scatterv(all, lengths, indices, MPI_INT, got, length_of(here), MPI_INT, root, comm);
        for (int offset = 0; offset < 3; ++offset)
            CHECK(got[offset] == (offset < length_of(here) ? 100 * here + offset : -1));
        MPI_Gatherv(here == root ? MPI_IN_PLACE : mine, length_of(here), MPI_INT, all, lengths, indices,
                    MPI_INT, root, comm);
        if (here == root) check_spread(all);
        MPI_Scatterv(all, lengths, indices, MPI_INT, here == root ? MPI_IN_PLACE : got, length_of(here),
                     MPI_INT, root, comm);
    }
    clear(all);
    MPI_Allgatherv(mine, length_of(here), MPI_INT, all, lengths, indices, MPI_INT, comm);
    check_spread(all);
    clear(all);
    for (int offset = 0; offset < length_of(here); ++offset) all[4 * here + offset] = mine[offset];
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, lengths, indices, MPI_INT, comm);
    check_spread(all);
}

static void all_gather(void) {
    int mine[2] = {here, here * here}, all[2 * most];
    MPI_Allgather(mine, 2, MPI_INT, all, 2, MPI_INT, comm);
    for (int member = 0; member < count; ++member)
        CHECK(all[2 * member] == member && all[2 * member + 1] == member * member);
    all[2 * here] += 7;
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 2, MPI_INT, comm);
    for (int member = 0; member < count; ++member) CHECK(all[2 * member] == member + 7);
}

static void all_to_all(void) {
    int out[2 * most], in[2 * most];
    for (int to = 0; to < count; ++to) out[2 * to] = 10 * here + to, out[2 * to + 1] = -here;
    MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, comm);
    for (int from = 0; from < count; ++from)
        CHECK(in[2 * from] == 10 * from + here && in[2 * from + 1] == -from);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, out, 2, MPI_INT, comm);
    CHECK(memcmp(out, in, 2 * (size_t)count * sizeof(int)) == 0);
}

// Rank r sends (r + t) % 3 elements to rank t, from descending displacements.
static void all_to_all_by_lengths(int with_types) {
    int out[room], in[room], out_lengths[most], in_lengths[most], out_places[most], in_places[most];
    MPI_Datatype types[most];
    clear(in);
    for (int member = 0; member < count; ++member) {
        int scale = with_types ? (int)sizeof(int) : 1;
        out_lengths[member] = in_lengths[member] = (here + member) % 3;
        out_places[member] = (count - 1 - member) * 4 * scale, in_places[member] = member * 4 * scale;
        types[member] = MPI_INT;
        for (int offset = 0; offset < 3; ++offset)
            out[(count - 1 - member) * 4 + offset] = 100 * here + 10 * member + offset;
    }
    if (with_types)
        MPI_Alltoallw(out, out_lengths, out_places, types, in, in_lengths, in_places, types, comm);
    else
        MPI_Alltoallv(out, out_lengths, out_places, MPI_INT, in, in_lengths, in_places, MPI_INT, comm);
    for (int index = 0; index < room; ++index) {
        int from = index / 4, offset = index % 4, filled = from < count && offset < (here + from) % 3;
        CHECK(in[index] == (filled ? 100 * from + 10 * here + offset : -1));
    }
}

// A matrix is transposed: rows of one are columns of the other.
static void transposed(void) {
    int rows[most], column[most];
    for (int index = 0; index < count; ++index) rows[index] = here * 10 + index;
    MPI_Alltoall(rows, 1, MPI_INT, column, 1, MPI_INT, comm);
    for (int index = 0; index < count; ++index) CHECK(column[index] == index * 10 + here);
}

static void everything(MPI_Comm in) {
    comm = in;
    MPI_Comm_rank(comm, &here), MPI_Comm_size(comm, &count);
    by_lengths();
    all_gather();
    all_to_all();
    all_to_all_by_lengths(0);
    all_to_all_by_lengths(1);
    transposed();
}

int main(int argc, char** argv) {
    MPI_Comm reversed;
    begin(&argc, &argv);
    everything(MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &reversed);
    everything(reversed);
    everything(MPI_COMM_SELF);
    MPI_Comm_free(&reversed);
    return finish("exchanges");
}
