// Whether a trace is what viewers expect: slices nest, flows are whole and begin and end in slices, counters
// go on in time, everything used has a name. Prints what is in it. Usage: check_trace FILE
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;
using Track = std::pair<int, int>;

int failures = 0;

void expect(bool condition, const char* what, const json& event) {
    if (condition || ++failures > 5) return;
    std::printf("FAILED: %s: %s\n", what, event.dump().c_str());
}

// The file has microseconds with nanoseconds: whole numbers, as Perfetto makes them. It reads times from
// their digits and cuts durations.
long long time_of(const json& event) {
    return std::llround(event.at("ts").get<double>() * 1e3);
}
long long duration_of(const json& event) {
    return static_cast<long long>(event.at("dur").get<double>() * 1e3);
}

struct Slice {
    long long from, to;
    const json* event;
};

struct Contents {
    std::map<Track, std::vector<Slice>> slices;
    std::map<long long, std::pair<const json*, const json*>> flows; // start and finish
    std::map<std::pair<int, std::string>, std::vector<const json*>> counters;
    std::set<int> processes;
    std::set<Track> threads;
    std::map<std::string, int> counts;
};

Track track_of(const json& event) {
    return {event.at("pid"), event.at("tid")};
}

void sort_in(Contents& contents, const json& event) {
    const std::string phase = event.at("ph");
    const std::string name = event.at("name");
    if (phase == "M") {
        if (name == "process_name") contents.processes.insert(event.at("pid").get<int>());
        if (name == "thread_name") contents.threads.insert(track_of(event));
    } else if (phase == "X") {
        const long long from = time_of(event);
        contents.slices[track_of(event)].push_back({from, from + duration_of(event), &event});
        ++contents.counts["slice " + name];
    } else if (phase == "s" || phase == "f") {
        auto& flow = contents.flows[event.at("id")];
        const json*& end = phase == "s" ? flow.first : flow.second;
        expect(end == nullptr, "a flow begins or ends twice", event);
        end = &event;
        if (phase == "s") ++contents.counts["message " + name];
    } else if (phase == "C") {
        contents.counters[{event.at("pid"), name}].push_back(&event);
        ++contents.counts["counter " + name.substr(0, name.find(' '))];
    } else {
        expect(phase == "i", "a phase that no trace here has", event);
    }
}

// In the file by their ends; by their begins they nest.
void check_slices(std::vector<Slice>& slices) {
    for (std::size_t index = 1; index < slices.size(); ++index)
        expect(slices[index - 1].to <= slices[index].to, "goes back in time", *slices[index].event);
    std::ranges::stable_sort(slices, [](const Slice& one, const Slice& other) {
        return one.from != other.from ? one.from < other.from : one.to > other.to;
    });
    std::vector<long long> open;
    for (const Slice& slice : slices) {
        while (!open.empty() && open.back() <= slice.from) open.pop_back();
        expect(open.empty() || slice.to <= open.back(), "laps over another slice", *slice.event);
        expect(slice.from >= 0 && slice.from <= slice.to, "a time before the begin", *slice.event);
        open.push_back(slice.to);
    }
}

bool is_inside_a_slice(const Contents& contents, const json& event) {
    const auto found = contents.slices.find(track_of(event));
    if (found == contents.slices.end()) return false;
    const long long time = time_of(event);
    return std::ranges::any_of(found->second,
                               [&](const Slice& slice) { return slice.from <= time && time <= slice.to; });
}

void check_flows(const Contents& contents) {
    for (const auto& [id, flow] : contents.flows) {
        const auto& [start, finish] = flow;
        expect(start != nullptr, "a flow without a start", *(start != nullptr ? start : finish));
        expect(finish != nullptr, "a flow without a finish", *(start != nullptr ? start : finish));
        if (start == nullptr || finish == nullptr) continue;
        expect(start->at("name") == finish->at("name"), "a flow with two names", *start);
        expect(time_of(*start) <= time_of(*finish), "finishes before it starts", *finish);
        expect(is_inside_a_slice(contents, *start), "starts in no slice", *start);
        expect(is_inside_a_slice(contents, *finish), "finishes in no slice", *finish);
    }
}

void check_counters(const Contents& contents) {
    for (const auto& [name, events] : contents.counters)
        for (std::size_t index = 1; index < events.size(); ++index)
            expect(time_of(*events[index - 1]) < time_of(*events[index]), "a counter goes back in time",
                   *events[index]);
}

void check_names(const Contents& contents) {
    for (const auto& [track, slices] : contents.slices)
        expect(contents.threads.contains(track) && contents.processes.contains(track.first),
               "a track without a name", *slices.front().event);
    for (const auto& [counter, events] : contents.counters)
        expect(contents.processes.contains(counter.first), "a counter of no process", *events.front());
}

} // namespace

int main(int argc, char** argv) {
    std::ifstream file(argc == 2 ? argv[1] : "");
    const json trace = json::parse(file, nullptr, false);
    if (trace.is_discarded()) {
        std::printf("FAILED: no JSON\n");
        return 1;
    }
    Contents contents;
    for (const json& event : trace.at("traceEvents")) sort_in(contents, event);
    for (auto& [track, slices] : contents.slices) check_slices(slices);
    check_flows(contents);
    check_counters(contents);
    check_names(contents);
    for (const auto& [name, count] : contents.counts) std::printf("%s: %d\n", name.c_str(), count);
    std::printf("complete: %s\n", trace.at("otherData").at("complete").dump().c_str());
    return failures == 0 ? 0 : 1;
}
