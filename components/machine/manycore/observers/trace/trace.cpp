// Slices, flows and the file's frame.
#include "components/machine/manycore/observers/trace/trace.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "components/machine/manycore/observers/trace/counters.hpp"

namespace sartor::machine::manycore::trace {

namespace {

constexpr std::int64_t usual_limit = std::int64_t{100} << 20;
constexpr int deepest_call = 4; // a callback of MPI may call MPI

struct Calls {
    int depth = 0;
    const char* name[deepest_call] = {};
    Cycles begin[deepest_call] = {};
};

// Messages are written when they have arrived, so that each flow that is in the file is there from start to
// finish.
class Trace final : public Observer {
  public:
    Trace(Run& run, const char* path, std::int64_t limit) noexcept
        : run_(run), path_(path), limit_(limit), opened_(open_file()), tracks_(run, writer_),
          counters_(run, writer_, tracks_), calls_(allocate<Calls>(static_cast<std::size_t>(run.ranks))) {}

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
        now_ = now;
        counters_.look(now);
    }
    void ended() noexcept override;

    void begin_call(int rank, const char* name, Cycles time) noexcept {
        Calls& calls = calls_[rank];
        if (calls.depth < deepest_call) {
            calls.name[calls.depth] = name;
            calls.begin[calls.depth] = time;
        }
        ++calls.depth;
    }
    void end_call(int rank, Cycles time) noexcept {
        Calls& calls = calls_[rank];
        if (--calls.depth < deepest_call)
            worked(rank, calls.begin[calls.depth], time, calls.name[calls.depth]);
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
    void write_shape() noexcept;
    void write_end() noexcept;

    Run& run_;
    const char* path_;
    std::int64_t limit_;
    Writer writer_;
    bool opened_;
    Tracks tracks_;
    Counters counters_;
    Calls* calls_;
    std::int64_t flows_ = 0;
    Cycles now_ = 0;
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

// What a picture of the chip needs.
void Trace::write_shape() noexcept {
    const Description& description = run_.chip.description();
    writer_ << R"(,"chip":{"network":")";
    writer_.raw(description.network == NetworkKind::torus ? "torus" : "mesh") << R"(","dimensions":[)";
    for (int dimension = 0; dimension < description.dimension_count; ++dimension) {
        if (dimension > 0) writer_ << ",";
        writer_ << description.dimensions[dimension];
    }
    writer_ << R"(],"io_at":[)";
    for (int io = 0; io < description.io_subsystems; ++io) {
        if (io > 0) writer_ << ",";
        writer_ << description.io_at[io];
    }
    writer_ << R"(],"smem_bytes":)" << description.smem_bytes << R"(,"ddr_bytes":)" << description.ddr_bytes;
    writer_ << "}";
}

void Trace::write_end() noexcept {
    const Description& description = run_.chip.description();
    if (writer_.full()) {
        writer_ << ",\n{\"ph\":\"i\",\"s\":\"g\",\"name\":\"the trace has reached its limit\",\"pid\":";
        writer_ << tracks_.of_chip().process << R"(,"tid":0,"ts":)";
        writer_.time(now_) << "}";
    }
    writer_ << "\n],\"otherData\":{\"machine\":\"";
    writer_.raw(description.name) << R"(","clock_mhz":)" << description.clock;
    writer_ << R"(,"time":"virtual","limit_bytes":)" << limit_ << R"(,"complete":)";
    writer_.raw(writer_.full() ? "false" : "true");
    write_shape();
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
        process::report("--trace %s: it has reached %lld bytes: what came later is not in it (--trace-limit)",
                        path_, static_cast<long long>(limit_));
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

} // namespace sartor::machine::manycore::trace
