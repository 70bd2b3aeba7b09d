// The sum of the ranks, counted by a library with state of its own.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
void count(int number);
int counted_on_all_ranks(void);
#ifdef __cplusplus
}
#endif
