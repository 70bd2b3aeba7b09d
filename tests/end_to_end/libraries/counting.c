/* A shared library with a variable: one for all ranks. */
int calls_so_far;

int count_call(int calls) { return calls_so_far += calls; }
