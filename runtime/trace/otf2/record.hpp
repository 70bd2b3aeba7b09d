// What a run sends to sartor-otf2 when it ends: a header, the names of functions, records in any order, and
// one that ends them. Both are of one installation and run on one machine, so it is all as in memory.
#pragma once

#include <cstdint>

namespace sartor::trace::otf2 {

struct Header {
    static constexpr std::uint64_t known_magic = 0x3120326674726173; // "sartf2 1"

    std::uint64_t magic = known_magic;
    std::int64_t length = 0; // of the run, nanoseconds
    std::int64_t began = 0;  // nanoseconds since 1970
    std::int32_t ranks = 0;
    std::int32_t functions = 0; // so many names follow
};

struct FunctionName {
    char text[64];
};

// In the order of events that have the same time on the same rank: what a call has received comes before its
// end, calls that have begun earlier end before the next one begins, and what that one sends comes after.
enum class Step : std::int32_t { receive, leave, enter, send, leave_at_once, end_of_records };

// 40 bytes.
struct Record {
    std::int64_t time = 0; // nanoseconds since the begin of the run
    std::int64_t detail =
        0; // of messages their bytes; when a call that ends has begun; at the end: what is left out
    std::int32_t rank = 0; // where it happens
    Step step = Step::enter;
    std::int32_t peer = -1;   // of messages: the other rank
    std::int32_t tag = 0;     // of messages; of calls the number of the function
    std::int32_t context = 0; // of messages: of the communicator
    std::int32_t unused = 0;

    [[nodiscard]] bool operator<(const Record& other) const noexcept {
        if (rank != other.rank) return rank < other.rank;
        return time != other.time ? time < other.time : step < other.step;
    }
};
static_assert(sizeof(Record) == 40);

} // namespace sartor::trace::otf2
