#include "configurator/report/report.hpp"

#include "configurator/link/recut.hpp"
#include "configurator/report/parts.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"
#include "configurator/support/html.hpp"
#include "configurator/traces/reader.hpp"

#include "chip_source.hpp"
#include "timeline_source.hpp"
#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using nlohmann::json;

/// For the chip and for graphs of components, besides what all pages have.
constexpr const char* parts_style =
    ".chip input{width:min(30em,70%);vertical-align:middle}"
    ".chip .m rect{fill:hsl(42,80%,calc(98% - 43%*var(--v)));stroke:#555}"
    ".chip .l path{fill:none;stroke:hsl(215,65%,calc(82% - 58%*var(--v)));stroke-width:calc(1px + "
    "7px*var(--v))}"
    ".chip .l path.h{fill:hsl(215,65%,calc(82% - 58%*var(--v)));stroke-width:1px}\n"
    ".graph,.graph ul{list-style:none;margin:0;padding-left:1.4em}.graph{padding-left:0}"
    ".graph ul{border-left:2px solid #777;margin-left:.7em}"
    ".graph li{position:relative;padding:.15em 0}"
    ".graph "
    "ul>li::before{content:\"\";position:absolute;left:-1.4em;top:1.1em;width:1.4em;border-top:2px "
    "solid #777}"
    ".c{display:inline-block;border:1px solid #555;border-radius:.3em;padding:.15em "
    ".6em;background:#fff;max-width:100%;"
    "box-sizing:border-box;overflow-wrap:anywhere}.c.aspect{border-style:dashed}.c.machine,.c.channel{"
    "background:#eef2f8}"
    ".c small{color:#333}\n";

/// What has been read so far.
struct Page {
    std::string parts;
    std::vector<std::string> advice;
    bool has_scripts = false;

    void advise(const std::vector<std::string>& more) {
        advice.insert(advice.end(), more.begin(), more.end());
    }
};

std::string cut_for(const std::string& machine, const std::string& program) {
    if (machine.empty() || machine == machine_of(program)) return program;
    Anew anew;
    anew.machine = machine;
    return cut_anew(program, anew);
}

void add_file(const std::string& path, const std::string& machine, Page& page) {
    if (is_made_by_sartor(path)) {
        page.parts += graph_part(path, cut_for(machine, path));
        return;
    }
    if (is_trace(path)) {
        const TraceSummary trace = summarize_trace(path);
        page.parts += trace_part(trace);
        page.advise(advice_on(trace));
        page.has_scripts = true;
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
        fail("{}: expected a result of sartor experiment, a trace (sartor run --trace), the summary of a run "
             "on an emulated machine (sartor run --json), or a program made by sartor",
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
            add_file(file, options.machine, page);
            ++count;
        }
    std::string text = page_head("Sartor: report", parts_style) +
                       fmt::format("<h1>Report</h1>\n<p>Made by sartor report {}.</p>\n", SARTOR_VERSION);
    if (!page.advice.empty()) text += "<h2>What the numbers suggest</h2>\n<ul>\n";
    for (const std::string& one : page.advice) text += "<li>" + escaped(one) + "</li>\n";
    if (!page.advice.empty()) text += "</ul>\n";
    text += page.parts;
    if (page.has_scripts)
        text += fmt::format("<script>\n{}</script>\n<script>\n{}</script>\n", timeline_source, chip_source);
    write_file(options.output, text + "</body></html>\n");
    fmt::print("{}: {} file{}\n", options.output, count, count == 1 ? "" : "s");
}

} // namespace sartor::configurator
