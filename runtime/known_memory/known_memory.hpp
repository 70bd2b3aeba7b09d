// How much memory there is from an address on, as far as it can be known: in programs built with --checked,
// the counts of messages are compared with it.
#pragma once

#include <cstddef>

#include "runtime/rank/rank.hpp"
#include "runtime/thread_local_model.hpp"

namespace sartor::process {

struct KnownMemory {
    std::size_t bytes = 0;  // from the address to the end
    const char* what = "";  // "the block of malloc's", "the variable values"
    char variable[96] = ""; // its name, if it is one
};

// Arguments of a call whose sizes the compiler knows.
struct CallObjects {
    struct Object {
        const void* address = nullptr;
        std::size_t bytes = 0;
    };
    static constexpr unsigned most = 4;

    [[nodiscard]] const Object* find(const void* address) const noexcept {
        for (unsigned index = 0; index < count; ++index)
            if (each[index].address == address) return &each[index];
        return nullptr;
    }

    Object each[most];
    unsigned count = 0;
    const void* call_site = nullptr; // null until the call begins
};
// Of the call that comes next, or that has begun last.
extern constinit thread_local CallObjects objects_of_call
    __attribute__((tls_model(SARTOR_THREAD_LOCAL_MODEL)));

class RoomMemo;

// A function of MPI begins, perhaps anew: what the compiler knows of the sizes of its arguments has been
// noted just before (mpi.h), by the same thread. It goes into the rank's memo, too.
void take_noted_objects(const void* call_site, RoomMemo& memo) noexcept;
[[gnu::always_inline]] inline void begin_call_with_objects(const void* call_site, RoomMemo& memo) noexcept {
    if (objects_of_call.count != 0) [[unlikely]]
        take_noted_objects(call_site, memo);
}

// Whether the memory from an address on is shorter than `bytes`. What was noted of the address for the call
// that has begun last counts, otherwise a block of malloc's that begins there, otherwise a variable of the
// program's or of a library's that ranks have copies of. False: it is long enough, or nothing is known, as of
// most addresses in the middle of blocks. What lasts longer than the call is kept in the rank's memo.
[[nodiscard]] bool find_short_memory(const Rank& rank, RoomMemo& memo, const void* address, std::size_t bytes,
                                     KnownMemory& found) noexcept;

// The size of a block of malloc's that begins at an address; false when none does. Set where the program's
// blocks are noted (heap/heap_blocks.cpp, which the link adds with --checked), otherwise null.
extern bool (*find_heap_block)(const void* address, std::size_t& bytes) noexcept;

} // namespace sartor::process
