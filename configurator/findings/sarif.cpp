#include "configurator/findings/files.hpp"
#include "configurator/findings/rules.hpp"
#include "configurator/support/process.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sartor::configurator {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* base = "%SRCROOT%"; // the usual name for where the sources are

bool is_plain(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') ||
           std::string_view("-._~/").find(letter) != std::string_view::npos;
}

std::string as_uri(const std::string& path) {
    std::string uri;
    for (const char letter : path)
        uri += is_plain(letter)
                   ? std::string(1, letter)
                   : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(letter)));
    return path.starts_with('/') ? "file://" + uri : uri;
}

std::string folder_uri(const std::filesystem::path& folder) {
    const std::string uri = as_uri(folder.string());
    return uri.ends_with('/') ? uri : uri + "/";
}

Json text_of(const std::string& text) {
    return {{"text", text}};
}

Json location_of(const Place& place) {
    Json location = Json::object();
    if (!place.file.empty()) {
        Json artifact = {{"uri", as_uri(place.file)}};
        if (!place.file.starts_with('/')) artifact["uriBaseId"] = base;
        location["physicalLocation"] = {{"artifactLocation", artifact},
                                        {"region", {{"startLine", place.line}}}};
    }
    if (!place.function.empty())
        location["logicalLocations"] =
            Json::array({{{"fullyQualifiedName", place.function}, {"kind", "function"}}});
    return location;
}

Json related_of(const Finding& finding) {
    Json related = Json::array();
    for (const auto* list : {&finding.others, &finding.details})
        for (const Detail& detail : *list) {
            if (!detail.place) continue;
            Json location = location_of(*detail.place);
            location["id"] = related.size() + 1;
            location["message"] = text_of(detail.text);
            related.push_back(location);
        }
    return related;
}

Json result_of(const Finding& finding, const std::vector<Rule>& rules) {
    const auto rule = std::ranges::find(rules, finding.rule.id, &Rule::id);
    Json result = {{"ruleId", finding.rule.id},
                   {"ruleIndex", rule - rules.begin()},
                   {"level", name_of(finding.rule.level)},
                   {"message", text_of(finding.text())},
                   {"locations", Json::array()}};
    if (finding.place) result["locations"].push_back(location_of(*finding.place));
    if (Json related = related_of(finding); !related.empty()) result["relatedLocations"] = related;
    result["properties"] = {{"ranks", finding.ranks}};
    return result;
}

std::vector<Rule> rules_of(const Run& run) {
    std::vector<Rule> rules = all_rules();
    for (const Finding& finding : run.findings)
        if (std::ranges::find(rules, finding.rule.id, &Rule::id) == rules.end())
            rules.push_back(finding.rule);
    return rules;
}

Json driver_of(const std::vector<Rule>& rules) {
    Json described = Json::array();
    for (const Rule& rule : rules)
        described.push_back({{"id", rule.id},
                             {"shortDescription", text_of(rule.summary)},
                             {"fullDescription", text_of(rule.summary)},
                             {"help", text_of(rule.help)},
                             {"defaultConfiguration", {{"level", name_of(rule.level)}}},
                             {"properties", {{"tags", Json::array({"MPI"})}}}});
    return {{"name", "Sartor"}, {"version", SARTOR_VERSION}, {"rules", described}};
}

Json invocation_of(const Run& run, const std::filesystem::path& folder) {
    Json invocation = {{"commandLine", shell_text(run.command)},
                       {"startTimeUtc", run.outcome.begun},
                       {"endTimeUtc", run.outcome.ended},
                       {"workingDirectory", {{"uri", folder_uri(folder)}}},
                       {"executionSuccessful", run.outcome.is_success()},
                       {"properties", {{"ranks", run.ranks}}}};
    if (run.outcome.signal != 0)
        invocation["exitSignalNumber"] = run.outcome.signal;
    else
        invocation["exitCode"] = run.outcome.exit_code;
    Json notices = Json::array();
    for (const std::string& notice : run.notices)
        notices.push_back({{"level", "note"}, {"message", text_of(notice)}});
    if (!notices.empty()) invocation["toolExecutionNotifications"] = notices;
    return invocation;
}

// Later uploads of an equal run replace this one; those of other runs stand beside it.
std::string category_of(const Run& run) {
    std::vector<std::string> words = run.command;
    words.front() = std::filesystem::path(words.front()).filename().string();
    return fmt::format("sartor/{}: {}/", run.ranks, shell_text(words));
}

} // namespace

std::string as_sarif(const Run& run, const std::filesystem::path& folder) {
    const std::vector<Rule> rules = rules_of(run);
    Json results = Json::array();
    for (const Finding& finding : run.findings) results.push_back(result_of(finding, rules));
    const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({{{"tool", {{"driver", driver_of(rules)}}},
                                             {"automationDetails", {{"id", category_of(run)}}},
                                             {"invocations", Json::array({invocation_of(run, folder)})},
                                             {"originalUriBaseIds", {{base, {{"uri", folder_uri(folder)}}}}},
                                             {"columnKind", "utf16CodeUnits"},
                                             {"results", results}}})}};
    return log.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace sartor::configurator
