// Carving ranks' stacks out of one mapping.
#include "runtime/scheduler/stacks.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace sartor::process {

namespace {

// A guard region and the stack above it.
constexpr std::size_t mappings_of_a_guard = 2;

// Where on a page a rank's stack begins. At the same offset, the stacks of a worker's ranks would drive each
// other out of the first cache, whose sets are chosen by the address within a page. So many offsets take no
// page more of ranks with small frames.
constexpr int beginnings = 8;
constexpr std::size_t between_beginnings = 192;

constexpr std::uint16_t skipped_by(int number) noexcept {
    return static_cast<std::uint16_t>(static_cast<std::size_t>(number % beginnings) * between_beginnings);
}

// Tried on a page of its own.
bool system_marks(std::size_t page) noexcept {
    void* low = mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (low == MAP_FAILED) return false;
    const bool marks = guard_region(low, page, Guard::mark);
    munmap(low, page);
    return marks;
}

int protection_of(bool executable) noexcept {
    return PROT_READ | PROT_WRITE | (executable ? PROT_EXEC : 0);
}

// Pieces that are guarded by mappings begin inaccessible; the system refuses what is more than it has.
char* map_pieces(std::size_t bytes, int protection) noexcept {
    void* low =
        mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (low == MAP_FAILED) return nullptr;
    madvise(low, bytes, MADV_NOHUGEPAGE); // advice: a kernel without huge pages may refuse it
    return static_cast<char*>(low);
}

} // namespace

// Each piece begins with its guard region; where rows share one, with the page that belongs to the first of
// them.
bool Stacks::reserve(int count, std::size_t bytes, std::size_t mappings, bool may_mark,
                     bool executable) noexcept {
    executable_ = executable;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto number = static_cast<std::size_t>(count);
    const std::size_t guarded = mappings / mappings_of_a_guard;
    guard_ = number <= guarded                ? Guard::mapping
             : may_mark && system_marks(page) ? Guard::mark
                                              : Guard::shared;
    row_ = 1;
    const std::size_t rows = guarded > 0 ? guarded : 1;
    if (guard_ == Guard::shared) row_ = static_cast<int>((number + rows - 1) / rows);
    for (guard_bytes_ = guard_width(guard_);; guard_bytes_ = page) {
        if (bytes > SIZE_MAX / number - guard_bytes_ - 3 * page) return false;
        stride_ = (bytes + skipped_by(beginnings - 1) + page - 1) / page * page + guard_bytes_;
        low_ =
            map_pieces(stride_ * number, guard_ == Guard::mapping ? PROT_NONE : protection_of(executable_));
        if (low_ != nullptr || guard_bytes_ == page) return low_ != nullptr;
    }
}

Stack Stacks::take(int number) const noexcept {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto at = [this](int index) { return low_ + stride_ * static_cast<std::size_t>(index); };
    char* const usable = at(number) + guard_bytes_;
    const std::size_t bytes = stride_ - guard_bytes_;
    Stack stack{usable - page, bytes + page, at(number / row_ * row_),
                static_cast<std::uint32_t>(guard_bytes_), skipped_by(number)};
    const bool is_first = number % row_ == 0;
    if (!is_first) {
        stack.set_canary();
        return stack;
    }
    const bool guarded = guard_ == Guard::mapping ? mprotect(usable, bytes, protection_of(executable_)) == 0
                                                  : guard_region(stack.guard, guard_bytes_, guard_);
    return guarded ? stack : Stack{};
}

} // namespace sartor::process
