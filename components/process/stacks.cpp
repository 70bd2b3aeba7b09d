// Carving ranks' stacks out of one mapping.
#include "components/process/stacks.hpp"

#include <sys/mman.h>
#include <unistd.h>

namespace sartor::process {

namespace {

// A guard page and what lies above it.
constexpr std::size_t mappings_of_a_guard = 2;

// Where on a page a rank's stack begins. At the same place, the stacks of a worker's ranks would drive each
// other out of the first cache, whose sets are chosen by the address within a page. So many places take no
// page more of ranks with small frames.
constexpr int beginnings = 8;
constexpr std::size_t between_beginnings = 192;

constexpr std::size_t skipped_by(int number) noexcept {
    return static_cast<std::size_t>(number % beginnings) * between_beginnings;
}

bool system_marks(void* page, std::size_t bytes) noexcept {
    return guard_page(page, bytes, Guard::mark);
}

} // namespace

// The page at the low end of each piece is the guard page, where it has one of its own.
bool Stacks::reserve(int count, std::size_t bytes, std::size_t mappings, bool may_mark) noexcept {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto number = static_cast<std::size_t>(count);
    if (bytes > SIZE_MAX / number - 3 * page) return false;
    stride_ = (bytes + skipped_by(beginnings - 1) + page - 1) / page * page + page;
    void* low = mmap(nullptr, stride_ * number, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (low == MAP_FAILED) return false;
    madvise(low, stride_ * number, MADV_NOHUGEPAGE); // advice: a kernel without huge pages may refuse it
    low_ = static_cast<char*>(low);
    row_ = 1;
    guard_ = Guard::mapping;
    if (number <= mappings / mappings_of_a_guard) return true;
    guard_ = may_mark && system_marks(low, page) ? Guard::mark : Guard::shared;
    const std::size_t rows = mappings / mappings_of_a_guard > 0 ? mappings / mappings_of_a_guard : 1;
    if (guard_ == Guard::shared) row_ = static_cast<int>((number + rows - 1) / rows);
    return true;
}

Stack Stacks::take(int number) const noexcept {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto at = [this](int index) { return low_ + stride_ * static_cast<std::size_t>(index); };
    Stack stack{at(number), stride_, at(number / row_ * row_), skipped_by(number)};
    if (stack.guard != stack.low) {
        stack.set_canary();
    } else if (!guard_page(stack.guard, page, guard_)) {
        return {};
    }
    return stack;
}

} // namespace sartor::process
