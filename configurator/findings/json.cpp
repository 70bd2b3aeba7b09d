#include "configurator/findings/files.hpp"
#include "configurator/findings/rules.hpp"

#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using Json = nlohmann::ordered_json;

void add_place(Json& to, const std::optional<Place>& place) {
    if (!place) return;
    if (!place->function.empty()) to["function"] = place->function;
    if (place->file.empty()) return;
    to["file"] = place->file;
    to["line"] = place->line;
}

Json lines_of(const std::vector<Detail>& details) {
    Json lines = Json::array();
    for (const Detail& detail : details) {
        Json line = {{"text", detail.text}};
        add_place(line, detail.place);
        lines.push_back(line);
    }
    return lines;
}

Json finding_of(const Finding& finding) {
    Json object = {{"kind", finding.rule.id},
                   {"level", name_of(finding.rule.level)},
                   {"message", finding.message},
                   {"ranks", finding.ranks}};
    add_place(object, finding.place);
    object["details"] = lines_of(finding.details);
    if (!finding.others.empty()) object["others"] = lines_of(finding.others);
    return object;
}

} // namespace

std::string as_json(const Run& run) {
    Json findings = Json::array();
    for (const Finding& finding : run.findings) findings.push_back(finding_of(finding));
    Json object = {{"version", SARTOR_VERSION},
                   {"command", run.command},
                   {"ranks", run.ranks},
                   {"begun", run.outcome.begun},
                   {"ended", run.outcome.ended}};
    if (run.outcome.signal != 0)
        object["signal"] = run.outcome.signal;
    else
        object["exit_code"] = run.outcome.exit_code;
    object["findings"] = findings;
    object["notices"] = run.notices;
    return object.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace sartor::configurator
