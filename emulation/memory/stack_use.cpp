// Stacks are pages that exist once they have been touched.
#include "emulation/memory/stack_use.hpp"

#include <algorithm>
#include <cstddef>
#include <sys/mman.h>

#include "emulation/memory/memory.hpp"
#include "emulation/run.hpp"

namespace sartor::machine::manycore {

namespace {

constexpr std::size_t page = 4096;
constexpr std::uint32_t calls_between_scans = 64;
// What this library's own frames take below the program's, which a chip's library would take, too, in part.
constexpr std::int64_t own_frames = 8192;

const char* begin_of(const process::Stack& stack) noexcept {
    return stack.end() - stack.skipped;
}

// The lowest page in a piece of memory that exists; `end` when none does.
const char* lowest_page(const char* low, const char* end) noexcept {
    static unsigned char exists[4096];
    for (const char* first = low; first < end; first += sizeof exists * page) {
        const std::size_t bytes = std::min(static_cast<std::size_t>(end - first), sizeof exists * page);
        const std::size_t pages = (bytes + page - 1) / page;
        if (mincore(const_cast<char*>(first), bytes, exists) != 0) return end;
        for (std::size_t index = 0; index < pages; ++index)
            if ((exists[index] & 1) != 0) return first + index * page;
    }
    return end;
}

} // namespace

std::int64_t touched_stack(const process::Rank& rank) noexcept {
    const process::Stack& stack = rank.context.stack();
    if (stack.low == nullptr) return 0;
    const char* low = static_cast<const char*>(stack.low) + page; // above the last page of its guard
    return begin_of(stack) - lowest_page(low, begin_of(stack));
}

void note_own_stack() noexcept {
    const process::Rank& rank = *process::current;
    Pe& pe = own_pe();
    const process::Stack& stack = rank.context.stack();
    const auto* here = static_cast<const char*>(__builtin_frame_address(0));
    if (here > stack.low && here < begin_of(stack)) note_stack(rank.number, begin_of(stack) - here);
    if (pe.calls++ % calls_between_scans == 0) note_stack(rank.number, touched_stack(rank) - own_frames);
}

void note_stacks() noexcept {
    for (int number = 0; number < the_run->ranks; ++number)
        note_stack(number, touched_stack(process::rank(number)) - own_frames);
}

} // namespace sartor::machine::manycore
