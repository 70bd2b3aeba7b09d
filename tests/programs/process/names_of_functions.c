// dladdr and backtrace_symbols name functions of the program and files that hold them.
// ranks: 1 3
// machine: host
// oracle: no
#define _GNU_SOURCE
#include "../common/program.h"
#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

static void* __attribute__((noinline)) here(void) {
    return __builtin_return_address(0);
}

static void* __attribute__((noinline)) named_function(void) {
    void* address = here();
    CHECK(address != NULL);
    return address;
}

static void check_lines(void* address) {
    char** names = backtrace_symbols(&address, 1);
    CHECK(names != NULL && strstr(names[0], "program(named_function+0x") != NULL);
    free(names);
    int ends[2];
    char text[300] = "";
    CHECK(pipe(ends) == 0);
    backtrace_symbols_fd(&address, 1, ends[1]);
    CHECK(read(ends[0], text, sizeof text - 1) > 0 && strstr(text, "(named_function+0x") != NULL);
    close(ends[0]);
    close(ends[1]);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    void* address = named_function();
    Dl_info found;
    CHECK(dladdr(address, &found) != 0);
    CHECK(found.dli_sname != NULL && strcmp(found.dli_sname, "named_function") == 0);
    CHECK(found.dli_saddr == (void*)named_function);
    CHECK(access(found.dli_fname, R_OK) == 0);
    char magic[4] = "";
    FILE* file = fopen(found.dli_fname, "r");
    CHECK(file != NULL && fread(magic, 1, 4, file) == 4 && memcmp(magic, "\177ELF", 4) == 0);
    fclose(file);
    check_lines(address);
    return end("names of functions");
}
