// Unnamed critical sections with a lock for each rank: GCC's OpenMP library has one for the process, in which
// a rank that waits for a message would keep out the rank that is to send it.

extern "C" {

// Of libgomp: a critical section with a name, whose lock is the program's.
void GOMP_critical_name_start(void** lock);
void GOMP_critical_name_end(void** lock);

static void* unnamed;

void GOMP_critical_start() {
    GOMP_critical_name_start(&unnamed);
}
void GOMP_critical_end() {
    GOMP_critical_name_end(&unnamed);
}
}
