// The trace of a run: written at its end, from the events that were kept.
#pragma once

#include "runtime/observation/summary.hpp"
#include "runtime/trace/writer.hpp"

namespace sartor::observation {

struct TraceOptions {
    const char* path;
    std::int64_t limit;         // bytes
    std::int64_t in_memory = 0; // bytes of it that are not written to a file before the run's end
};

// In the Trace Event Format: a track for each rank, with its calls and inside of them its waiting, arrows for
// messages, counters. Requires an open writer; closes it. Reports what is not in the file.
void write_trace(const Summary& summary, const Scale& scale, const TraceOptions& options,
                 trace::Writer& writer) noexcept;
// How many events are left out because of the limit; nothing if there are none.
void report_left_out(const TraceOptions& options, std::int64_t events) noexcept;

} // namespace sartor::observation
