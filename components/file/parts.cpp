#include "components/file/parts.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "components/layout/copy.hpp"

namespace sartor::file {

Parts::~Parts() {
    std::free(runs_);
}

namespace {

// Whether `next` goes on where `runs` end, so that both are one.
bool continues(const WindowRuns& runs, const WindowRuns& next) noexcept {
    const std::uint32_t stride = next.first - runs.first - (runs.count - 1) * runs.stride;
    return runs.length == next.length && stride >= runs.length &&
           (runs.count == 1 || stride == runs.stride) && (next.count == 1 || stride == next.stride);
}

} // namespace

bool Parts::add(const WindowRuns& runs) noexcept {
    if (count_ > 0 && continues(runs_[count_ - 1], runs)) {
        WindowRuns& last = runs_[count_ - 1];
        if (last.count == 1) last.stride = runs.first - last.first;
        last.count += runs.count;
        bytes_ += runs.wide().bytes();
        return true;
    }
    if (count_ == room_) {
        const std::size_t room = std::max<std::size_t>(64, 2 * room_);
        void* const larger = std::realloc(runs_, room * sizeof(WindowRuns));
        if (larger == nullptr) return false;
        runs_ = static_cast<WindowRuns*>(larger);
        room_ = room;
    }
    runs_[count_++] = runs;
    bytes_ += runs.wide().bytes();
    return true;
}

bool GivenParts::are_within(std::size_t window, std::size_t bytes) const noexcept {
    std::size_t total = 0;
    for (std::size_t index = 0; index < count; ++index) {
        const RegularRuns one = runs[index].wide();
        const bool overlap = one.count > 1 && one.stride < one.length;
        if (one.count == 0 || one.length == 0 || overlap || one.end() > window) return false;
        total += one.bytes();
    }
    return total == bytes;
}

namespace {

// So many runs, as a layout of memory.
layout::Shape shape_of(const WindowRuns& runs, std::size_t count) noexcept {
    layout::Shape shape = layout::one_run(runs.length);
    shape.bytes = count * runs.length;
    shape.run_total = shape.repeats = count;
    shape.stride = runs.stride;
    return shape;
}
std::uintptr_t address_of(const char* memory) noexcept {
    return reinterpret_cast<std::uintptr_t>(memory);
}

} // namespace

void GivenParts::scatter(char* window, Coverage& covered, const char* data) const noexcept {
    for (std::size_t index = 0; index < count; ++index) {
        const layout::Shape shape = shape_of(runs[index], runs[index].count);
        const layout::Shape dense = layout::one_run(shape.bytes);
        layout::copy(shape, address_of(window + runs[index].first), dense, address_of(data), shape.bytes);
        covered.add(runs[index].wide());
        data += shape.bytes;
    }
}

std::size_t GivenParts::gather(const char* window, std::size_t there, char* data) const noexcept {
    std::size_t copied = 0;
    for (std::size_t index = 0; index < count && runs[index].first < there; ++index) {
        const WindowRuns& all = runs[index];
        // Whole runs that end before, and a part of the next one.
        const std::size_t room = there - all.first;
        const std::size_t whole =
            room < all.length
                ? 0
                : std::min<std::size_t>(all.count, all.count > 1 ? (room - all.length) / all.stride + 1 : 1);
        if (whole > 0) {
            const layout::Shape shape = shape_of(all, whole);
            const layout::Shape dense = layout::one_run(shape.bytes);
            layout::copy(dense, address_of(data + copied), shape, address_of(window + all.first),
                         shape.bytes);
            copied += shape.bytes;
        }
        const std::size_t next = all.first + whole * all.stride;
        if (whole == all.count) continue;
        if (next < there) {
            std::memcpy(data + copied, window + next, there - next);
            copied += there - next;
        }
        break;
    }
    return copied;
}

} // namespace sartor::file
