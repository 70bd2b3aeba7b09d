// Runs one after the other, each in a process of its own, whose globals are as at the start.
#include "configurator/run/schedules.hpp"

#include "configurator/run/environment.hpp"
#include "configurator/run/exploration.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/temporary_folder.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <set>

namespace sartor::configurator {

namespace {

constexpr int usual_runs = 1000;

template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::uint64_t drawn_seed() {
    const std::uint32_t seed = std::random_device{}();
    report("--schedule random:{}", seed);
    return seed;
}

Streams captured() {
    return {Output::capture, Output::capture, true};
}

// How a run makes its choices, and where it writes them.
void set_schedule(const std::string& way, const std::filesystem::path& record, bool with_sites) {
    set_variable("SARTOR_SCHEDULE", way);
    set_variable("SARTOR_SCHEDULE_RECORD", record.string());
    set_variable("SARTOR_SCHEDULE_SITES", with_sites ? "1" : "");
}

Result run_once(const ScheduledProgram& program, Streams streams) {
    return Child(program.command, streams, program.file).wait();
}

// A receive from any source, and the messages that it could get; or a lock or an update, and who asks for it.
struct Race {
    std::string place; // rank and call site: one report for each
    std::string text;
};

std::string place_of(const MadeChoice& choice) {
    const char* const candidates = choice.is_of_window() ? ": asked for" : ": message";
    return fmt::format("{} {}", choice.rank,
                       choice.explanation.substr(0, choice.explanation.find(candidates)));
}

// The candidates at a choice, and the late one that it waited for.
Race race_at(const RecordedSchedule& run, std::size_t position) {
    const MadeChoice& choice = run.choices[position];
    std::string text = fmt::format("rank {}: {}", choice.rank, choice.explanation);
    for (const LateCandidate& late : run.late)
        if (choice.late && late.position == position && late.value == choice.value)
            text += fmt::format(" or, later, {}", late.explanation);
    return {place_of(choice), text};
}

std::vector<Race> races_of(const RecordedSchedule& run) {
    std::vector<Race> races;
    for (std::size_t position = 0; position < run.choices.size(); ++position)
        if (run.choices[position].is_race()) races.push_back(race_at(run, position));
    return races;
}

void report_races(const std::vector<Race>& races) {
    constexpr std::size_t most = 16;
    std::set<std::string> places;
    for (const Race& race : races) {
        if (!places.insert(race.place).second || places.size() > most) continue;
        report("race at {}", race.text);
    }
    if (places.size() > most) report("... and races at {} more places", places.size() - most);
}

// The same run again, whose record explains its choices by functions and lines. Nothing when it can't be
// repeated: then its input is not the same.
std::optional<RecordedSchedule> explained(const ScheduledProgram& program,
                                          const std::filesystem::path& schedule,
                                          const std::filesystem::path& record, int exit_code) {
    set_schedule("replay:" + schedule.string(), record, true);
    if (run_once(program, captured()).exit_code != exit_code) return std::nullopt;
    return read_schedule(record);
}

std::string name_of_file(const ScheduledProgram& program, int number) {
    const std::string name = std::filesystem::path(program.command.front()).filename().string();
    return number == 1 ? name + ".schedule" : fmt::format("{}-{}.schedule", name, number);
}

// Keeps the schedule of a failed run, explained if it can be repeated, and tells how.
void keep_schedule(const ScheduledProgram& program, const std::filesystem::path& schedule,
                   const std::string& file, int exit_code) {
    if (!explained(program, schedule, file, exit_code)) write_file(file, read_text(schedule));
    report("its schedule is in {}; to repeat it: sartor run -n {} --schedule replay:{} {}", file,
           program.ranks, file, shell_text(program.command));
}

int run_at_random(const ScheduledProgram& program, std::uint64_t seed) {
    TemporaryFolder folder;
    const std::filesystem::path schedule = folder / "schedule";
    set_schedule(fmt::format("random:{}", seed), schedule, false);
    const int exit_code = run_once(program, {}).exit_code;
    if (exit_code == 0 || !std::filesystem::exists(schedule) || interrupted() != 0) return exit_code;
    const std::string file = name_of_file(program, 1);
    report("--schedule random:{}: exit code {}", seed, exit_code);
    keep_schedule(program, schedule, file, exit_code);
    report_races(races_of(read_schedule(file)));
    return exit_code;
}

// What all runs of an exploration have shown.
class Findings {
  public:
    explicit Findings(const ScheduledProgram& program) : program_(program) {}

    void add(const Exploration::Run& run, const Result& result) {
        if (run->impossible) {
            ++impossible_;
            return;
        }
        ++runs_;
        outputs_.insert(result.standard_output);
        note_races(run);
        if (result.exit_code == 0) return;
        ++failed_;
        const auto [failure, is_new] =
            failures_.try_emplace(result.exit_code, Failure{runs_, 0, run, result});
        ++failure->second.times;
    }

    [[nodiscard]] int runs() const { return runs_; }
    [[nodiscard]] int tried() const { return runs_ + impossible_; }
    [[nodiscard]] int exit_code() const { return failures_.empty() ? 0 : failures_.rbegin()->first; }

    void report_all(std::size_t left) {
        report("--schedule explore: {} run{}, {}{}; {}", runs_, runs_ == 1 ? "" : "s",
               left == 0 ? "all schedules" : fmt::format("at least {} more schedules are left", left),
               impossible_ == 0 ? "" : fmt::format(" ({} more that can't happen)", impossible_),
               failed_ == 0 ? "none failed" : fmt::format("{} failed", failed_));
        if (outputs_.size() > 1)
            report("standard output differs between runs: {} different outputs", outputs_.size());
        for (const auto& [exit_code, failure] : failures_) report_failure(exit_code, failure);
        report_races(explained_races());
    }

  private:
    struct Failure {
        int first; // number of the run
        int times;
        Exploration::Run run;
        Result result;
    };
    // Where a race was seen first.
    struct Seen {
        Exploration::Run run;
        std::size_t position;
    };

    void note_races(const Exploration::Run& run) {
        for (std::size_t position = 0; position < run->choices.size(); ++position) {
            const MadeChoice& choice = run->choices[position];
            if (choice.is_race()) races_.try_emplace(place_of(choice), Seen{run, position});
        }
    }

    static std::string text_of(const RecordedSchedule& run) {
        std::string text = run.head;
        for (const MadeChoice& choice : run.choices) text += choice.text() + "\n";
        return text;
    }

    void report_failure(int exit_code, const Failure& failure) {
        report("run {} failed with exit code {}{}; it wrote:", failure.first, exit_code,
               failure.times == 1 ? "" : fmt::format(", as {} runs did", failure.times));
        std::cout << failure.result.standard_output << std::flush;
        std::cerr << failure.result.standard_error << std::flush;
        const std::filesystem::path schedule = folder_ / "failed";
        write_file(schedule, text_of(*failure.run));
        keep_schedule(program_, schedule, name_of_file(program_, ++kept_), exit_code);
    }

    // Each run in which races were seen first is made again, for functions and lines.
    std::vector<Race> explained_races() {
        std::vector<Race> races;
        std::map<const RecordedSchedule*, RecordedSchedule> again;
        for (const auto& [place, seen] : races_) {
            if (!again.contains(seen.run.get())) again[seen.run.get()] = made_again(*seen.run);
            const auto& run = again[seen.run.get()];
            races.push_back(race_at(seen.position < run.choices.size() ? run : *seen.run, seen.position));
        }
        return races;
    }
    RecordedSchedule made_again(const RecordedSchedule& run) {
        const std::filesystem::path schedule = folder_ / "again";
        write_file(schedule, text_of(run));
        set_schedule("replay:" + schedule.string(), folder_ / "explained", true);
        run_once(program_, captured());
        return read_schedule(folder_ / "explained");
    }

    const ScheduledProgram& program_;
    TemporaryFolder folder_;
    int runs_ = 0;
    int impossible_ = 0;
    int failed_ = 0;
    int kept_ = 0;
    std::set<std::string> outputs_;
    std::map<int, Failure> failures_; // by exit code
    std::map<std::string, Seen> races_;
};

int explore(const ScheduledProgram& program, int most_runs) {
    TemporaryFolder folder;
    Exploration exploration;
    Findings findings(program);
    const std::filesystem::path given = folder / "given";
    const std::filesystem::path made = folder / "made";
    for (std::string next; findings.tried() == 0 || !exploration.is_over();) {
        if (findings.tried() > 0) next = exploration.take_next();
        if (!next.empty()) write_file(given, next);
        set_schedule("explore:" + (next.empty() ? "" : given.string()), made, false);
        std::filesystem::remove(made);
        const Result result = run_once(program, captured());
        if (interrupted() != 0) return 128 + interrupted();
        if (!std::filesystem::exists(made)) { // it has not begun
            std::cerr << result.standard_error;
            return result.exit_code;
        }
        const auto run = std::make_shared<const RecordedSchedule>(read_schedule(made));
        findings.add(run, result);
        exploration.add(run);
        if (findings.tried() == most_runs) break;
    }
    findings.report_all(exploration.waiting());
    return findings.exit_code();
}

} // namespace

ScheduleWish parse_schedule(const std::string& text) {
    const std::size_t colon = text.find(':');
    const std::string way = text.substr(0, colon);
    const std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
    const bool has_more = colon != std::string::npos;
    ScheduleWish wish;
    if (way == "random") {
        const auto seed = number_in<std::uint64_t>(rest);
        if (has_more && !seed) refuse("--schedule {}: expected a number as the seed, such as random:7", text);
        wish.way = ScheduleWish::Way::random;
        wish.seed = seed ? *seed : drawn_seed();
    } else if (way == "explore") {
        const auto runs = number_in<int>(rest);
        if (has_more && (!runs || *runs < 1))
            refuse("--schedule {}: expected the largest number of runs, such as explore:200", text);
        wish.most_runs = runs ? *runs : usual_runs;
    } else if (way == "replay") {
        wish.way = ScheduleWish::Way::replay;
        wish.file = rest;
        if (rest.empty() || !std::filesystem::exists(rest))
            refuse("--schedule {}: expected a file that a run with --schedule has written", text);
    } else {
        refuse("--schedule {}: expected random:SEED, explore:RUNS or replay:FILE", text);
    }
    return wish;
}

void run_by_schedule(const ScheduledProgram& program, const ScheduleWish& wish) {
    if (wish.way == ScheduleWish::Way::replay) {
        set_schedule("replay:" + wish.file, "", false);
        become(program.command, program.file);
    }
    end_children_on_interrupt();
    std::exit(wish.way == ScheduleWish::Way::random ? run_at_random(program, wish.seed)
                                                    : explore(program, wish.most_runs));
}

} // namespace sartor::configurator
