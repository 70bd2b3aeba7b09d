#include "components/process/known_memory/known_memory.hpp"

#include <cstdint>

#include "components/process/known_memory/variables.hpp"

namespace sartor::process {

namespace {

// Of the arguments of a call, noted before it.
struct CallObject {
    const void* address = nullptr;
    std::size_t bytes = 0;
    const char* noted_at = nullptr;
};
constexpr unsigned most_objects = 4;
thread_local CallObject call_objects[most_objects];
thread_local unsigned next_object = 0;

// The note is made just before its call: what is left of other calls stands elsewhere in the code.
constexpr std::ptrdiff_t longest_call = 2048;

bool find_call_object(const void* address, const void* call_site, std::size_t& bytes) noexcept {
    for (const CallObject& object : call_objects) {
        const std::ptrdiff_t distance = static_cast<const char*>(call_site) - object.noted_at;
        if (object.address != address || object.noted_at == nullptr || distance <= 0 ||
            distance > longest_call)
            continue;
        bytes = object.bytes;
        return true;
    }
    return false;
}

} // namespace

bool (*find_heap_block)(const void* address, std::size_t& bytes) noexcept = nullptr;

bool find_known_memory(const Rank& rank, const void* address, const void* call_site,
                       KnownMemory& found) noexcept {
    if (find_call_object(address, call_site, found.bytes)) {
        found.what = "the object that the call names";
        return true;
    }
    if (find_heap_block != nullptr && find_heap_block(address, found.bytes)) {
        found.what = "the block of malloc's";
        return true;
    }
    return find_variable(rank, address, found);
}

} // namespace sartor::process

// Called by programs built with --checked (mpi.h), for arguments whose size the compiler knows.
extern "C" void sartor_object(const void* address, std::size_t bytes) {
    using namespace sartor::process;
    call_objects[next_object++ % most_objects] = {address, bytes,
                                                  static_cast<const char*>(__builtin_return_address(0))};
}
