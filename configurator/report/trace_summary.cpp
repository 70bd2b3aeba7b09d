#include "configurator/report/trace_summary.hpp"

#include "configurator/report/parts.hpp"
#include "configurator/traces/reader.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace sartor::configurator {

namespace {

using nlohmann::json;
using Thread = std::pair<int, int>; // process and thread of the file

double number(const json& event, const char* member) {
    const auto found = event.find(member);
    return found != event.end() && found->is_number() ? found->get<double>() : 0;
}
int whole(const json& event, const char* member) {
    return static_cast<int>(number(event, member));
}

/// A counter as the file has it: values from times on.
struct Samples {
    std::string unit;
    int node = -1;
    std::string what;
    std::vector<std::pair<double, double>> values;
};

class Reading {
  public:
    /// What comes after `limit`, microseconds, is left out: the trace has only some of it.
    Reading(TraceSummary& summary, double limit) : summary_(summary), limit_(limit) {}

    void see(const json& event) {
        const std::string& kind = event.at("ph").get_ref<const std::string&>();
        const double begin = number(event, "ts"), end = std::min(begin + number(event, "dur"), limit_);
        if (kind == "i")
            summary_.run_end = std::max(summary_.run_end, begin); // older traces: where it had its limit
        if (kind == "M") see_name(event);
        if (kind == "M" || kind == "i" || begin > limit_) return;
        summary_.end = std::max(summary_.end, end);
        if (kind == "X") see_slice(event, begin, end - begin);
        if (kind == "C") see_counter(event);
        if (kind == "s" || kind == "f") see_arrow(event, kind == "s");
    }

    void finish(std::size_t most_slices) {
        for (auto& [thread, track] : tracks_) {
            add_waits(track);
            summary_.ranks.push_back(std::move(track));
        }
        std::ranges::sort(summary_.ranks, {}, &RankTrack::rank);
        for (const auto& [rank, waited] : late_)
            if (rank >= 0 && rank < std::ssize(summary_.ranks))
                summary_.ranks[static_cast<std::size_t>(rank)].others_waited = waited;
        for (auto& [key, site] : sites_) summary_.sites.push_back(std::move(site));
        std::ranges::sort(summary_.sites, std::greater(), &CallSite::time);
        for (const auto& [key, samples] : counters_) summary_.counters.push_back(track_of(key, samples));
        keep_longest(most_slices);
    }

  private:
    int index_of(const std::string& name) {
        const auto [place, is_new] = names_.emplace(name, static_cast<int>(summary_.names.size()));
        if (is_new) summary_.names.push_back(name);
        return place->second;
    }

    void see_name(const json& event) {
        const std::string& what = event.at("name").get_ref<const std::string&>();
        if (what == "process_name")
            processes_[whole(event, "pid")] = event.at("args").at("name").get<std::string>();
        if (what != "thread_name") return;
        const std::string name = event.at("args").at("name").get<std::string>();
        if (!name.starts_with("rank ")) return;
        RankTrack& track = tracks_[{whole(event, "pid"), whole(event, "tid")}];
        track.rank = std::stoi(name.substr(5));
        track.place = processes_[whole(event, "pid")];
    }

    void see_slice(const json& event, double begin, double duration) {
        const auto found = tracks_.find({whole(event, "pid"), whole(event, "tid")});
        if (found == tracks_.end()) return;
        const std::string& name = event.at("name").get_ref<const std::string&>();
        const bool is_call = name.starts_with("MPI_");
        const bool waits = name == "waiting" || event.value("cat", "") == "wait";
        if (!is_call && !waits && name != "computing") return;
        RankTrack& track = found->second;
        const Slice slice{begin, duration, index_of(name), waits};
        track.slices.push_back(slice);
        if (waits) {
            track.waiting += slice.duration;
            summary_.waits[name] += slice.duration;
            if (event.contains("args") && event["args"].contains("rank"))
                late_[whole(event["args"], "rank")] += slice.duration;
        }
        if (is_call) add_call(track, slice, name, event);
    }
    void add_call(RankTrack& track, const Slice& slice, const std::string& name, const json& event) {
        track.in_mpi += slice.duration;
        const json arguments = event.value("args", json::object());
        const std::string where = arguments.value("where", "");
        CallSite& site = sites_[name + " " + where];
        site.function = name;
        site.where = where;
        ++site.calls;
        site.time += slice.duration;
        site.bytes += static_cast<std::int64_t>(number(arguments, "bytes"));
        calls_[&track].push_back({slice.start, slice.start + slice.duration, &site});
    }
    /// Waiting belongs to the call around it, which may come later in the file.
    void add_waits(RankTrack& track) {
        std::vector<Call>& calls = calls_[&track];
        std::ranges::sort(calls, {}, &Call::start);
        for (const Slice& slice : track.slices) {
            if (!slice.waiting) continue;
            const auto behind = std::ranges::upper_bound(calls, slice.start, {}, &Call::start);
            if (behind != calls.begin() && slice.start <= std::prev(behind)->end)
                std::prev(behind)->site->waiting += slice.duration;
        }
    }

    void see_counter(const json& event) {
        const std::string process = processes_[whole(event, "pid")];
        const std::string& name = event.at("name").get_ref<const std::string&>();
        for (const auto& [unit, value] : event.at("args").items()) {
            Samples& samples =
                counters_[process.empty() || process == "ranks" ? name : process + ", " + name];
            samples.unit = unit;
            samples.node = whole(event, "pid") - 1;
            samples.what = name;
            samples.values.emplace_back(number(event, "ts"), value.get<double>());
        }
    }
    CounterTrack track_of(const std::string& name, const Samples& samples) const {
        CounterTrack track{
            name, samples.unit, samples.node, samples.what, 0, 0, std::vector<double>(counter_intervals)};
        const double interval = std::max(summary_.end, 1e-9) / counter_intervals;
        for (std::size_t index = 0; index < samples.values.size(); ++index) {
            const auto& [from, value] = samples.values[index];
            const double to =
                index + 1 < samples.values.size() ? samples.values[index + 1].first : summary_.end;
            track.peak = std::max(track.peak, value);
            track.mean += value * (to - from) / std::max(summary_.end, 1e-9);
            for (auto bin = static_cast<int>(from / interval); bin < counter_intervals && bin * interval < to;
                 ++bin) {
                const double begin = std::max(from, bin * interval), end = std::min(to, (bin + 1) * interval);
                track.values[static_cast<std::size_t>(bin)] += value * std::max(0.0, end - begin) / interval;
            }
        }
        return track;
    }

    /// Messages from rank to rank with their bytes; on chips from cluster to cluster, without.
    void see_arrow(const json& event, bool begins) {
        const std::string& name = event.at("name").get_ref<const std::string&>();
        const bool has_bytes = name == "message";
        if (!has_bytes && name != "data" && name != "local" && name != "word" && !name.starts_with("eager"))
            return;
        summary_.has_bytes = has_bytes;
        summary_.each = has_bytes ? "rank" : "cluster";
        const auto id = static_cast<std::int64_t>(number(event, "id"));
        if (begins) {
            const double bytes = has_bytes ? number(event.value("args", json::object()), "bytes") : 0;
            arrows_[id] = {place_of(event, has_bytes), static_cast<std::int64_t>(bytes)};
            return;
        }
        const auto begun = arrows_.find(id);
        if (begun == arrows_.end()) return;
        Traffic& traffic = summary_.messages[{begun->second.first, place_of(event, has_bytes)}];
        traffic.bytes += begun->second.second;
        ++traffic.messages;
        arrows_.erase(begun);
    }
    /// A rank, or the number of a cluster.
    int place_of(const json& event, bool by_rank) const {
        if (!by_rank) return whole(event, "pid") - 1;
        const auto found = tracks_.find({whole(event, "pid"), whole(event, "tid")});
        return found == tracks_.end() ? -1 : found->second.rank;
    }

    void keep_longest(std::size_t most) {
        std::vector<double> durations;
        for (const RankTrack& track : summary_.ranks)
            for (const Slice& slice : track.slices) durations.push_back(slice.duration);
        if (durations.size() > most) {
            const auto limit = durations.begin() + static_cast<std::ptrdiff_t>(most);
            std::ranges::nth_element(durations, limit, std::greater());
            summary_.shortest = *limit;
        }
        for (RankTrack& track : summary_.ranks) {
            if (durations.size() > most)
                summary_.left_out += static_cast<std::int64_t>(std::erase_if(
                    track.slices, [&](const Slice& slice) { return slice.duration <= summary_.shortest; }));
            std::ranges::sort(track.slices, {}, &Slice::start);
        }
    }

    struct Call {
        double start, end;
        CallSite* site;
    };

    TraceSummary& summary_;
    double limit_;
    std::map<std::string, int> names_;
    std::map<int, std::string> processes_;
    std::map<Thread, RankTrack> tracks_;
    std::map<const RankTrack*, std::vector<Call>> calls_;
    std::map<std::string, CallSite> sites_;
    std::map<std::string, Samples> counters_;
    std::map<int, double> late_;
    std::unordered_map<std::int64_t, std::pair<int, std::int64_t>> arrows_;
};

/// What the run has counted itself, whatever there was room for.
void take_matrix(const json& matrix, TraceSummary& summary) {
    if (!matrix.is_object()) return;
    summary.each = matrix.at("each");
    summary.has_bytes = summary.matrix_of_run = true;
    summary.messages.clear();
    for (const json& cell : matrix.at("cells"))
        summary.messages[{cell.at(0), cell.at(1)}] = {cell.at(2), cell.at(3)};
}

} // namespace

int TraceSummary::matrix_size() const {
    int size = 0;
    for (const auto& [pair, traffic] : messages) size = std::max({size, pair.first + 1, pair.second + 1});
    return size;
}

TimeShares shares_of(const TraceSummary& trace) {
    const double whole = trace.end * static_cast<double>(trace.ranks.size());
    double in_mpi = 0, waiting = 0;
    for (const RankTrack& track : trace.ranks) {
        in_mpi += track.in_mpi;
        waiting += track.waiting;
    }
    TimeShares shares{std::max(0.0, whole - in_mpi), std::max(0.0, in_mpi - waiting), waiting, 0};
    if (!trace.takes_turns()) return shares;
    shares.idle = std::clamp(trace.end * trace.workers - (whole - waiting), 0.0, waiting);
    shares.turns = waiting - shares.idle;
    return shares;
}

TraceSummary summarize_trace(const std::string& path, std::size_t most_slices) {
    const json end = read_trace_end(path);
    TraceSummary summary;
    summary.path = path;
    summary.machine = end.value("machine", "");
    summary.command = command_in(end);
    summary.workers = end.value("workers", 0);
    summary.complete = end.value("complete", true);
    summary.chip = shape_in(end.value("chip", json()));
    Reading reading(summary, summary.complete ? INFINITY : end.value("traced", double{INFINITY}));
    read_trace(path, [&](const json& event) { reading.see(event); });
    summary.run_end = end.value("end", std::max(summary.run_end, summary.end));
    reading.finish(most_slices);
    take_matrix(end.value("matrix", json()), summary);
    return summary;
}

} // namespace sartor::configurator
