/* A shared library without MPI and variables that needs one with either. */
#ifdef TWICE
int count_twice(int value);

int sum_and_own(int value) { return count_twice(value); }
#else
int sum_of_all(int value);
int from_any(void);

int sum_and_own(int value) { return sum_of_all(value) * 100 + from_any(); }
#endif
