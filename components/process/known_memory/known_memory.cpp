#include "components/process/known_memory/known_memory.hpp"

#include <cstdint>

#include "components/process/known_memory/variables.hpp"

namespace sartor::process {

namespace {

// Of arguments of a call.
struct CallObject {
    const void* address = nullptr;
    std::size_t bytes = 0;
};
struct CallObjects {
    static constexpr unsigned most = 4;
    CallObject each[most];
    unsigned count = 0;
    const void* call_site = nullptr;
};
thread_local CallObjects noted;   // since the last call began
thread_local CallObjects of_call; // of the last call

bool find_call_object(const void* address, std::size_t& bytes) noexcept {
    for (unsigned index = 0; index < of_call.count; ++index)
        if (of_call.each[index].address == address) {
            bytes = of_call.each[index].bytes;
            return true;
        }
    return false;
}

} // namespace

bool (*find_heap_block)(const void* address, std::size_t& bytes) noexcept = nullptr;

void begin_call_with_objects(const void* call_site) noexcept {
    if (noted.count == 0 && of_call.call_site == call_site) return;
    of_call = noted;
    of_call.call_site = call_site;
    noted.count = 0;
}

bool find_known_memory(const Rank& rank, const void* address, KnownMemory& found) noexcept {
    if (find_call_object(address, found.bytes)) {
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
    if (noted.count < CallObjects::most) noted.each[noted.count++] = {address, bytes};
}
