// What one process of an observed run has recorded, as it is in the file of all (shared_file.hpp): a
// PartHead, its call sites, each rank's records and messages, events.
#pragma once

#include "runtime/observation/parts/shared_file.hpp"
#include "runtime/observation/summary.hpp"

namespace sartor::observation::parts {

struct PartHead {
    // By which programs of another version of sartor are told from this one.
    static constexpr std::uint32_t layout = sizeof(CallRecord) << 16 | sizeof(Event) << 8 | 1;

    std::uint32_t version = layout;
    std::int32_t first_rank = 0;
    std::int32_t ranks = 0;
    std::int32_t workers = 0;
    std::int32_t sites = 0;
    std::int32_t error = 0; // errno of what could not be kept of the events
    Ticks first = 0;        // the run's begin and end here
    Ticks last = 0;
    std::int64_t lost = 0; // events that were not kept
    std::int64_t events = 0;
};

// The same in two processes where all of it is equal; of a place that is not known only the texts are.
struct SiteName {
    char function[64];
    char text[sizeof(Site::text)];
    std::uint64_t offset; // 0: not known
};

struct RankHead {
    std::int32_t records;
    std::int32_t traffics;
};
struct NumberedRecord {
    std::uint16_t number; // among those of the rank
    CallRecord record;    // `global`: its site's number among those of the process
};

// `traces`: with events. False, with errno set, if it could not be written.
[[nodiscard]] bool write_part(SharedFile& file, const Summary& own, const Scale& scale, bool traces) noexcept;

} // namespace sartor::observation::parts
