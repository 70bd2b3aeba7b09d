// tmpnam with a text of the rank's own.
#include <cstdio>

#include "runtime/image/parts/of_c_library.hpp"

extern "C" {

[[gnu::weak]] char* tmpnam(char* text) noexcept {
    static char own[L_tmpnam];
    return sartor::process::of_c_library<char* (*)(char*)>("tmpnam")(text != nullptr ? text : own);
}

} // extern "C"
