// Unnamed critical sections, and atomic updates of types that the processor can't update, with locks for each
// rank: GCC's OpenMP library has one of each for the process. A rank that waits for a message, or whose slice
// of time ends, would keep out the rank that must run next.

extern "C" {

// Of libgomp: a critical section with a name, whose lock is the program's.
void GOMP_critical_name_start(void** lock);
void GOMP_critical_name_end(void** lock);

static void* unnamed;
static void* atomic;

void GOMP_critical_start() {
    GOMP_critical_name_start(&unnamed);
}
void GOMP_critical_end() {
    GOMP_critical_name_end(&unnamed);
}
void GOMP_atomic_start() {
    GOMP_critical_name_start(&atomic);
}
void GOMP_atomic_end() {
    GOMP_critical_name_end(&atomic);
}
}
