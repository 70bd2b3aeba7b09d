// strerror and strsignal with a buffer for each rank.
#include <csignal>
#include <cstdio>
#include <cstring>

extern "C" {

[[gnu::weak]] char* strerror(int error) noexcept {
    static char text[1024];
    return strerror_r(error, text, sizeof text); // GNU's
}

[[gnu::weak]] char* strsignal(int signal) noexcept {
    static char text[64];
    if (const char* known = sigdescr_np(signal)) return const_cast<char*>(known);
    const bool is_real_time = signal >= SIGRTMIN && signal <= SIGRTMAX;
    std::snprintf(text, sizeof text, is_real_time ? "Real-time signal %d" : "Unknown signal %d",
                  is_real_time ? signal - SIGRTMIN : signal);
    return text;
}

} // extern "C"
