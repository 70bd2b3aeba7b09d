#include "configurator/report/report.hpp"

#include "configurator/report/parts.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/html.hpp"
#include "configurator/traces/reader.hpp"

#include "timeline_script.hpp"
#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using nlohmann::json;

/// What has been read so far.
struct Page {
    std::string parts;
    std::vector<std::string> advice;
    bool has_timeline = false;

    void advise(const std::vector<std::string>& more) {
        advice.insert(advice.end(), more.begin(), more.end());
    }
};

void add_file(const std::string& path, Page& page) {
    if (is_trace(path)) {
        const TraceSummary trace = summarize_trace(path);
        page.parts += trace_part(trace);
        page.advise(advice_on(trace));
        page.has_timeline = true;
        return;
    }
    const json file = json::parse(read_text(path), nullptr, false);
    if (file.is_object() && file.value("kind", "") == "sartor-experiment") {
        page.parts += experiment_part(file);
    } else if (file.is_object() && file.contains("cycles") && file.contains("energy") &&
               file.contains("ranks")) {
        page.parts += summary_part(file, path);
        page.advise(advice_on_summary(file));
    } else {
        fail("{}: expected a result of sartor experiment, a trace (sartor run --trace), or the summary of a "
             "run on an emulated "
             "machine (sartor run --json)",
             path);
    }
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

void make_report(const ReportOptions& options) {
    Page page;
    std::size_t count = 0;
    for (const std::string& path : options.files)
        for (const std::string& file : results_in(path)) {
            add_file(file, page);
            ++count;
        }
    std::string text = page_head("Sartor: report") +
                       fmt::format("<h1>Report</h1>\n<p>Made by sartor report {}.</p>\n", SARTOR_VERSION);
    if (!page.advice.empty()) text += "<h2>What the numbers suggest</h2>\n<ul>\n";
    for (const std::string& one : page.advice) text += "<li>" + escaped(one) + "</li>\n";
    if (!page.advice.empty()) text += "</ul>\n";
    text += page.parts;
    if (page.has_timeline) text += std::string("<script>\n") + timeline_source + "</script>\n";
    write_file(options.output, text + "</body></html>\n");
    fmt::print("{}: {} file{}\n", options.output, count, count == 1 ? "" : "s");
}

} // namespace sartor::configurator
