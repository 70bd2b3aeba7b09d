// As the library of an interpreter: it has variables, opens modules that call it, and writes by itself.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int value;

int interpreter_value(void) {
    return ++value;
}

int interpret(int start) {
    value = start;
    void* module = dlopen("./libmodule.so", RTLD_NOW | RTLD_LOCAL);
    if (module == NULL) return -1;
    int (*evaluate)(void) = (int (*)(void))dlsym(module, "evaluate");
    const char* line = "written by the interpreter\n";
    int file = fileno(stdout);
    return write(file, line, strlen(line)) < 0 ? -1 : evaluate();
}
