// What reads and writes files, as functions of a program whose loads and stores are seen
// (loads_and_stores.cpp).
#include <cstdio>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/image/parts/on_demand/in_library.hpp"
#include "runtime/image/parts/on_demand/put_line.hpp"
#include "runtime/image/parts/pipes_in_turn.hpp"
#include "runtime/rank/for_parts.hpp"

using sartor::process::loads;
using sartor::process::look_at_range;
using sartor::process::look_at_text;
using sartor::process::original;
using sartor::process::stores;

namespace {

void look_at_read(const void* text, ssize_t bytes, const void* place) noexcept {
    if (bytes > 0) look_at_range(text, static_cast<std::size_t>(bytes), stores, place);
}

} // namespace

extern "C" {

// As in closing.cpp, looks.cpp and output.cpp.
[[gnu::weak]] ssize_t read(int descriptor, void* text, size_t bytes) {
    const ssize_t done = sartor::process::read_in_turn(descriptor, text, bytes);
    look_at_read(text, done, PLACE);
    return done;
}
[[gnu::weak]] ssize_t write(int descriptor, const void* text, size_t bytes) {
    look_at_range(text, bytes, loads, PLACE);
    if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO)
        return syscall(SYS_write, descriptor, text, bytes);
    return sartor_rank_write(descriptor, text, bytes);
}
[[gnu::weak]] ssize_t pread(int descriptor, void* text, size_t bytes, off_t offset) {
    const ssize_t done = syscall(SYS_pread64, descriptor, text, bytes, offset);
    look_at_read(text, done, PLACE);
    sartor::process::let_other_ranks_run();
    return done;
}
[[gnu::weak]] ssize_t pwrite(int descriptor, const void* text, size_t bytes, off_t offset) {
    look_at_range(text, bytes, loads, PLACE);
    return syscall(SYS_pwrite64, descriptor, text, bytes, offset);
}

[[gnu::weak]] size_t fread(void* memory, size_t bytes, size_t count, FILE* file) {
    static const auto in_library = original<decltype(&fread)>("fread");
    const size_t done = in_library(memory, bytes, count, file);
    look_at_range(memory, done * bytes, stores, PLACE);
    return done;
}
[[gnu::weak]] size_t fwrite(const void* memory, size_t bytes, size_t count, FILE* file) {
    static const auto in_library = original<decltype(&fwrite)>("fwrite");
    look_at_range(memory, bytes * count, loads, PLACE);
    return in_library(memory, bytes, count, file);
}
[[gnu::weak]] char* fgets(char* text, int room, FILE* file) {
    static const auto in_library = original<decltype(&fgets)>("fgets");
    char* const read = in_library(text, room, file);
    if (read != nullptr) look_at_range(text, sartor::process::length_of(text) + 1, stores, PLACE);
    return read;
}
[[gnu::weak]] int fputs(const char* text, FILE* file) {
    static const auto in_library = original<decltype(&fputs)>("fputs");
    look_at_text(text, PLACE);
    return in_library(text, file);
}
[[gnu::weak]] int puts(const char* text) {
    look_at_text(text, PLACE);
    return sartor::process::put_line(text, stdout);
}

} // extern "C"
