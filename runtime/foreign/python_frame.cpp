#include "runtime/foreign/python_frame.hpp"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/reports/record.hpp"

namespace sartor::process {

namespace {

template <class Function>
Function* find(const char* name) noexcept {
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

// The thread state that was made first; null without an interpreter.
void* main_thread() noexcept {
    const auto is_initialized = find<int()>("Py_IsInitialized");
    const auto interpreter = find<void*()>("PyInterpreterState_Main");
    const auto first = find<void*(void*)>("PyInterpreterState_ThreadHead");
    const auto next = find<void*(void*)>("PyThreadState_Next");
    if (!is_initialized || !interpreter || !first || !next || is_initialized() == 0) return nullptr;
    void* thread = nullptr;
    for (void* newer = first(interpreter()); newer != nullptr; newer = next(newer)) thread = newer;
    return thread;
}

// Frames of the thread, the newest first, each as '  File "PATH", line 12 in exchange'.
std::size_t write_frames(void* thread, char* text, std::size_t bytes) noexcept {
    auto* dump = find<void(int, void*)>("_Py_DumpTraceback");
    if (dump == nullptr) dump = find<void(int, void*)>("PyUnstable_DumpTraceback");
    const int file = dump != nullptr ? memfd_create("sartor-frames", MFD_CLOEXEC) : -1;
    if (file < 0) return 0;
    dump(file, thread);
    const ssize_t length = pread(file, text, bytes - 1, 0);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    return length > 0 ? static_cast<std::size_t>(length) : 0;
}

} // namespace

bool describe_python_frame(char* text, std::size_t bytes) noexcept {
    void* const thread = main_thread();
    char frames[2048];
    if (thread == nullptr || write_frames(thread, frames, sizeof frames) == 0) return false;
    char path[1024], function[200];
    int line = 0;
    const char* const first = std::strstr(frames, "  File \"");
    if (first == nullptr ||
        std::sscanf(first, "  File \"%1023[^\"]\", line %d in %199[^\n]", path, &line, function) != 3)
        return false;
    const char* const slash = std::strrchr(path, '/');
    std::snprintf(text, bytes, "%s (%s:%d)", function, slash != nullptr ? slash + 1 : path, line);
    record_location(text, static_cast<int>(std::strlen(text)), path, static_cast<int>(std::strlen(path)));
    return true;
}

} // namespace sartor::process
