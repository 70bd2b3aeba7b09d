// strtok with a position in the string for each rank.
#include <cstring>

extern "C" [[gnu::weak]] char* strtok(char* text, const char* separators) noexcept {
    static char* rest;
    return strtok_r(text, separators, &rest);
}
