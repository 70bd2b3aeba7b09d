// execv and execvp with the rank's environment.
#include <unistd.h>

extern "C" {

[[gnu::weak]] int execv(const char* path, char* const* arguments) noexcept {
    return execve(path, arguments, environ);
}
[[gnu::weak]] int execvp(const char* file, char* const* arguments) noexcept {
    return execvpe(file, arguments, environ);
}

} // extern "C"
