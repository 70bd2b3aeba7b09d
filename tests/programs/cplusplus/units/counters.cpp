// The other unit of variables.cpp.
#include "counters.hpp"

void add_in_other_unit(int number) {
    inline_counter += number;
    PerType<long>::counter += number;
    PerType<long>::inline_member += number;
    variable_template<40> += number;
    local_counter() += number;
    Registry::instance().entries += number;
}

bool same_addresses(const int* inlined, const int* per_type, const int* templated, const int* local) {
    return inlined == &inline_counter && per_type == &PerType<long>::counter &&
           templated == &variable_template<40> && local == &local_counter();
}
