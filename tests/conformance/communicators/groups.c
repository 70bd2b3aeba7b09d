// Groups: accessors, constructors, comparison (MPI-5.0 section 7.3).
// ranks: 1 2 3 5 8
#include "../common/frame.h"

static MPI_Group world;

// The group's members, as ranks of the world, are these.
static void check_members(MPI_Group group, int count, const int* expected) {
    int found = -1, ranks[8], in_world[8];
    MPI_Group_size(group, &found);
    CHECK(found == count);
    for (int index = 0; index < count; ++index) ranks[index] = index, in_world[index] = -9;
    if (found == count) MPI_Group_translate_ranks(group, count, ranks, world, in_world);
    for (int index = 0; index < count; ++index) CHECK(in_world[index] == expected[index]);
}

static int position_in(int count, const int* members, int member) {
    for (int index = 0; index < count; ++index)
        if (members[index] == member) return index;
    return MPI_UNDEFINED;
}

static void check_and_free(MPI_Group group, int count, const int* expected) {
    int own = -9;
    check_members(group, count, expected);
    MPI_Group_rank(group, &own);
    CHECK(own == position_in(count, expected, rank));
    MPI_Group_free(&group);
    CHECK(group == MPI_GROUP_NULL);
}

static void inclusion(void) {
    int reversed[8], others[8], ranges[1][3] = {{size - 1, 0, -2}}, stepped[8], rest[8], count = 0,
                                rest_count = 0;
    MPI_Group group;
    for (int index = 0; index < size; ++index) reversed[index] = size - 1 - index, others[index] = index + 1;
    MPI_Group_incl(world, size, reversed, &group);
    check_and_free(group, size, reversed);
    MPI_Group_excl(world, 1, (int[]){0}, &group);
    check_and_free(group, size - 1, others);
    for (int member = size - 1; member >= 0; member -= 2) stepped[count++] = member;
    for (int member = 0; member < size; ++member)
        if (position_in(count, stepped, member) == MPI_UNDEFINED) rest[rest_count++] = member;
    MPI_Group_range_incl(world, 1, ranges, &group);
    check_and_free(group, count, stepped);
    MPI_Group_range_excl(world, 1, ranges, &group);
    check_and_free(group, rest_count, rest);
    MPI_Group_incl(world, 0, NULL, &group);
    CHECK(group == MPI_GROUP_EMPTY);
    MPI_Group_excl(world, size, reversed, &group);
    CHECK(group == MPI_GROUP_EMPTY);
}

// Two ranges, one of them backwards: in the order in which they are named.
static void two_ranges(void) {
    int ranges[2][3] = {{4, 3, -1}, {0, 2, 2}};
    MPI_Group group;
    if (size < 5) return;
    MPI_Group_range_incl(world, 2, ranges, &group);
    check_and_free(group, 4, (int[]){4, 3, 0, 2});
    MPI_Group_range_excl(world, 2, ranges, &group);
    check_and_free(group, size - 4, (int[]){1, 5, 6, 7});
}

// Union: the first group, then what only the second has. Intersection and difference: ordered as the first.
static void sets(void) {
    MPI_Group left, right, group;
    if (size < 5) return;
    MPI_Group_incl(world, 3, (int[]){3, 0, 2}, &left);
    MPI_Group_incl(world, 3, (int[]){4, 2, 3}, &right);
    MPI_Group_union(left, right, &group);
    check_and_free(group, 4, (int[]){3, 0, 2, 4});
    MPI_Group_union(right, left, &group);
    check_and_free(group, 4, (int[]){4, 2, 3, 0});
    MPI_Group_intersection(left, right, &group);
    check_and_free(group, 2, (int[]){3, 2});
    MPI_Group_intersection(right, left, &group);
    check_and_free(group, 2, (int[]){2, 3});
    MPI_Group_difference(left, right, &group);
    check_and_free(group, 1, (int[]){0});
    MPI_Group_difference(right, left, &group);
    check_and_free(group, 1, (int[]){4});
    MPI_Group_difference(left, left, &group);
    CHECK(group == MPI_GROUP_EMPTY);
    MPI_Group_free(&left), MPI_Group_free(&right);
}

static void comparison(void) {
    int reversed[8], answer = -1;
    MPI_Group copy, turned, fewer;
    for (int index = 0; index < size; ++index) reversed[index] = size - 1 - index;
    MPI_Comm_group(MPI_COMM_WORLD, &copy);
    MPI_Group_compare(world, copy, &answer);
    CHECK(answer == MPI_IDENT);
    MPI_Group_incl(world, size, reversed, &turned);
    MPI_Group_compare(world, turned, &answer);
    CHECK(answer == (size > 1 ? MPI_SIMILAR : MPI_IDENT));
    MPI_Group_excl(world, 1, (int[]){0}, &fewer);
    MPI_Group_compare(world, fewer, &answer);
    CHECK(answer == MPI_UNEQUAL);
    MPI_Group_compare(MPI_GROUP_EMPTY, MPI_GROUP_EMPTY, &answer);
    CHECK(answer == MPI_IDENT);
    MPI_Group_free(&copy), MPI_Group_free(&turned);
    if (fewer != MPI_GROUP_EMPTY) MPI_Group_free(&fewer);
}

static void empty_group(void) {
    int answer = -1;
    MPI_Group_size(MPI_GROUP_EMPTY, &answer);
    CHECK(answer == 0);
    MPI_Group_rank(MPI_GROUP_EMPTY, &answer);
    CHECK(answer == MPI_UNDEFINED);
}

static void translation(void) {
    int ranks[3] = {0, MPI_PROC_NULL, size - 1}, found[3] = {-1, -1, -1};
    MPI_Group last;
    MPI_Group_incl(world, 1, (int[]){size - 1}, &last);
    MPI_Group_translate_ranks(world, 3, ranks, last, found);
    CHECK(found[0] == (size == 1 ? 0 : MPI_UNDEFINED) && found[1] == MPI_PROC_NULL && found[2] == 0);
    MPI_Group_free(&last);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    inclusion();
    two_ranges();
    sets();
    comparison();
    empty_group();
    translation();
    MPI_Group_free(&world);
    return finish("groups");
}
