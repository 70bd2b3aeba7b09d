#include "configurator/report/report.hpp"

#include "configurator/link/recut.hpp"
#include "configurator/pages/pictures.hpp"
#include "configurator/pages/quantity.hpp"
#include "configurator/report/parts.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/process.hpp"
#include "configurator/traces/reader.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using nlohmann::json;

/// What has been read so far.
struct Report {
    Page page;
    std::vector<std::string> advice;
    std::string command; ///< of the first file that has one

    void advise(const std::vector<std::string>& more) {
        advice.insert(advice.end(), more.begin(), more.end());
    }
    void name(const std::string& other) {
        if (command.empty()) command = other;
    }
};

std::string cut_for(const std::string& machine, const std::string& program) {
    if (machine.empty() || machine == machine_of(program)) return program;
    Anew anew;
    anew.machine = machine;
    return cut_anew(program, anew);
}

void add_trace_of(const std::string& path, Report& report) {
    const TraceSummary trace = summarize_trace(path);
    add_trace(trace, report.page);
    report.advise(advice_on(trace));
    report.name(trace.command);
}

void add_profile_of(const json& file, const std::string& path, Report& report) {
    add_profile(file, path, report.page);
    report.name(command_in(file));
}

bool is_summary(const json& file) {
    return file.contains("cycles") && file.contains("energy") && file.contains("ranks");
}

bool is_matrix(const json& file) {
    return file.is_object() && file.value("kind", "") == "sartor-matrix";
}

void add_json(const json& file, const std::string& path, Report& report) {
    if (file.is_object() && file.value("kind", "") == "sartor-experiment")
        return add_experiment(file, path, report.page);
    if (is_matrix(file)) return add_matrix_file(file, path, report.page);
    if (file.is_object() && file.contains("call_sites")) return add_profile_of(file, path, report);
    if (!file.is_object() || !is_summary(file))
        fail(
            "{}: expected a result of sartor experiment, a trace (sartor run --trace), a profile (sartor run "
            "--profile=FILE.json), the summary of a run on an emulated machine (sartor run --json), or a "
            "program made "
            "by sartor",
            path);
    add_summary(file, path, report.page);
    report.advise(advice_on_summary(file));
    report.name(command_in(file));
}

void add_file(const std::string& path, const std::string& machine, Report& report) {
    if (is_made_by_sartor(path)) return add_graph(path, cut_for(machine, path), report.page);
    if (is_trace(path)) return add_trace_of(path, report);
    add_json(json::parse(read_text(path), nullptr, false), path, report);
}

/// A folder of results stands for those in it, by their names; its folders are left out.
std::vector<std::string> results_in(const std::string& path) {
    if (!std::filesystem::is_directory(path)) return {path};
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(path))
        if (entry.is_regular_file() && entry.path().extension() == ".json")
            files.push_back(entry.path().string());
    if (files.empty()) fail("{}: a folder without results (files .json of sartor experiment)", path);
    std::ranges::sort(files);
    return files;
}

} // namespace

std::string name_of(const std::string& what, const std::string& command, const std::string& path) {
    return what + (command.empty() ? " " + path : " of " + command);
}

std::string command_in(const json& file) {
    const auto found = file.find("command");
    return found == file.end() || !found->is_array() ? "" : shell_text(found->get<Command>());
}

/// A picture, not a page: what sartor run --chip and --matrix have after a run.
std::string picture_of(const ReportOptions& options) {
    const std::string& path = options.files.front();
    const json file = json::parse(read_text(path), nullptr, false);
    if (options.files.size() == 1 && is_matrix(file)) return matrix_picture(file);
    if (options.files.size() == 1 && file.is_object() && file.contains("chip") && is_summary(file))
        return chip_picture(file);
    fail("-o {}: a picture shows one file: the summary of a run on an emulated machine (sartor run --json), "
         "or its matrix of messages",
         options.output);
}

/// All files of a report, folders by what is in them.
std::vector<std::string> files_of(const ReportOptions& options) {
    std::vector<std::string> files;
    for (const std::string& path : options.files)
        for (std::string& file : results_in(path)) files.push_back(std::move(file));
    return files;
}

void make_page(const ReportOptions& options) {
    const std::vector<std::string> files = files_of(options);
    Report report;
    Page& page = report.page;
    page.properties = {{"made", fmt::format("{} by sartor report {}", date_now(), SARTOR_VERSION)}};
    if (files.size() > 1) page.title = fmt::format("Report of {} files", files.size());
    for (const std::string& file : files) add_file(file, options.machine, report);
    if (files.size() > 1 && !report.command.empty()) page.title = "Report: " + report.command;
    if (!report.advice.empty())
        page.parts.insert(page.parts.begin(), json{{"kind", "list"},
                                                   {"title", "What the numbers suggest"},
                                                   {"as", "advice"},
                                                   {"items", report.advice}});
    write_file(options.output, page.html());
    fmt::print("{}: {} file{}\n", options.output, files.size(), files.size() == 1 ? "" : "s");
}

void make_report(const ReportOptions& options) {
    if (!options.output.ends_with(".svg")) return make_page(options);
    write_file(options.output, picture_of(options));
    fmt::print("{}\n", options.output);
}

} // namespace sartor::configurator
