// Levels are words and marks of different shapes, not colours.
#include "configurator/findings/files.hpp"
#include "configurator/findings/rules.hpp"
#include "configurator/support/html.hpp"
#include "configurator/support/process.hpp"

#include <cstring>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

constexpr const char* style =
    R"(td,th{text-align:left}
.l{white-space:nowrap}.error{font-weight:bold;border-left:.5em solid #111}.warning{border-left:.5em double #555}
.note{border-left:.5em dotted #888})";

const char* mark_of(Level level) {
    return level == Level::error ? "&#10006;" : level == Level::warning ? "&#9650;" : "&#9675;";
}

std::string where(const Finding& finding) {
    if (!finding.place) return "";
    const Place& place = *finding.place;
    std::string text =
        place.file.empty() ? "" : fmt::format("<code>{}:{}</code>", escaped(place.file), place.line);
    if (!place.function.empty())
        text += fmt::format("{}<code>{}</code>", text.empty() ? "" : "<br>", escaped(place.function));
    return text;
}

std::string row_of(const Finding& finding) {
    std::string details;
    for (const Detail& detail : finding.details) details += detail.text + "\n";
    if (!details.empty()) details = "<pre>" + escaped(details) + "</pre>";
    return fmt::format(
        "<tr><td class=\"l {0}\">{1} {0}<td class=\"l\" title=\"{2}\"><code>{3}</code><td>{4}<td>{5}"
        "<td>{6}{7}</tr>\n",
        name_of(finding.rule.level), mark_of(finding.rule.level), escaped(finding.rule.summary),
        escaped(finding.rule.id), where(finding), escaped(finding.ranks), escaped(finding.message), details);
}

std::string end_of(const Outcome& outcome) {
    if (outcome.signal != 0)
        return fmt::format("ended by signal {} ({})", outcome.signal, strsignal(outcome.signal));
    return fmt::format("exit code {}", outcome.exit_code);
}

} // namespace

std::string as_page(const Run& run) {
    std::string page = page_head("What Sartor reported", style);
    page += fmt::format("<h1>{} report{}</h1>\n<p><code>{}</code><br>{} rank{}, {}, {} to {}</p>\n",
                        run.findings.size(), run.findings.size() == 1 ? "" : "s",
                        escaped(shell_text(run.command)), run.ranks, run.ranks == 1 ? "" : "s",
                        end_of(run.outcome), run.outcome.begun, run.outcome.ended);
    if (run.findings.empty()) page += "<p>Nothing was reported about the program.</p>\n";
    if (!run.findings.empty()) page += "<table><tr><th>level<th>kind<th>where<th>ranks<th>report</tr>\n";
    for (const Finding& finding : run.findings) page += row_of(finding);
    if (!run.findings.empty()) page += "</table>\n";
    if (!run.notices.empty()) page += "<h2>About the run</h2>\n";
    for (const std::string& notice : run.notices) page += "<pre>" + escaped(notice) + "</pre>\n";
    return page + "</body></html>\n";
}

} // namespace sartor::configurator
