/* What the sanitizers' runtimes ask a program that is linked with libmpi_abi.so (sartor cc -fsanitize=...): this library
   is not compiled with them. It hands memory from thread to thread in ways that they do not see, and keeps what it
   needs until the process ends. */

const char* __lsan_default_suppressions(void); // NOLINT: the names are those of the runtimes
const char* __lsan_default_options(void);      // NOLINT
const char* __tsan_default_suppressions(void); // NOLINT

const char* __lsan_default_suppressions(void) {
    return "leak:libmpi_abi.so\nleak:libfabric.so\n";
}
// Each run would list what was not reported.
const char* __lsan_default_options(void) {
    return "print_suppressions=0";
}
const char* __tsan_default_suppressions(void) {
    return "race:libmpi_abi.so\nrace:libfabric.so\n";
}
