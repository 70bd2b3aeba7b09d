// sartor_operations() of <sartor.h>: on an emulated chip a rank says what it computes. With other MPIs it does nothing.
#ifndef OPERATIONS_H
#define OPERATIONS_H

#if __has_include(<sartor.h>)
#include <sartor.h>
#else
static inline void sartor_operations(unsigned long long integers, unsigned long long floats,
                                     unsigned long long accesses) {
    (void)integers, (void)floats, (void)accesses;
}
#endif

#endif
