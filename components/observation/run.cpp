// Files are opened before the first rank runs and filled when the last has ended, or when the run ends
// otherwise.
#include "components/observation/run.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <unistd.h>

#include "components/observation/archive.hpp"
#include "components/observation/memory.hpp"
#include "components/observation/parts/joined.hpp"
#include "components/observation/profile.hpp"
#include "components/observation/recorded.hpp"
#include "components/observation/summary.hpp"
#include "components/observation/trace_file.hpp"
#include "components/process/output/output.hpp"
#include "components/process/peers.hpp"
#include "components/process/process_state.hpp"
#include "components/trace/writer.hpp"

namespace sartor::observation {

namespace {

constexpr std::int64_t usual_limit = std::int64_t{100} << 20;
constexpr std::int64_t nanoseconds_a_microsecond = 1000; // what the writer calls a clock

Tables* tables = nullptr; // by rank
Scale scale;
Summary summary;
TraceOptions trace_options{};
bool traces = false;
trace::Writer* writer = nullptr; // null: the trace is an archive, or there is none
bool profiles = false;
bool outputs_are_open = false;
parts::SharedFile shared; // with other processes
bool has_others = false;
parts::Joined joined;
TextFile* json = nullptr;
TextFile* page = nullptr;
std::atomic<bool> is_running{false};

bool could_not_open(const char* option, const char* path) noexcept {
    process::report("%s %s: %s", option, path, std::strerror(errno));
    return false;
}

std::int64_t limit_of_trace() noexcept {
    const char* text = std::getenv("SARTOR_TRACE_LIMIT");
    if (text == nullptr) return usual_limit;
    char* end = nullptr;
    const long long limit = std::strtoll(text, &end, 10);
    if (end != text && *end == '\0' && limit > 0) return limit;
    process::report("SARTOR_TRACE_LIMIT=%s: expected a number of bytes (sartor run sets this)", text);
    process::end_run(process::usage_exit_code);
}

bool open_trace_file() noexcept {
    writer = new (allocate<trace::Writer>(1)) trace::Writer;
    return writer->open(trace_options.path, trace_options.limit, nanoseconds_a_microsecond);
}

bool open_trace() noexcept {
    if (!traces) return true;
    const bool is_open =
        is_archive(trace_options.path) ? open_archive(trace_options.path) : open_trace_file();
    return is_open || could_not_open("--trace", trace_options.path);
}

bool open_spool() noexcept {
    trace_options.path = std::getenv("SARTOR_TRACE");
    if (trace_options.path == nullptr) return true;
    trace_options.limit = limit_of_trace();
    traces = true;
    return spool_file.open(trace_options.path, trace_options.limit, process::state.worker_count) ||
           could_not_open("--trace", trace_options.path);
}

bool ends_with(const char* text, const char* end) noexcept {
    const std::size_t length = std::strlen(text);
    const std::size_t rest = std::strlen(end);
    return length >= rest && std::strcmp(text + length - rest, end) == 0;
}

// SARTOR_PROFILE: files with commas between them, or nothing but a comma.
bool open_profile() noexcept {
    const char* const given = std::getenv("SARTOR_PROFILE");
    if (given == nullptr) return true;
    profiles = true;
    static char names[4096];
    std::snprintf(names, sizeof names, "%s", given);
    char* rest = names;
    while (char* const name = strsep(&rest, ",")) {
        if (*name == '\0') continue;
        TextFile*& file = ends_with(name, ".html") ? page : json;
        file = new (allocate<TextFile>(1)) TextFile;
        if (!file->open(name)) return could_not_open("--profile", name);
    }
    return true;
}

bool open_outputs() noexcept {
    outputs_are_open = open_trace() && open_profile();
    return outputs_are_open;
}

// Of several processes the first one opens what is to be written, and any of them may come to write it.
void open() noexcept {
    tables = allocate<Tables>(static_cast<std::size_t>(process::size()));
    scale.begin();
    has_others = process::peers != nullptr && shared.open(process::peers->first_rank);
    if (has_others) share_arrivals(shared.map_arrivals(), parts::most_arrivals);
    const bool is_open = open_spool() && ((has_others && process::peers->first_rank > 0) || open_outputs());
    if (!is_open) {
        if (has_others) shared.call_off();
        process::end_run(process::usage_exit_code);
    }
    is_running.store(true);
}

void close(TextFile& file) noexcept {
    if (!file.close())
        process::report("--profile %s: %s; the file is incomplete", file.path(), std::strerror(errno));
}

// Everything that all processes have recorded takes the place of what was recorded here. False: another one
// will do so.
bool join() noexcept {
    if (!parts::write_part(shared, summary, scale, traces))
        process::report("what ranks %d to %d have recorded is lost: %s", summary.first_rank(),
                        summary.ranks() - 1, std::strerror(errno));
    if (!shared.is_last() || shared.is_called_off()) return false;
    joined.load(shared, process::size());
    tables = joined.tables();
    scale.span(joined.first(), joined.last());
    summary = Summary();
    summary.make(0, process::size(), scale, parts::Joined::naming);
    recorded = {[](void (*visit)(void*, const Event&), void* object) noexcept { joined.read(visit, object); },
                []() noexcept { return joined.lost(); }, []() noexcept { return joined.error(); }};
    if (joined.missing() > 0)
        process::report("nothing that %d of %d ranks have recorded is in the trace or profile: their "
                        "processes were ended before",
                        joined.missing(), process::size());
    return outputs_are_open || open_outputs();
}

// Once, by whoever ends the run. A child of fork() has no part in it.
void finish() noexcept {
    if (getpid() != process::state.process || !is_running.exchange(false)) return;
    scale.end();
    const int first = has_others ? process::peers->first_rank : 0;
    const int end = has_others ? first + process::peers->ranks_here : process::size();
    summary.make(first, end, scale, naming_here);
    if (has_others && !join()) return;
    if (writer != nullptr)
        write_trace(summary, scale, trace_options, *writer);
    else if (traces)
        write_archive(summary, scale, trace_options);
    if (json != nullptr) {
        write_json(summary, *json);
        close(*json);
    }
    if (page != nullptr) {
        write_page(summary, *page);
        close(*page);
    }
    if (profiles) report_profile(summary);
}

} // namespace

Tables& tables_of(int rank) noexcept {
    if (tables == nullptr) open();
    return tables[rank];
}

Spool* spool_of(const process::Rank& rank) noexcept {
    if (!traces) return nullptr;
    return &spool_file.of_worker(static_cast<int>(rank.worker - process::state.workers));
}

static std::int64_t messages_under_way() noexcept {
    std::int64_t sent = 0;
    std::int64_t received = 0;
    for (int worker = 0; worker < spool_file.workers(); ++worker) {
        const Spool::Counts& counts = spool_file.of_worker(worker).counts;
        received += counts.received.load(std::memory_order_relaxed);
        sent += counts.sent.load(std::memory_order_relaxed);
    }
    return sent - received; // messages of other processes may be among the ones or the others
}

void sample(Spool& spool, Ticks now) noexcept {
    constexpr std::int64_t shortest = 100'000; // nanoseconds
    Event event;
    event.begin = event.end = now;
    event.kind = Kind::counters;
    event.rank = spool.worker();
    event.bytes = spool.worker() == 0 ? messages_under_way() : 0;
    event.peer = static_cast<std::int32_t>(spool.counts.unexpected.load(std::memory_order_relaxed));
    spool.push(event);
    spool.next_sample = now + scale.ticks_of(shortest);
}

} // namespace sartor::observation

namespace sartor::process {

// In the place of the one that only writes what ranks have written.
void flush_at_end() noexcept {
    flush_output();
    observation::finish();
}

} // namespace sartor::process
