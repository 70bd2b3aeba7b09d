#include "configurator/replay/page.hpp"

#include "configurator/pages/page.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>

namespace sartor::configurator {

namespace {

using nlohmann::json;

constexpr int first_rows = 20; // of the table

double percent(std::int64_t recorded, std::int64_t predicted) {
    return recorded == 0 ? 0
                         : 100 * static_cast<double>(predicted - recorded) / static_cast<double>(recorded);
}

json table_of_traces(const std::vector<ReplayedTrace>& traces) {
    json rows = json::array();
    for (const ReplayedTrace& trace : traces)
        rows.push_back({trace.name, trace.recorded, trace.predicted, percent(trace.recorded, trace.predicted),
                        trace.waits.size()});
    return table_part(
        "Lengths of the runs",
        {{"trace", "text"}, {"recorded", "cycles"}, {"predicted", "cycles"}, {"error", "%"}, {"waits", ""}},
        rows, "", first_rows);
}

/// Pieces of a program's row: the program, and its waits before it.
class Row {
  public:
    explicit Row(std::int64_t clock) : clock_(clock) {}

    void add_program(std::int64_t first, std::int64_t last) { add(first, last - first, 0); }
    void add_wait(std::int64_t begin, std::int64_t length) { add(begin, length, 1); }
    json named(const std::string& label, std::size_t number) const {
        return {{"rank", number}, {"label", label}, {"pieces", pieces_}};
    }

  private:
    // In nanoseconds.
    void add(std::int64_t begin, std::int64_t length, int is_wait) {
        pieces_.push_back(1000 * begin / clock_);
        pieces_.push_back(1000 * length / clock_);
        pieces_.push_back(is_wait);
        pieces_.push_back(is_wait);
    }

    std::int64_t clock_;
    json pieces_ = json::array();
};

json timeline_of(const ReplayedTrace& trace, std::int64_t clock) {
    json rows = json::array();
    for (const ReplayedProgram& program : trace.programs) {
        if (program.recorded_last == program.first) continue;
        Row recorded(clock);
        Row predicted(clock);
        recorded.add_program(program.first, program.recorded_last);
        predicted.add_program(program.first, program.predicted_last);
        for (const ReplayedWait& wait : trace.waits)
            if (wait.processor == program.processor) {
                recorded.add_wait(wait.recorded_begin, wait.recorded);
                predicted.add_wait(wait.predicted_begin, wait.predicted);
            }
        rows.push_back(recorded.named(program.processor + ", recorded", rows.size()));
        rows.push_back(predicted.named("predicted", rows.size()));
    }
    return {{"kind", "timeline"},
            {"title", trace.name},
            {"names", json::array({"computing", "waiting for its reads"})},
            {"legend", json::array({json::array({"the program", "idle"}),
                                    json::array({"waiting for its reads", "much"})})},
            {"outside", "not running"},
            {"margin", 150},
            {"end", 1000 * std::max(trace.recorded, trace.predicted) / clock},
            {"ranks", std::move(rows)}};
}

} // namespace

void write_replay_page(const std::vector<ReplayedTrace>& traces, const NocMachine& machine,
                       const std::string& path) {
    Page page;
    page.title = "Replay on " + machine.name;
    page.properties = {{"machine", machine.about}, {"date", date_now()}};
    page.add(table_of_traces(traces));
    for (const ReplayedTrace& trace : traces) page.add(timeline_of(trace, machine.description.clock));
    write_file(path, page.html());
}

} // namespace sartor::configurator
