// on_exit: its handlers are called when the rank ends.
#include <cstdlib>

#include "runtime/rank/for_parts.hpp"

extern "C" int on_exit(void (*function)(int, void*), void* argument) noexcept {
    return sartor_rank_on_exit(function, argument);
}
