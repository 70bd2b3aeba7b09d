// Functions for buffers of streams that the C library has beside fflush and setvbuf: on standard output and
// standard error they do what those of the runtime do.
#include <cstdio>

extern "C" {

[[gnu::weak]] void setbuffer(FILE* file, char* buffer, size_t bytes) noexcept {
    std::setvbuf(file, buffer, buffer != nullptr ? _IOFBF : _IONBF, bytes);
}
[[gnu::weak]] int fflush_unlocked(FILE* file) {
    return std::fflush(file);
}
// Streams that other ranks have opened stay open; what they have not written yet is written.
[[gnu::weak]] int fcloseall() {
    return std::fflush(nullptr);
}

} // extern "C"
