// stdin, stdout and stderr of the image's own, for code that was compiled for executables (-fPIE): it takes
// them for the executable's copies, which an image can't have. Linked into an image only when such code is in
// it.
#include <cstdio>

#include "runtime/image/parts/of_c_library.hpp"

extern "C" {
FILE* stdin;
FILE* stdout;
FILE* stderr;
extern const char sartor_own_streams = 0; // what the link refers to
}

namespace {

// Those of the process, which know which rank writes. The image's own names are not found there.
FILE* of_process(const char* name) {
    return *sartor::process::of_process<FILE*>(name);
}

// Before all other constructors of the image, those of std::cout included: priorities up to 100 are the
// implementation's, which these parts belong to.
#ifndef __clang__ // which has no such warning
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"
#endif
__attribute__((constructor(100))) void take_streams() {
    stdin = of_process("stdin");
    stdout = of_process("stdout");
    stderr = of_process("stderr");
}

} // namespace
