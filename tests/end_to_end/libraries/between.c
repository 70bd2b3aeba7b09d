/* A shared library without MPI that needs one with MPI. */
int sum_of_all(int value);
int from_any(void);

int sum_and_own(int value) { return sum_of_all(value) * 100 + from_any(); }
