// Slices, flows and the file's frame.
#include "emulation/observers/trace/trace.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "emulation/observers/chart/matrix.hpp"
#include "emulation/observers/report/summary_file.hpp"
#include "emulation/observers/trace/counters.hpp"
#include "emulation/observers/trace/sites.hpp"
#include "runtime/trace/command_line.hpp"

namespace sartor::machine::manycore::trace {

namespace {

constexpr std::int64_t usual_limit = std::int64_t{100} << 20;
constexpr int deepest_call = 4; // a callback of MPI may call MPI

struct OpenCall {
    const char* name;
    const void* site; // where it returns to; null: not known
    Cycles begin;
    std::int64_t bytes; // that it has sent and received so far
};
struct Calls {
    int depth = 0;
    OpenCall open[deepest_call] = {};
    std::int64_t bytes_before = 0; // of messages that came while the rank was in no call: of the next one
};
// What a rank was in when the trace was full.
struct AtLimit {
    Calls calls;
    Cycles clock = 0; // of its PE: if it waited, since then
};

// Messages are written when they have arrived, so that each flow that is in the file is there from start to
// finish.
class Trace final : public Observer {
  public:
    Trace(Run& run, const char* path, std::int64_t limit) noexcept
        : run_(run), path_(path), limit_(limit), opened_(open_file()), tracks_(run, writer_),
          counters_(run, writer_, tracks_), matrix_(run), sites_(allocate<Sites>(1)),
          calls_(allocate<Calls>(static_cast<std::size_t>(run.ranks))) {}

    void worked(int rank, Cycles from, Cycles to, const char* what) noexcept override {
        if (!writer_.full() && to > from) slice(tracks_.of_rank(rank), from, to, what);
    }
    void served(int node, Cycles from, Cycles to, const char* what) noexcept override {
        if (!writer_.full() && to > from) slice(tracks_.of_server(node), from, to, what);
    }
    void handled(const Note& note, int node, Cycles from, Cycles to) noexcept override {
        if (!writer_.full()) message(note, start_of(note), tracks_.of_server(node), from, to, 0);
    }
    void came(const Note& note, int node, Cycles from, Cycles to) noexcept override {
        if (!writer_.full())
            message(note, start_of(note), tracks_.lane(node, Side::in, from, to), from, to, 0);
    }
    void moved(const Movement& movement) noexcept override {
        if (writer_.full()) return;
        const Note& note = movement.note;
        const Track out = tracks_.lane(movement.from, Side::out, note.left, movement.injected);
        const Track in = tracks_.lane(movement.to, Side::in, movement.reached, movement.arrived);
        slice_text(out, note.left, movement.injected, name_of(note.kind));
        writer_ << "}";
        message(note, out, in, movement.reached, movement.arrived, movement.bytes);
    }
    void passed(Cycles now) noexcept override {
        if (writer_.full() && at_limit_ == nullptr) note_limit();
        now_ = now;
        counters_.look(now);
    }
    void ended() noexcept override;

    void sent(Way, int from, int to, std::int64_t bytes) noexcept override { matrix_.count(from, to, bytes); }

    void begin_call(int rank, const char* name, Cycles time) noexcept {
        Calls& calls = calls_[rank];
        if (calls.depth < deepest_call)
            calls.open[calls.depth] = {name, nullptr, time, std::exchange(calls.bytes_before, 0)};
        ++calls.depth;
    }
    // By the running rank, whose call it is.
    void end_call(int rank, Cycles time) noexcept {
        Calls& calls = calls_[rank];
        if (--calls.depth >= deepest_call) return;
        OpenCall& call = calls.open[calls.depth];
        note_site(call, *process::current);
        if (!writer_.full() && time > call.begin) call_slice(rank, call, time);
    }
    void count_bytes(int rank, std::int64_t bytes) noexcept {
        Calls& calls = calls_[rank];
        const int innermost = std::min(calls.depth, deepest_call);
        (innermost > 0 ? calls.open[innermost - 1].bytes : calls.bytes_before) += bytes;
    }

  private:
    bool open_file() noexcept;
    [[nodiscard]] Track start_of(const Note& note) noexcept {
        return note.by_server ? tracks_.of_server(run_.pes[note.from].node) : tracks_.of_rank(note.from);
    }

    // What was said is returned.
    Writer::Piece begin_event(Track track, Cycles time) noexcept {
        const std::size_t begin = writer_.here();
        writer_ << tracks_.event_start(track);
        writer_.time(time);
        return writer_.since(begin);
    }
    Writer::Piece slice_text(Track track, Cycles from, Cycles to, const char* name) noexcept {
        writer_ << ",\n{\"ph\":\"X\",\"name\":\"";
        writer_.raw(name);
        const Writer::Piece begin = begin_event(track, from);
        writer_ << R"(,"dur":)";
        writer_.duration(from, to);
        return begin;
    }
    void call_text(int rank, const OpenCall& call, Cycles to) noexcept {
        slice_text(tracks_.of_rank(rank), call.begin, to, call.name);
        writer_ << R"(,"args":{"where":")";
        writer_.raw(sites_->text_of(process::rank(rank), call.site)) << R"(","bytes":)" << call.bytes << "}}";
    }
    void call_slice(int rank, const OpenCall& call, Cycles to) noexcept {
        call_text(rank, call, to);
        writer_.end_unit();
    }
    void slice(Track track, Cycles from, Cycles to, const char* name) noexcept {
        slice_text(track, from, to, name);
        writer_ << "}";
        writer_.end_unit();
    }
    // From there to what is at `end`.
    void flow(const Note& note, Track start, Writer::Piece end) noexcept {
        writer_ << ",\n{\"ph\":\"s";
        const std::size_t begin = writer_.here();
        writer_ << R"(","cat":"m","id":)" << flows_++ << R"(,"name":")";
        writer_.raw(name_of(note.kind));
        const Writer::Piece name = writer_.since(begin);
        begin_event(start, note.left);
        writer_ << "},\n{\"bp\":\"e\",\"ph\":\"f" << name << end << "}";
    }
    void message(const Note& note, Track start, Track end, Cycles from, Cycles to,
                 std::int64_t bytes) noexcept {
        const Writer::Piece begin = slice_text(end, from, to, name_of(note.kind));
        if (bytes > 0) {
            writer_ << R"(,"args":{"from":)" << note.from << R"(,"to":)" << note.to << R"(,"bytes":)";
            writer_ << bytes << "}";
        }
        writer_ << "}";
        flow(note, start, begin);
        writer_.end_unit();
    }
    // All that comes before now_ is in the file.
    void note_limit() noexcept {
        at_limit_ = allocate<AtLimit>(static_cast<std::size_t>(run_.ranks));
        for (int rank = 0; rank < run_.ranks; ++rank) {
            at_limit_[rank] = {calls_[rank], run_.pes[rank].clock};
            for (OpenCall& call : at_limit_[rank].calls.open) note_site(call, process::rank(rank));
        }
        traced_ = now_;
    }
    // Of a call that the rank is in.
    static void note_site(OpenCall& call, const process::Rank& rank) noexcept {
        if (rank.call == call.name) call.site = rank.call_site;
    }
    void write_rest(int rank) noexcept;
    void write_limit() noexcept;
    void write_end() noexcept;

    Run& run_;
    const char* path_;
    std::int64_t limit_;
    Writer writer_;
    bool opened_;
    Tracks tracks_;
    Counters counters_;
    chart::Matrix matrix_; // of the whole run
    Sites* sites_;
    Calls* calls_;
    std::int64_t flows_ = 0;
    Cycles now_ = 0;
    AtLimit* at_limit_ = nullptr; // by rank; null: the trace is not full
    Cycles traced_ = 0;           // up to when it has all, if it is full
};

bool Trace::open_file() noexcept {
    if (!writer_.open(path_, limit_, run_.chip.description().clock)) {
        process::report("--trace %s: %s", path_, std::strerror(errno));
        process::end_run(process::usage_exit_code);
    }
    writer_ << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    writer_.end_last();
    return true;
}

// The calls that a rank was in, and that it waited, up to the time at which the trace was full.
void Trace::write_rest(int rank) noexcept {
    const AtLimit& state = at_limit_[rank];
    const int depth = std::min(state.calls.depth, deepest_call);
    for (int call = 0; call < depth && state.calls.open[call].begin < traced_; ++call) {
        call_text(rank, state.calls.open[call], traced_);
        writer_.end_last();
    }
    if (depth == 0 || state.clock >= traced_) return;
    slice_text(tracks_.of_rank(rank), state.clock, traced_, "waiting");
    writer_ << "}";
    writer_.end_last();
}

void Trace::write_limit() noexcept {
    if (at_limit_ == nullptr) note_limit();
    for (int rank = 0; rank < run_.ranks; ++rank) write_rest(rank);
    writer_ << ",\n{\"ph\":\"i\",\"s\":\"g\",\"name\":\"the trace has reached its limit\",\"pid\":";
    writer_ << tracks_.of_chip().process << R"(,"tid":0,"ts":)";
    writer_.time(traced_) << "}";
}

void Trace::write_end() noexcept {
    const Description& description = run_.chip.description();
    if (writer_.full()) write_limit();
    char shape[4096];
    describe_shape(description, shape, sizeof shape);
    writer_ << "\n],\"otherData\":{\"machine\":\"";
    writer_.raw(description.name) << R"(","clock_mhz":)" << description.clock;
    writer_ << R"(,"time":"virtual","limit_bytes":)" << limit_ << R"(,"complete":)";
    writer_.raw(writer_.full() ? "false" : "true");
    writer_ << R"(,"end":)";
    writer_.time(now_) << R"(,"traced":)";
    writer_.time(writer_.full() ? traced_ : now_);
    writer_ << R"(,"command":)";
    writer_.last_text(sartor::trace::command_as_json()) << R"(,"chip":)";
    writer_.last_text(shape) << R"(,"matrix":)";
    matrix_.write([this](const char* text) { writer_.last_text(text); });
    writer_ << "}}\n";
    writer_.end_last();
}

void Trace::ended() noexcept {
    if (!opened_) return;
    opened_ = false;
    counters_.sample(now_);
    write_end();
    writer_.close();
    if (writer_.error() != 0)
        process::report("--trace %s: %s; the file is incomplete", path_, std::strerror(writer_.error()));
    else if (writer_.full())
        process::report(
            "--trace %s: the file has reached %lld bytes: later events are not in it (--trace-limit)", path_,
            static_cast<long long>(limit_));
}

Trace* the_trace = nullptr;

std::int64_t read_limit() noexcept {
    const char* text = std::getenv("SARTOR_TRACE_LIMIT");
    if (text == nullptr) return usual_limit;
    char* end = nullptr;
    const long long limit = std::strtoll(text, &end, 10);
    if (end != text && *end == '\0' && limit > 0) return limit;
    process::report("SARTOR_TRACE_LIMIT=%s: expected a number of bytes (sartor run sets this)", text);
    process::end_run(process::usage_exit_code);
}

} // namespace

void open() noexcept {
    const char* path = std::getenv("SARTOR_TRACE");
    if (path == nullptr) return;
    the_trace = new (allocate<Trace>(1)) Trace(*the_run, path, read_limit());
    the_trace->next = observers;
    observers = the_trace;
}

void begin_call(const char* call) noexcept {
    if (the_trace == nullptr) return;
    const int rank = process::current->number;
    const Cycles cost = the_run->chip.work(node_of(rank), the_run->chip.description().call_cycles);
    the_trace->begin_call(rank, call, now() - cost);
}

void end_call() noexcept {
    if (the_trace != nullptr) the_trace->end_call(process::current->number, now());
}

void count_bytes(int rank, std::size_t bytes) noexcept {
    if (the_trace != nullptr) the_trace->count_bytes(rank, static_cast<std::int64_t>(bytes));
}

} // namespace sartor::machine::manycore::trace
