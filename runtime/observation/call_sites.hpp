// What is counted for each call site of a rank.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/observation/event_code.hpp"

namespace sartor::observation {

struct CallRecord {
    const char* function = nullptr; // null: this is no record
    const void* site = nullptr;     // where the call returns to; null: all sites that found no room
    std::int64_t count = 0;
    std::int64_t sent = 0;     // bytes
    std::int64_t received = 0; // bytes
    Ticks time = 0;            // inside of the calls
    Ticks longest = 0;         // of them
    Ticks waited[reasons] = {};
    std::uint16_t global = 0; // its number among those of all ranks, when the run has ended
    UsualCall usual;          // of the trace

    [[nodiscard]] Ticks waited_in_all() const noexcept {
        Ticks sum = 0;
        for (const Ticks one : waited) sum += one;
        return sum;
    }
};

// A table of fixed size: 4096 records. What finds no room is counted in one record, the last. Zeroed memory
// is an empty table.
class CallSites {
  public:
    static constexpr std::size_t most = 4096;

    [[gnu::always_inline]] CallRecord& find(const char* function, const void* site) noexcept {
        const std::size_t first = place_of(function, site);
        CallRecord& record = records_[index_[first]];
        if (record.site == site && record.function == function) [[likely]]
            return record;
        return find_slowly(function, site, first);
    }
    // A record that was made elsewhere, with its number there. find() does not find it.
    void restore(std::size_t number, const CallRecord& record) noexcept {
        records_[number] = record;
        if (number + 1 < most && number > count_) count_ = number;
    }
    // Records are numbered from 1 to size() - 1. The last of all counts what found no room.
    [[nodiscard]] std::size_t size() const noexcept { return count_ + 1; }
    [[nodiscard]] CallRecord& operator[](std::size_t number) noexcept { return records_[number]; }
    [[nodiscard]] std::uint16_t number_of(const CallRecord& record) const noexcept {
        return static_cast<std::uint16_t>(&record - records_);
    }

  private:
    static constexpr std::size_t places = 2 * most;

    [[nodiscard]] static std::size_t place_of(const char* function, const void* site) noexcept {
        const auto key = reinterpret_cast<std::uintptr_t>(site) ^ reinterpret_cast<std::uintptr_t>(function)
                                                                      << 7;
        return (key * 0x9e3779b97f4a7c15U) >> 51; // the upper 13 bits
    }
    static_assert(places == std::size_t{1} << 13);
    [[gnu::cold, gnu::noinline]] CallRecord& find_slowly(const char* function, const void* site,
                                                         std::size_t first) noexcept;

    std::size_t count_;
    std::uint16_t index_[places];
    CallRecord records_[most]; // the first is none
};

} // namespace sartor::observation
