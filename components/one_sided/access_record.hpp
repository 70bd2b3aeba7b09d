// What is known of an access to one rank's part of a window, and which accesses conflict (MPI-5.0 section
// 12.7).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "runtime/reports/location.hpp"

namespace sartor::one_sided {

// A fetch is an update that changes nothing: MPI_NO_OP. An exchange is an update with a result.
enum class Use : std::uint8_t { put, get, fetch, update, exchange, store, load };

[[nodiscard]] constexpr bool changes_nothing(Use use) noexcept {
    return use == Use::get || use == Use::fetch || use == Use::load;
}
[[nodiscard]] constexpr bool is_atomic(Use use) noexcept {
    return use == Use::fetch || use == Use::update || use == Use::exchange;
}
// It has happened at its target when its result is at the origin.
[[nodiscard]] constexpr bool has_result(Use use) noexcept {
    return use == Use::get || use == Use::fetch || use == Use::exchange;
}

// By the rank whose part it is, without MPI.
[[nodiscard]] constexpr bool is_own(Use use) noexcept {
    return use == Use::store || use == Use::load;
}

// Of an atomic access, what others at its place must have, too. 0: anything.
struct AtomicElements {
    std::int32_t operation = 0;
    std::int32_t datatype = 0; // predefined
    std::int32_t bytes = 0;    // of each, if they have no gaps
};

// One access to a contiguous range of a part. Without addresses: it goes to other address spaces.
struct AccessRecord {
    Use use = Use::get;
    bool is_noted = false;          // false: the target does not look at it
    bool is_complete = false;       // and kept, because nothing may order others after it
    bool is_seen = false;           // an update whose effect another rank may have read, and told others
    bool excludes_stores = false;   // by the target since its exposure: it is exposed to fences or to a group
    bool is_over_at_origin = false; // but perhaps not at the target: MPI_Win_flush_local
    std::int32_t origin = 0;        // rank of the window
    std::int32_t maker = 0;         // the same in the process
    AtomicElements elements;        // of an atomic one
    std::int64_t epoch = 0;         // fences before it
    std::uint64_t first = 0;        // bytes from the part's beginning; in dynamic windows an address
    std::uint64_t behind = 0;       // the last byte
    std::uint32_t event = 0;        // of its rank when it was complete, or when an update was made
    process::CallSite site;
    const void* place = nullptr; // of a load or a store that was seen, in its rank's program
    char function[24] = "";

    void name(const char* called) noexcept { std::strncpy(function, called, sizeof function - 1); }

    [[nodiscard]] bool overlaps(const AccessRecord& other) const noexcept {
        return first < other.behind && other.first < behind;
    }
    // Of two atomic accesses.
    [[nodiscard]] bool has_other_elements(const AccessRecord& other) const noexcept {
        const auto differ = [](std::int32_t one, std::int32_t two) {
            return one != 0 && two != 0 && one != two;
        };
        return differ(elements.operation, other.elements.operation) ||
               differ(elements.datatype, other.elements.datatype);
    }
    [[nodiscard]] bool shares_parts_of_elements(const AccessRecord& other) const noexcept {
        if (elements.bytes == 0 || elements.bytes != other.elements.bytes) return false;
        const std::uint64_t distance = std::max(first, other.first) - std::min(first, other.first);
        return distance % static_cast<std::uint64_t>(elements.bytes) != 0;
    }
    [[nodiscard]] bool conflicts_with(const AccessRecord& other) const noexcept {
        if (epoch != other.epoch || !overlaps(other)) return false;
        if (changes_nothing(use) && changes_nothing(other.use)) return false;
        if (is_own(use) && is_own(other.use)) return false;
        if (!is_atomic(use) || !is_atomic(other.use)) return true;
        // Those of one rank are ordered (MPI-5.0 section 12.7.2).
        return origin != other.origin && (has_other_elements(other) || shares_parts_of_elements(other));
    }
};

// Two accesses of one memory, the later first. Of a store `first`, `behind` and the call after which it
// happened are known, not its own place.
struct Conflict {
    AccessRecord one;
    AccessRecord other;
};

} // namespace sartor::one_sided
