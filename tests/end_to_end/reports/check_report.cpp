// Whether a report file is SARIF 2.1.0 as its specification (OASIS) and code hosts want it, and whether the
// plain JSON beside it has the same. Prints a line for each result and for each other place that it names.
// Usage: check_report FILE.sarif FILE.json
#include <cstdio>
#include <fstream>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

namespace {

using nlohmann::json;

int failures = 0;

void expect(bool condition, const char* what, const json& where) {
    if (condition || ++failures > 5) return;
    std::printf("FAILED: %s: %s\n", what, where.dump().substr(0, 300).c_str());
}

bool has_text(const json& object, const char* name) {
    return object.contains(name) && object[name].contains("text") && object[name]["text"].is_string() &&
           !object[name]["text"].get<std::string>().empty();
}

bool is_level(const json& level) {
    return level == "error" || level == "warning" || level == "note" || level == "none";
}

// "file.c:12 in function"
std::string place_of(const json& location, const json& bases) {
    std::string text = "nowhere";
    if (location.contains("physicalLocation")) {
        const json& physical = location["physicalLocation"];
        const json& artifact = physical.at("artifactLocation");
        const std::string uri = artifact.at("uri");
        const int line = physical.at("region").at("startLine");
        expect(line > 0, "no line", location);
        expect(uri.find(' ') == std::string::npos, "no URI", location);
        expect(uri.starts_with("file:///") != artifact.contains("uriBaseId"),
               "neither absolute nor with a base", location);
        if (artifact.contains("uriBaseId"))
            expect(bases.contains(artifact["uriBaseId"].get<std::string>()), "an unknown base", location);
        text = uri + ":" + std::to_string(line);
    }
    if (location.contains("logicalLocations"))
        text += " in " + location["logicalLocations"].at(0).at("fullyQualifiedName").get<std::string>();
    return text;
}

void check_rules(const json& rules) {
    std::set<std::string> ids;
    for (const json& rule : rules) {
        expect(ids.insert(rule.at("id").get<std::string>()).second, "a rule twice", rule);
        expect(has_text(rule, "shortDescription") && has_text(rule, "fullDescription") &&
                   has_text(rule, "help"),
               "a rule without texts", rule);
        expect(is_level(rule.at("defaultConfiguration").at("level")), "no level", rule);
    }
}

void check_result(const json& result, const json& rules, const json& bases) {
    expect(rules.at(result.at("ruleIndex").get<std::size_t>()).at("id") == result.at("ruleId"),
           "another rule", result);
    expect(is_level(result.at("level")), "no level", result);
    expect(has_text(result, "message"), "no message", result);
    const json& locations = result.at("locations");
    expect(locations.size() <= 1, "several locations", result);
    std::printf("%s %s ranks %s at %s: %s\n", result["ruleId"].get<std::string>().c_str(),
                result["level"].get<std::string>().c_str(),
                result.at("properties").at("ranks").get<std::string>().c_str(),
                locations.empty() ? "nowhere" : place_of(locations[0], bases).c_str(),
                result["message"]["text"].get<std::string>().c_str());
    if (!result.contains("relatedLocations")) return;
    std::set<int> ids;
    for (const json& related : result["relatedLocations"]) {
        expect(has_text(related, "message"), "no message", related);
        expect(ids.insert(related.at("id").get<int>()).second, "an id twice", related);
        std::printf("related %s: %s\n", place_of(related, bases).c_str(),
                    related["message"]["text"].get<std::string>().c_str());
    }
}

void check_invocation(const json& invocation) {
    const bool succeeded = invocation.at("executionSuccessful");
    if (invocation.contains("exitSignalNumber")) {
        expect(!succeeded, "success by signal", invocation);
        std::printf("signal %d\n", invocation["exitSignalNumber"].get<int>());
    } else {
        expect(succeeded == (invocation.at("exitCode") == 0), "success and exit code differ", invocation);
        std::printf("exit code %d\n", invocation["exitCode"].get<int>());
    }
    expect(invocation.at("commandLine").is_string(), "no command", invocation);
    for (const char* time : {"startTimeUtc", "endTimeUtc"})
        expect(invocation.at(time).get<std::string>().size() == 20, "no time", invocation);
}

void check_same(const json& findings, const json& results) {
    expect(findings.size() == results.size(), "another number of findings", findings);
    for (std::size_t index = 0; index < findings.size() && index < results.size(); ++index) {
        const json& finding = findings[index];
        const json& result = results[index];
        expect(finding.at("kind") == result.at("ruleId") && finding.at("level") == result.at("level"),
               "another kind", finding);
        expect(result.at("message").at("text").get<std::string>().starts_with(
                   finding.at("message").get<std::string>()),
               "another message", finding);
        const json& locations = result.at("locations");
        const bool has_line = !locations.empty() && locations[0].contains("physicalLocation");
        expect(has_line == finding.contains("line"), "another place", finding);
        if (has_line)
            expect(finding["line"] == locations[0]["physicalLocation"]["region"]["startLine"], "another line",
                   finding);
    }
}

int check(const json& log, const json& plain) {
    expect(log.at("version") == "2.1.0" && log.at("$schema").is_string(), "no SARIF 2.1.0", log);
    expect(log.at("runs").size() == 1, "not one run", log);
    const json& run = log["runs"][0];
    const json& driver = run.at("tool").at("driver");
    expect(driver.at("name") == "Sartor" && driver.at("version").is_string(), "no tool", driver);
    check_rules(driver.at("rules"));
    const json& bases = run.at("originalUriBaseIds");
    for (const json& base : bases)
        expect(base.at("uri").get<std::string>().ends_with('/'), "a base that is no folder", base);
    check_invocation(run.at("invocations").at(0));
    for (const json& result : run.at("results")) check_result(result, driver["rules"], bases);
    std::printf("results: %zu\n", run["results"].size());
    check_same(plain.at("findings"), run["results"]);
    return failures > 0 ? 1 : 0;
}

} // namespace

int main(int argc, char** argv) {
    std::ifstream sarif(argc == 3 ? argv[1] : "");
    std::ifstream plain(argc == 3 ? argv[2] : "");
    try {
        return check(json::parse(sarif), json::parse(plain));
    } catch (const json::exception& error) {
        std::printf("FAILED: %s\n", error.what());
        return 1;
    }
}
