// /proc/self/exe is the program; dladdr names a file that opens and holds code.
// ranks: 1 4
#define _GNU_SOURCE
#include "../common/program.h"
#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>

int main(int argc, char** argv) {
    begin(&argc, &argv);
    char path[PATH_MAX] = "", magic[4] = "";
    CHECK(readlink("/proc/self/exe", path, sizeof path - 1) > 0 && access(path, X_OK) == 0);
    CHECK(strstr(path, strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0]) != NULL);
    Dl_info information;
    CHECK(dladdr((void*)&main, &information) != 0);
    FILE* file = fopen(information.dli_fname, "rb");
    CHECK(file != NULL && fread(magic, 1, 4, file) == 4 && memcmp(magic, "\177ELF", 4) == 0);
    if (file) fclose(file);
    return end("files of the program");
}
