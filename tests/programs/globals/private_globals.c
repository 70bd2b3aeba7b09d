// Globals of every kind are private to each rank: initialized, zero, tables of pointers, of a library.
// with: units/second_unit.c
// archive: units/library_unit.c
#include "../common/program.h"
#include "units/shared_unit.h"

static int zero;
static char text[] = "rank ?";
static const char* const names[] = {text, "constant"};

static void check_initial_values(void) {
    CHECK(counter == 40 && zero == 0 && library_total == 7);
    CHECK(strcmp(names[0], "rank ?") == 0 && strcmp(names[1], "constant") == 0);
    CHECK(*addresses[0] == 1 && *addresses[1] == 2 && addresses[2] == &counter);
    for (int index = 0; index < big_size; index += 997) CHECK(big[index] == 0);
    CHECK(chosen(5) == 5);
}

static void change_everything(void) {
    counter += rank;
    zero = rank + 1;
    text[5] = (char)('a' + rank % 26);
    for (int index = 0; index < big_size; ++index) big[index] = rank + index;
    choose(rank % 2);
    for (int call = 0; call <= rank; ++call) library_add(rank);
}

static void check_changed_values(void) {
    CHECK(counter == 40 + rank && *addresses[2] == 40 + rank && zero == rank + 1);
    CHECK(names[0][5] == 'a' + rank % 26);
    for (int index = 0; index < big_size; index += 997) CHECK(big[index] == rank + index);
    CHECK(chosen(5) == (rank % 2 ? 10 : 5));
    CHECK(library_total == 7 + rank * (rank + 1));
}

static void take_tickets(void) {
    for (int expected = 0; expected < 10; ++expected) {
        CHECK(next_ticket() == 100 + expected);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    check_initial_values();
    MPI_Barrier(MPI_COMM_WORLD);
    change_everything();
    MPI_Barrier(MPI_COMM_WORLD);
    check_changed_values();
    CHECK(library_add(0) == rank + 2);
    take_tickets();
    return end("globals are private to each rank");
}
