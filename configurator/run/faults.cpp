// Each run is a process of its own. Runs are deterministic, so a failure can be repeated by its rank and
// call.
#include "configurator/run/faults.hpp"

#include "configurator/run/environment.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <thread>
#include <tuple>

namespace sartor::configurator {

namespace {

constexpr int deadlock = 3;
constexpr int timed_out = 124;

std::optional<std::uint64_t> seed_in(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool is_point(std::string_view text) {
    const auto at = text.find('@');
    return at != std::string_view::npos && seed_in(text.substr(0, at)) && seed_in(text.substr(at + 1)) &&
           *seed_in(text.substr(at + 1)) > 0;
}

/// A call at which a rank may fail.
struct Point {
    int rank = 0;
    long call = 0; // of the rank, from 1 on
    std::string function;
    std::string location;

    std::string name() const { return fmt::format("{}@{}", rank, call); }
    std::string place() const { return location == "?" ? function : function + " in " + location; }
};

std::vector<Point> read_points(const std::filesystem::path& path) {
    std::ifstream stream(path);
    std::vector<Point> points;
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        Point point;
        words >> point.rank >> point.call >> point.function >> std::ws;
        std::getline(words, point.location);
        points.push_back(point);
    }
    return points;
}

/// Calls of a rank are alike if the same calls come before and after them, at the same places: in loops the
/// first and the last of them are tried.
std::vector<Point> without_equivalent(const std::vector<Point>& points) {
    using Surroundings = std::tuple<int, std::string, std::string, std::string>;
    const auto place_at = [&](std::size_t index, int rank) {
        return index < points.size() && points[index].rank == rank ? points[index].place() : "";
    };
    std::map<Surroundings, std::pair<std::size_t, std::size_t>> ends;
    for (std::size_t index = 0; index < points.size(); ++index) {
        const int rank = points[index].rank;
        const Surroundings key{rank, place_at(index - 1, rank), place_at(index, rank),
                               place_at(index + 1, rank)};
        ends.try_emplace(key, index, index).first->second.second = index;
    }
    std::set<std::size_t> kept;
    for (const auto& [key, range] : ends) kept.insert({range.first, range.second});
    std::vector<Point> chosen;
    for (const std::size_t index : kept) chosen.push_back(points[index]);
    // In the order of the calls, not of the ranks.
    std::ranges::stable_sort(chosen, {}, &Point::call);
    return chosen;
}

enum class Verdict { survived, other_output, ended, deadlocked, crashed, endless };
constexpr std::array<const char*, 6> verdicts = {
    "survived", "survived, other output", "error", "deadlock", "crash", "no end"};

void set_faults(const std::string& text) {
    set_variable("SARTOR_FAULTS", text);
}

Streams without_terminal() {
    return {Output::capture, Output::capture, true};
}

bool has_line_with(const std::string& text, std::string_view what) {
    return text.find(what) != std::string::npos;
}

Verdict verdict_of(const Result& run, const Result& whole) {
    if (run.exit_code == deadlock) return Verdict::deadlocked;
    if (run.exit_code == timed_out) return Verdict::endless;
    if (run.exit_code >= 128 || has_line_with(run.standard_error, " crashed: ")) return Verdict::crashed;
    if (run.exit_code != 0) return Verdict::ended;
    return run.standard_output == whole.standard_output ? Verdict::survived : Verdict::other_output;
}

/// What became of the runs in which ranks failed at one place.
struct AtPlace {
    std::array<int, verdicts.size()> runs{};
    std::optional<Point> worst; // the first that did not survive
    std::optional<Point> other; // the first with other output
};

class FaultExploration {
  public:
    explicit FaultExploration(const FaultyProgram& program) : program_(program) {
        // A run that waits for ever by itself, such as one that polls.
        if (!program.has_timeout) set_variable("SARTOR_TIMEOUT", "10");
    }

    /// The run without failures; ends this command if it does not end with 0.
    std::vector<Point> record() {
        const std::filesystem::path file = std::filesystem::path(folder_.path()) / "calls";
        set_faults("record:" + file.string());
        whole_ = start().wait();
        if (!whole_.succeeded())
            fail("--faults: without a failure the program ends with {}:\n{}", whole_.exit_code,
                 whole_.standard_error);
        return read_points(file);
    }

    int explore(const std::vector<Point>& points, std::size_t all) {
        const std::size_t together = std::max(1U, std::thread::hardware_concurrency());
        for (std::size_t first = 0; first < points.size() && interrupted() == 0; first += together) {
            const std::size_t end = std::min(first + together, points.size());
            std::vector<Child> children;
            for (std::size_t index = first; index < end; ++index) {
                set_faults("kill:" + points[index].name());
                children.push_back(start());
            }
            for (std::size_t index = first; index < end; ++index)
                note(points[index], children[index - first].wait());
        }
        report_table(points.size(), all);
        return exit_code_;
    }

  private:
    Child start() const { return Child(program_.command, without_terminal(), program_.file); }

    void note(const Point& point, const Result& run) {
        const Verdict verdict = verdict_of(run, whole_);
        AtPlace& place = places_[point.place()];
        ++place.runs[static_cast<std::size_t>(verdict)];
        ++total_[static_cast<std::size_t>(verdict)];
        if (verdict == Verdict::survived) return;
        if (verdict == Verdict::other_output) {
            if (!place.other) place.other = point;
            return;
        }
        exit_code_ = std::max(exit_code_, run.exit_code == 0 ? 1 : run.exit_code);
        if (place.worst) return;
        place.worst = point;
        if (shown_++ > 0) return;
        report("--faults kill:{}: {} (exit code {}):\n{}", point.name(),
               verdicts[static_cast<std::size_t>(verdict)], run.exit_code, run.standard_error);
    }

    static std::string text_of(const std::array<int, verdicts.size()>& runs) {
        std::string text;
        for (std::size_t index = 0; index < runs.size(); ++index)
            if (runs[index] > 0)
                text += fmt::format("{}{} {}", text.empty() ? "" : ", ", runs[index], verdicts[index]);
        return text.empty() ? "none" : text;
    }

    void report_table(std::size_t tried, std::size_t all) const {
        fmt::print("failures at {} of {} calls (others are like one of these): {}\n", tried, all,
                   text_of(total_));
        for (const auto& [place, runs] : places_) {
            fmt::print("  {}: {}\n", place, text_of(runs.runs));
            for (const auto& one : {runs.worst, runs.other})
                if (one)
                    fmt::print("    sartor run -n {} --faults kill:{} {}\n", program_.ranks, one->name(),
                               shell_text(program_.command));
        }
    }

    const FaultyProgram& program_;
    TemporaryFolder folder_;
    Result whole_;
    std::map<std::string, AtPlace> places_;
    std::array<int, verdicts.size()> total_{};
    int exit_code_ = 0;
    int shown_ = 0;
};

} // namespace

FaultWish parse_faults(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string way = text.substr(0, colon);
    const std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
    const bool has_more = colon != std::string::npos;
    const auto number = seed_in(rest);
    FaultWish wish;
    if (way == "kill" && is_point(rest)) {
        wish.way = FaultWish::Way::kill;
        wish.kill = rest;
    } else if (way == "random" && (!has_more || number)) {
        wish.way = FaultWish::Way::random;
        wish.seed = number ? *number : std::random_device{}();
        if (!number) report("--faults random:{}", wish.seed);
    } else if (way == "explore" && (!has_more || (number && *number > 0))) {
        wish.most_runs = number ? static_cast<int>(*number) : 0;
    } else {
        refuse(
            "--faults {}: expected kill:RANK@CALL (such as kill:3@17, the rank's 17th call), random:SEED or "
            "explore:RUNS",
            text);
    }
    return wish;
}

void run_with_faults(const FaultyProgram& program, const FaultWish& wish) {
    if (wish.way == FaultWish::Way::kill) {
        set_faults("kill:" + wish.kill);
        become(program.command, program.file);
    }
    end_children_on_interrupt();
    FaultExploration exploration(program);
    const std::vector<Point> all = exploration.record();
    if (wish.way == FaultWish::Way::random) {
        std::mt19937_64 draw(wish.seed);
        const Point& point = all.at(draw() % all.size());
        report("--faults kill:{}: rank {} fails in {}", point.name(), point.rank, point.place());
        set_faults("kill:" + point.name());
        become(program.command, program.file);
    }
    std::vector<Point> points = without_equivalent(all);
    if (wish.most_runs > 0 && points.size() > static_cast<std::size_t>(wish.most_runs))
        points.resize(static_cast<std::size_t>(wish.most_runs));
    const int exit_code = exploration.explore(points, all.size());
    end_if_interrupted();
    std::exit(exit_code);
}

} // namespace sartor::configurator
