/* What the programs of this folder share: checks that say file, line and values. */
#include <sartor/aos.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK_EQUAL(one, other)                                                                                     \
    do {                                                                                                            \
        const long long checked_ = (long long)(one), expected_ = (long long)(other);                                    \
        if (checked_ != expected_) {                                                                                      \
            fprintf(stderr, "%s:%d: rank %d: %s is %lld, %s is %lld\n", __FILE__, __LINE__, sartor_aos_rank(), #one, \
                    checked_, #other, expected_);                                                                   \
            exit(1);                                                                                                \
        }                                                                                                           \
    } while (0)
#define OK(call) CHECK_EQUAL(call, SARTOR_AOS_OK)
