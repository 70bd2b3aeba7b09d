// Inline variables, statics of templates and of functions: one of each in a rank, none shared.
// with: units/counters.cpp
#include "../common/program.h"
#include "units/counters.hpp"

static void check_values(int added) {
    CHECK(inline_counter == 10 + added);
    CHECK(PerType<long>::counter == 20 + added && PerType<long>::inline_member == 30 + added);
    CHECK(variable_template<40> == 40 + added && local_counter() == 50 + added);
    CHECK(Registry::instance().entries == added);
    CHECK(PerType<char>::counter == 20 && variable_template<41> == 41);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    check_values(0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int step = 1; step <= 5; ++step) {
        add_in_other_unit(rank + 1);
        MPI_Barrier(MPI_COMM_WORLD);
        check_values(step * (rank + 1));
    }
    CHECK(same_addresses(&inline_counter, &PerType<long>::counter, &variable_template<40>, &local_counter()));
    return end("inline, template and function statics");
}
