/* A shared library with a variable: one for each rank. */
int calls_so_far;

int count_call(int calls) { return calls_so_far += calls; }
