#include "runtime/known_memory/known_memory.hpp"

#include <cstdint>

#include "runtime/image/image.hpp"
#include "runtime/known_memory/room_memo.hpp"
#include "runtime/known_memory/variables.hpp"

namespace sartor::process {

namespace {

// In memory that lasts longer than a call.
bool find_lasting_memory(const Rank& rank, const void* address, KnownMemory& found) noexcept {
    if (find_heap_block != nullptr && find_heap_block(address, found.bytes)) {
        found.what = "the block of malloc's";
        return true;
    }
    return find_variable(rank, address, found);
}

} // namespace

constinit HeapChanges heap_changes[heap_parts];
constinit thread_local CallObjects objects_of_call;

bool (*find_heap_block)(const void* address, std::size_t& bytes) noexcept = nullptr;

void take_noted_objects(const void* call_site, RoomMemo& memo) noexcept {
    CallObjects& objects = objects_of_call;
    if (objects.call_site == nullptr) objects.call_site = call_site;
    if (objects.call_site != call_site) objects.count = 0; // of another call
    const CallObjects::Object* const behind = objects.each + objects.count;
    for (const CallObjects::Object* one = objects.each; one != behind; ++one)
        memo.keep_now(one->address, one->bytes);
}

bool find_short_memory(const Rank& rank, RoomMemo& memo, const void* address, std::size_t bytes,
                       KnownMemory& found) noexcept {
    if (const auto* object = objects_of_call.find(address); object != nullptr) {
        found.bytes = object->bytes;
        found.what = "the object that the call names";
        return found.bytes < bytes;
    }
    const std::uint32_t changes = heap_changes_at(address);
    const bool is_known = find_lasting_memory(rank, address, found);
    if (!is_known) found.bytes = SIZE_MAX;
    // Before the rank's copies are loaded (in constructors) variables can't be found yet.
    LoadedCopy copy;
    if (is_known || loaded_copy(rank, 0, copy)) memo.keep(address, found.bytes, changes);
    return found.bytes < bytes;
}

} // namespace sartor::process

// Called by programs built with --checked (mpi.h), for arguments whose size the compiler knows.
extern "C" void sartor_object(const void* address, std::size_t bytes) {
    using namespace sartor::process;
    if (objects_of_call.call_site != nullptr) {
        objects_of_call.call_site = nullptr;
        objects_of_call.count = 0;
    }
    if (objects_of_call.count < CallObjects::most)
        objects_of_call.each[objects_of_call.count++] = {address, bytes};
}
