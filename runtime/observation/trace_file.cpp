#include "runtime/observation/trace_file.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "runtime/observation/all_events.hpp"
#include "runtime/observation/recorded.hpp"
#include "runtime/observation/run.hpp"
#include "runtime/observation/time_limit.hpp"
#include "runtime/process.hpp"
#include "runtime/trace/command_line.hpp"

namespace sartor::observation {

namespace {

class TraceFile {
  public:
    TraceFile(const Summary& summary, const Scale& scale, std::int64_t limit, trace::Writer& writer) noexcept
        : summary_(summary), scale_(scale), time_limit_(summary, scale, limit, TimeLimit::Form::text),
          writer_(writer) {}

    void write() noexcept;
    [[nodiscard]] std::int64_t left_out() const noexcept { return left_out_; }

  private:
    void name_tracks() noexcept;
    void event(const Event& event) noexcept;
    void slice(const Event& event) noexcept;
    void inner_slice(const Event& event) noexcept;
    void call(const Event& event) noexcept;
    void wait(const Event& event) noexcept;
    void message(const Event& event) noexcept;
    void received(const Event& call) noexcept;
    void counters(const Event& event) noexcept;
    void end() noexcept;

    trace::Writer& track(int rank, Ticks time) noexcept {
        writer_ << R"(,"pid":1,"tid":)" << rank + 1 << R"(,"ts":)";
        return writer_.time(scale_.nanoseconds(time));
    }
    // Names of functions and files have no quotes or backslashes but for odd ones.
    void text(const char* text) noexcept {
        char plain[512];
        std::size_t used = 0;
        for (; *text != '\0' && used + 1 < sizeof plain; ++text)
            plain[used++] =
                *text == '"' || *text == '\\' || static_cast<unsigned char>(*text) < ' ' ? '\'' : *text;
        plain[used] = '\0';
        writer_.raw(plain);
    }
    void end_unit() noexcept {
        const bool was_full = writer_.full();
        writer_.end_unit();
        left_out_ += was_full || writer_.full() ? 1 : 0;
    }

    const Summary& summary_;
    const Scale& scale_;
    TimeLimit time_limit_;
    trace::Writer& writer_;
    std::int64_t flows_ = 0;
    std::int64_t left_out_ = 0;
};

void TraceFile::name_tracks() noexcept {
    writer_ << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    writer_ << R"({"ph":"M","name":"process_name","pid":1,"args":{"name":"ranks"}})";
    writer_.end_last();
    for (int rank = 0; rank < summary_.ranks(); ++rank) {
        writer_ << ",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":" << rank + 1
                << R"(,"args":{"name":"rank )" << rank << "\"}}";
        writer_ << ",\n{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":1,\"tid\":" << rank + 1
                << R"(,"args":{"sort_index":)" << rank << "}}";
        writer_.end_last();
    }
}

void TraceFile::slice(const Event& event) noexcept {
    track(event.rank, event.begin) << R"(,"dur":)";
    writer_.duration(scale_.nanoseconds(event.begin), scale_.nanoseconds(event.end));
}

// A nanosecond shorter at both ends, so that viewers know which of two slices is inside of the other.
void TraceFile::inner_slice(const Event& event) noexcept {
    const std::int64_t begin = scale_.nanoseconds(event.begin);
    const std::int64_t end = scale_.nanoseconds(event.end);
    const int cut = end - begin > 2 ? 1 : 0;
    writer_ << R"(,"pid":1,"tid":)" << event.rank + 1 << R"(,"ts":)";
    writer_.time(begin + cut) << R"(,"dur":)";
    writer_.duration(begin + cut, end - cut);
}

void TraceFile::call(const Event& event) noexcept {
    const CallRecord& record = tables_of(event.rank).sites[event.site];
    writer_ << ",\n{\"ph\":\"X\",\"cat\":\"call\",\"name\":\"";
    text(record.function);
    writer_ << "\"";
    slice(event);
    writer_ << R"(,"args":{"where":")";
    text(summary_.site(record.global).text);
    writer_ << R"(","bytes":)" << event.bytes;
    if (event.peer >= 0) writer_ << R"(,"peer":)" << event.peer;
    if (event.context >= 0) writer_ << R"(,"communicator":)" << event.context;
    writer_ << "}}";
    end_unit();
}

void TraceFile::wait(const Event& event) noexcept {
    writer_ << ",\n{\"ph\":\"X\",\"cat\":\"wait\",\"name\":\"";
    writer_.raw(event.reason == Reason::other ? "waits" : name_of(event.reason)) << "\"";
    inner_slice(event);
    if (event.peer >= 0) writer_ << R"(,"args":{"rank":)" << event.peer << "}";
    writer_ << "}";
    end_unit();
}

// An arrow from the call that sends to the one that receives, with both its ends.
void TraceFile::message(const Event& event) noexcept {
    const std::int64_t number = flows_++;
    writer_ << ",\n{\"ph\":\"s\",\"cat\":\"m\",\"name\":\"message\",\"id\":" << number;
    track(event.peer, event.begin) << R"(,"args":{"bytes":)" << event.bytes << "}}";
    writer_ << ",\n{\"bp\":\"e\",\"ph\":\"f\",\"cat\":\"m\",\"name\":\"message\",\"id\":" << number;
    track(event.rank, event.end) << "}";
    end_unit();
}

void TraceFile::received(const Event& call) noexcept {
    const Event one = message_of(call);
    if (time_limit_.takes(one))
        message(one);
    else
        ++left_out_;
}

void TraceFile::counters(const Event& event) noexcept {
    writer_ << ",\n{\"ph\":\"C\",\"name\":\"unexpected messages, worker " << event.rank
            << R"(","pid":1,"ts":)";
    writer_.time(scale_.nanoseconds(event.begin)) << R"(,"args":{"messages":)" << event.peer << "}}";
    if (event.rank == 0) {
        writer_ << ",\n{\"ph\":\"C\",\"name\":\"messages under way\",\"pid\":1,\"ts\":";
        writer_.time(scale_.nanoseconds(event.begin))
            << R"(,"args":{"messages":)" << std::max<std::int64_t>(event.bytes, 0) << "}}";
    }
    end_unit();
}

void TraceFile::event(const Event& event) noexcept {
    if (!time_limit_.takes(event)) {
        ++left_out_;
        return;
    }
    switch (event.kind) {
    case Kind::call:
    case Kind::receive:
        if (event.reason != Reason::none) wait(event);
        call(event);
        if (event.kind == Kind::receive) received(event);
        return;
    case Kind::wait:
        return wait(event);
    case Kind::message:
        return message(event);
    case Kind::counters:
        return counters(event);
    }
}

void TraceFile::end() noexcept {
    writer_ << "\n],\"otherData\":{\"time\":\"wall clock\",\"events_left_out\":"
            << left_out_ + recorded.lost() << R"(,"complete":)";
    writer_.raw(left_out_ + recorded.lost() > 0 ? "false" : "true");
    writer_ << R"(,"end":)";
    writer_.time(scale_.nanoseconds(scale_.last())) << R"(,"traced":)";
    writer_.time(scale_.nanoseconds(std::min(time_limit_.end(), scale_.last())))
        << R"(,"workers":)" << workers();
    writer_ << R"(,"command":)";
    writer_.last_text(trace::command_as_json()) << "}}\n";
    writer_.end_last();
    writer_.close();
}

void TraceFile::write() noexcept {
    name_tracks();
    visit_events(summary_, scale_, [this](const Event& one) { event(one); });
    end();
}

} // namespace

void write_trace(const Summary& summary, const Scale& scale, const TraceOptions& options,
                 trace::Writer& writer) noexcept {
    TraceFile file(summary, scale, options.limit, writer);
    file.write();
    const int error = writer.error() != 0 ? writer.error() : recorded.error();
    const std::int64_t lost = file.left_out() + recorded.lost();
    if (error != 0)
        process::report("--trace %s: %s; the file is incomplete", options.path, std::strerror(error));
    else
        report_left_out(options, lost);
}

void report_left_out(const TraceOptions& options, std::int64_t events) noexcept {
    if (events > 0)
        process::report("--trace %s: %lld more events would exceed %lld bytes: later events are not in the "
                        "file (--trace-limit)",
                        options.path, static_cast<long long>(events), static_cast<long long>(options.limit));
}

} // namespace sartor::observation
