/* A library with more variables than a cluster has room for when each of its ranks has them. */
static int indices[SIZE];

int count_call(int calls) { return indices[calls] += calls; }
