// Functions of the C library that look into the environment themselves: they find the rank's.
#include <glob.h>
#include <wordexp.h>

#include "runtime/image/parts/lent_environment.hpp"
#include "runtime/image/parts/of_c_library.hpp"

using sartor::process::of_c_library;

namespace {

using OnError = int (*)(const char*, int);

int glob_as(const char* name, const char* pattern, int flags, OnError on_error, void* found) {
    const AsOfProcess environment;
    return of_c_library<int (*)(const char*, int, OnError, void*)>(name)(pattern, flags, on_error, found);
}

} // namespace

extern "C" {

[[gnu::weak]] int glob(const char* pattern, int flags, OnError on_error, glob_t* found) noexcept {
    return glob_as("glob", pattern, flags, on_error, found);
}
[[gnu::weak]] int glob64(const char* pattern, int flags, OnError on_error, glob64_t* found) noexcept {
    return glob_as("glob64", pattern, flags, on_error, found);
}

[[gnu::weak]] int wordexp(const char* words, wordexp_t* found, int flags) {
    const AsOfProcess environment;
    return of_c_library<int (*)(const char*, wordexp_t*, int)>("wordexp")(words, found, flags);
}

[[gnu::weak]] char* tempnam(const char* folder, const char* beginning) noexcept {
    const AsOfProcess environment;
    return of_c_library<char* (*)(const char*, const char*)>("tempnam")(folder, beginning);
}

} // extern "C"
