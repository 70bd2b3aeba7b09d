// K-Means over the raw channels of an emulated chip: what LWMPI, section 6.2, calls IPC.
#define CAP_BENCH_IPC
#include "kmeans.c"
