// Accumulates with derived datatypes of one basic type at all three sides, pairs with gaps, repeated and
// resized elements (MPI-5.0 section 12.3.4).
// ranks: 1 2 3 5 8
// oracle: mpich
#include "../common/windows.h"

enum { cells = 40 };

static int memory[cells];

static MPI_Info hints = MPI_INFO_NULL;

static MPI_Win filled_window(void) {
    MPI_Win win;
    for (int cell = 0; cell < cells; ++cell) memory[cell] = 1000 * rank + cell;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, hints, MPI_COMM_WORLD, &win);
    return win;
}

static MPI_Datatype committed(MPI_Datatype type) {
    MPI_Type_commit(&type);
    return type;
}

static MPI_Datatype spaced(int count, int stride) {
    MPI_Datatype type;
    MPI_Type_vector(count, 1, stride, MPI_INT, &type);
    return committed(type);
}

static MPI_Datatype scattered(int count, const int* positions) {
    MPI_Datatype type;
    MPI_Type_create_indexed_block(count, 1, positions, MPI_INT, &type);
    return committed(type);
}

// Every other int of the origin, every third of the result, chosen ones of the target, out of order.
static void three_sides(MPI_Op op, int (*expected)(int before, int operand)) {
    enum { count = 6 };
    const int places[count] = {31, 4, 5, 17, 0, 22};
    int origin[2 * count], result[3 * count];
    MPI_Datatype at_origin = spaced(count, 2), at_result = spaced(count, 3),
                 at_target = scattered(count, places);
    MPI_Win win = filled_window();
    for (int index = 0; index < 2 * count; ++index) origin[index] = index % 2 ? -1 : index / 2 + 2;
    for (int index = 0; index < 3 * count; ++index) result[index] = -7;
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(origin, 1, at_origin, result, 1, at_result, right_of(rank), 3, 1, at_target, op, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; ++index)
        CHECK(result[3 * index] == 1000 * right_of(rank) + 3 + places[index]);
    for (int index = 0; index < 3 * count; ++index) CHECK(index % 3 == 0 || result[index] == -7);
    for (int cell = 0; cell < cells; ++cell) {
        int value = 1000 * rank + cell;
        for (int index = 0; index < count; ++index)
            if (3 + places[index] == cell) value = expected(value, index + 2);
        CHECK(memory[cell] == value);
    }
    MPI_Win_fence(0, win);
    MPI_Accumulate(origin, 1, at_origin, right_of(rank), 3, 1, at_target, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; ++index) CHECK(memory[3 + places[index]] == index + 2);
    MPI_Win_free(&win);
    MPI_Type_free(&at_origin);
    MPI_Type_free(&at_result);
    MPI_Type_free(&at_target);
}

static int sum_of(int before, int operand) { return before + operand; }
static int xor_of(int before, int operand) { return before ^ operand; }
static int larger(int before, int operand) { return before > operand ? before : operand; }
static int operand_of(int before, int operand) { return before - before + operand; }
static int before_of(int before, int operand) { return before + operand - operand; }

// With MPI_NO_OP the origin's arguments don't matter.
static void reading(void) {
    int result[4] = {-1, -1, -1, -1};
    MPI_Datatype at_target = spaced(4, 9);
    MPI_Win win = filled_window();
    MPI_Win_lock(MPI_LOCK_SHARED, right_of(rank), 0, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, result, 4, MPI_INT, right_of(rank), 1, 1, at_target, MPI_NO_OP, win);
    MPI_Win_flush_local(right_of(rank), win);
    for (int index = 0; index < 4; ++index) CHECK(result[index] == 1000 * right_of(rank) + 1 + 9 * index);
    MPI_Win_unlock(right_of(rank), win);
    MPI_Win_free(&win);
    MPI_Type_free(&at_target);
}

// Several elements of a resized type, whose extent is shorter than what they span, then longer.
static void resized(void) {
    int origin[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    MPI_Datatype pair = spaced(2, 4), tight, wide;
    MPI_Win win = filled_window();
    MPI_Type_create_resized(pair, 0, sizeof(int), &tight);
    MPI_Type_commit(&tight);
    MPI_Type_create_resized(MPI_INT, 0, 5 * sizeof(int), &wide);
    MPI_Type_commit(&wide);
    MPI_Win_fence(0, win);
    MPI_Accumulate(origin, 8, MPI_INT, right_of(rank), 10, 4, tight, MPI_SUM, win); // 10 14 11 15 12 16 13 17
    MPI_Win_fence(0, win);
    for (int index = 0; index < 4; ++index) {
        CHECK(memory[10 + index] == 1000 * rank + 10 + index + 2 * index + 1);
        CHECK(memory[14 + index] == 1000 * rank + 14 + index + 2 * index + 2);
    }
    MPI_Win_fence(0, win);
    MPI_Accumulate(origin, 7, MPI_INT, right_of(rank), 0, 7, wide, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < 7; ++index) CHECK(memory[5 * index] == index + 1);
    MPI_Win_free(&win);
    MPI_Type_free(&pair);
    MPI_Type_free(&tight);
    MPI_Type_free(&wide);
}

// A lower bound in front of the displacement.
static void before_the_displacement(void) {
    int origin[3] = {7, 8, 9};
    const int places[3] = {-2, 0, -5};
    MPI_Datatype at_target = scattered(3, places);
    MPI_Win win = filled_window();
    MPI_Win_fence(0, win);
    MPI_Accumulate(origin, 3, MPI_INT, right_of(rank), 5, 1, at_target, MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < 3; ++index)
        CHECK(memory[5 + places[index]] == 1000 * rank + 5 + places[index] + 7 + index);
    MPI_Win_free(&win);
    MPI_Type_free(&at_target);
}

typedef struct {
    double value;
    int index;
} Located;

// Pairs (with a gap) that lie apart, each with its own winner; ties go to the lower index.
static void pairs(void) {
    enum { count = 5 };
    Located largest[2 * count], mine[count], found[count];
    MPI_Datatype apart;
    MPI_Win win;
    for (int index = 0; index < 2 * count; ++index) largest[index] = (Located){-1, 100};
    for (int index = 0; index < count; ++index) mine[index] = (Located){(rank * 7 + index) % size, rank};
    MPI_Type_vector(count, 1, 2, MPI_DOUBLE_INT, &apart);
    MPI_Type_commit(&apart);
    MPI_Win_create(largest, sizeof largest, sizeof *largest, hints, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(mine, count, MPI_DOUBLE_INT, 0, 0, 1, apart, MPI_MAXLOC, win);
    MPI_Win_fence(0, win);
    for (int index = 0; rank == 0 && index < count; ++index) {
        int winner = size;
        for (int one = size; one-- > 0;)
            if ((one * 7 + index) % size == size - 1) winner = one;
        if (winner < size)
            CHECK(largest[2 * index].value == size - 1 && largest[2 * index].index == winner);
        CHECK(largest[2 * index + 1].value == -1 && largest[2 * index + 1].index == 100);
    }
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(mine, count, MPI_DOUBLE_INT, found, count, MPI_DOUBLE_INT, rank, 0, 1, apart, MPI_REPLACE,
                       win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; ++index) {
        CHECK(rank == 0 || (found[index].value == -1 && found[index].index == 100));
        CHECK(largest[2 * index].value == mine[index].value && largest[2 * index].index == rank);
    }
    MPI_Win_free(&win);
    MPI_Type_free(&apart);
}

// A struct whose members are all of one type; one of them by itself, several elements, nested.
static void structures(void) {
    enum { count = 3 };
    struct {
        short first;
        char other[6];
        short second[3];
        char rest[2];
    } target[4];
    short origin[4 * count], result[4 * count];
    const int lengths[2] = {1, 3};
    const MPI_Aint places[2] = {0, (char*)&target[0].second - (char*)&target[0]};
    const MPI_Datatype types[2] = {MPI_SHORT, MPI_SHORT};
    MPI_Datatype members, element;
    MPI_Win win;
    MPI_Type_create_struct(2, lengths, places, types, &members);
    MPI_Type_create_resized(members, 0, sizeof *target, &element);
    MPI_Type_commit(&element);
    memset(target, 0, sizeof target);
    for (int index = 0; index < 4; ++index) {
        target[index].first = (short)(100 * index);
        for (int one = 0; one < 3; ++one) target[index].second[one] = (short)(100 * index + one + 1);
        memset(target[index].other, 'x', sizeof target[index].other);
    }
    for (int index = 0; index < 4 * count; ++index) origin[index] = (short)(index + 1);
    MPI_Win_create(target, sizeof target, sizeof *target, hints, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(origin, 4 * count, MPI_SHORT, result, 4 * count, MPI_SHORT, left_of(rank), 1, count, element,
                       MPI_SUM, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < 4 * count; ++index) CHECK(result[index] == 100 * (1 + index / 4) + index % 4);
    for (int index = 1; index < 4; ++index) {
        CHECK(target[index].first == 100 * index + 4 * (index - 1) + 1);
        for (int one = 0; one < 3; ++one)
            CHECK(target[index].second[one] == 100 * index + one + 1 + 4 * (index - 1) + one + 2);
        CHECK(memcmp(target[index].other, "xxxxxx", 6) == 0);
    }
    CHECK(target[0].first == 0);
    MPI_Win_free(&win);
    MPI_Type_free(&members);
    MPI_Type_free(&element);
}

// Puts and gets of data whose parts have several types, with gaps at both sides.
static void mixed_types(void) {
    typedef struct {
        char letter;
        double number;
        short few[3];
    } Record;
    enum { count = 7 };
    Record origin[count], target[2 * count], back[count];
    const int lengths[3] = {1, 1, 3};
    const MPI_Aint places[3] = {0, (char*)&origin[0].number - (char*)origin, (char*)origin[0].few - (char*)origin};
    const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT};
    MPI_Datatype record, every_other;
    MPI_Win win;
    MPI_Type_create_struct(3, lengths, places, types, &record);
    MPI_Type_vector(count, 1, 2, record, &every_other);
    MPI_Type_commit(&record);
    MPI_Type_commit(&every_other);
    memset(origin, 1, sizeof origin);
    memset(target, 2, sizeof target);
    memset(back, 3, sizeof back);
    for (int index = 0; index < count; ++index) {
        origin[index].letter = (char)('a' + index);
        origin[index].number = rank + 0.5 * index;
        for (int one = 0; one < 3; ++one) origin[index].few[one] = (short)(10 * rank + one);
    }
    MPI_Win_create(target, sizeof target, 1, hints, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(origin, count, record, right_of(rank), 0, 1, every_other, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; ++index) {
        CHECK(target[2 * index].letter == 'a' + index && target[2 * index].number == left_of(rank) + 0.5 * index);
        CHECK(target[2 * index].few[2] == 10 * left_of(rank) + 2 && target[2 * index + 1].letter == 2);
    }
    MPI_Get(back, count, record, right_of(rank), 0, 1, every_other, win);
    MPI_Win_fence(0, win);
    for (int index = 0; index < count; ++index)
        CHECK(back[index].letter == origin[index].letter && back[index].number == origin[index].number &&
              back[index].few[1] == origin[index].few[1]);
    MPI_Win_free(&win);
    MPI_Type_free(&record);
    MPI_Type_free(&every_other);
}

static void all(void) {
    three_sides(MPI_SUM, sum_of);
    three_sides(MPI_BXOR, xor_of);
    three_sides(MPI_MAX, larger);
    three_sides(MPI_REPLACE, operand_of);
    three_sides(MPI_NO_OP, before_of);
    reading();
    resized();
    before_the_displacement();
    pairs();
    structures();
    mixed_types();
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    all();
    MPI_Info_create(&hints);
    MPI_Info_set(hints, "mpi_accumulate_granularity", "4"); // no more than an int at a time
    all();
    MPI_Info_free(&hints);
    return end_of_windows("derived updates");
}
