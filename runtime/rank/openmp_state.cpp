// The thread-local data of libgomp, found by its program headers.
#include "runtime/rank/openmp_state.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <link.h>

namespace sartor::process {

namespace {

struct Found {
    char* data = nullptr;
    std::size_t bytes = 0;
};

bool is_runtime(const char* path) noexcept {
    const char* name = std::strrchr(path, '/');
    return std::strcmp(name != nullptr ? name + 1 : path, "libgomp.so.1") == 0;
}

int look_at(dl_phdr_info* object, std::size_t, void* result) noexcept {
    if (!is_runtime(object->dlpi_name) || object->dlpi_tls_data == nullptr) return 0;
    auto& found = *static_cast<Found*>(result);
    for (int index = 0; index < object->dlpi_phnum; ++index)
        if (object->dlpi_phdr[index].p_type == PT_TLS)
            found = {static_cast<char*>(object->dlpi_tls_data), object->dlpi_phdr[index].p_memsz};
    return 1;
}

Found data_of_thread() noexcept {
    Found found;
    dl_iterate_phdr(&look_at, &found);
    return found;
}

std::size_t bytes = 0;
char* saved = nullptr; // of all ranks

char* saved_of(int rank) noexcept {
    return saved + bytes * static_cast<std::size_t>(rank);
}

} // namespace

namespace openmp {

bool prepare(int ranks) noexcept {
    saved = static_cast<char*>(std::malloc(bytes * static_cast<std::size_t>(ranks)));
    if (saved == nullptr) return false;
    const char* fresh = data_of_thread().data;
    for (int rank = 0; rank < ranks; ++rank) save(rank, fresh);
    return true;
}

char* of_thread() noexcept {
    return data_of_thread().data;
}

void save(int rank, const char* of_thread) noexcept {
    std::memcpy(saved_of(rank), of_thread, bytes);
}
void load(int rank, char* of_thread) noexcept {
    std::memcpy(of_thread, saved_of(rank), bytes);
}
void clear(char* of_thread) noexcept {
    std::memset(of_thread, 0, bytes);
}

} // namespace openmp

} // namespace sartor::process

extern "C" bool sartor_find_openmp() noexcept {
    using namespace sartor::process;
    bytes = data_of_thread().bytes;
    return bytes != 0;
}
