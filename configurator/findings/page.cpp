#include "configurator/pages/page.hpp"
#include "configurator/findings/files.hpp"
#include "configurator/findings/rules.hpp"
#include "configurator/support/process.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace sartor::configurator {

namespace {

using nlohmann::json;

std::string where(const Finding& finding) {
    if (!finding.place) return "";
    const Place& place = *finding.place;
    const std::string line = place.file.empty() ? "" : fmt::format("{}:{}", place.file, place.line);
    return line + (line.empty() || place.function.empty() ? "" : "\n") + place.function;
}

json row_of(const Finding& finding) {
    std::string details;
    for (const Detail& detail : finding.details) details += (details.empty() ? "" : "\n") + detail.text;
    return json::array({name_of(finding.rule.level), finding.rule.id, where(finding), finding.ranks,
                        json{{"text", finding.message}, {"detail", details}}});
}

std::string end_of(const Outcome& outcome) {
    if (outcome.signal != 0)
        return fmt::format("ended by signal {} ({})", outcome.signal, strsignal(outcome.signal));
    return fmt::format("exit code {}", outcome.exit_code);
}

// "2026-11-28 13:17:08 to 13:17:09 UTC" of two times in ISO 8601.
std::string times_of(const Outcome& outcome) {
    constexpr std::size_t day = 10;
    const auto time = [](const std::string& text) { return text.substr(std::min(day + 1, text.size()), 8); };
    const bool same_day = outcome.begun.substr(0, day) == outcome.ended.substr(0, day);
    return fmt::format("{} {} to {}{} UTC", outcome.begun.substr(0, day), time(outcome.begun),
                       same_day ? "" : outcome.ended.substr(0, day) + " ", time(outcome.ended));
}

json rules_part(const Run& run) {
    json items = json::array();
    for (const Finding& finding : run.findings) {
        const std::string item = fmt::format("`{}`: {}", finding.rule.id, finding.rule.summary);
        if (std::ranges::find(items, json(item)) == items.end()) items.push_back(item);
    }
    return {{"kind", "list"}, {"items", items}};
}

json findings_part(const Run& run) {
    json rows = json::array();
    for (const Finding& finding : run.findings) rows.push_back(row_of(finding));
    return table_part(
        "", {{"level", "level"}, {"kind", "code"}, {"where", "code"}, {"ranks", "text"}, {"report", "text"}},
        rows);
}

} // namespace

std::string as_page(const Run& run) {
    Page page;
    page.title = fmt::format("{} report{} on {}", run.findings.size(), run.findings.size() == 1 ? "" : "s",
                             run.command.empty() ? "a run" : shell_text(run.command));
    page.properties = {{"command", shell_text(run.command)},
                       {"ranks", fmt::format("{}", run.ranks)},
                       {"end", end_of(run.outcome)},
                       {"date", times_of(run.outcome)}};
    if (run.findings.empty()) page.add(paragraph("Nothing was reported about the program."));
    if (!run.findings.empty()) {
        page.add(findings_part(run));
        page.add(rules_part(run));
    }
    if (!run.notices.empty()) page.add(heading("About the run"));
    for (const std::string& notice : run.notices) page.add({{"kind", "quote"}, {"text", notice}});
    return page.html();
}

} // namespace sartor::configurator
