#include "configurator/findings/record.hpp"

#include "configurator/findings/rules.hpp"
#include "configurator/support/pattern.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/ranges.h>
#include <map>
#include <sstream>
#include <string_view>

namespace sartor::configurator {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "sartor: ";

// A source file that exists is named without symbolic links, so that it is found below the folder.
std::string path_from(const std::string& path, const fs::path& folder) {
    if (path.empty()) return "";
    std::error_code none;
    const fs::path full = fs::weakly_canonical(path, none);
    const fs::path relative = full.lexically_relative(fs::weakly_canonical(folder, none));
    const bool is_below = !relative.empty() && *relative.begin() != "..";
    return (is_below ? relative : full.empty() ? fs::path(path) : full).string();
}

// "function+0x12 (file.c:34)", "inner (file.c:3), inlined", "function+0x12 in libother.so"
Place place_from(const std::string& text, const std::string& path) {
    static const Pattern in_file(R"( \([^()]*:(\d+)\))");
    Place place;
    const auto found = in_file.search(text);
    const std::size_t before_line = found ? found->position : std::string::npos;
    place.function = text.substr(0, std::min(text.find("+0x"), before_line));
    if (place.function.starts_with("0x") || text.find(" at offset 0x") != std::string::npos)
        place.function.clear();
    if (found && !path.empty()) {
        place.file = path;
        place.line = std::stoi((*found)[1]);
    }
    return place;
}

bool goes_on(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

// All locations that reports name.
class Places {
  public:
    void add(const std::string& line, const fs::path& folder) {
        const std::size_t tab = line.rfind('\t');
        if (tab == std::string::npos) return;
        const std::string text = line.substr(1, tab - 1);
        places_[text] = place_from(text, path_from(line.substr(tab + 1), folder));
    }

    // Those named in a line, from the left.
    std::vector<Place> in(const std::string& line) const {
        std::vector<Place> found;
        for (std::size_t at = 0; at < line.size();) {
            const auto longest = longest_at(line, at);
            if (longest != places_.end()) found.push_back(longest->second);
            at += longest == places_.end() ? 1 : longest->first.size();
        }
        return found;
    }

  private:
    using Map = std::map<std::string, Place>;

    // A text sorts behind those that it begins with.
    Map::const_iterator longest_at(const std::string& line, std::size_t at) const {
        if (at > 0 && goes_on(line[at - 1])) return places_.end();
        auto longest = places_.end();
        const auto end = places_.upper_bound(line.substr(at));
        for (auto one = places_.lower_bound(line.substr(at, 1)); one != end; ++one) {
            const std::size_t behind = at + one->first.size();
            if (line.compare(at, one->first.size(), one->first) == 0 &&
                (behind >= line.size() || !goes_on(line[behind])))
                longest = one;
        }
        return longest;
    }

    Map places_;
};

// "0, 2-7" of "ranks 0, 2-7: ..."
std::string ranks_in(const std::string& line) {
    static const Pattern named(R"(^(?:stack overflow in (?:a thread of )?)?ranks? (\d+(?:(?:, |-)\d+)*))");
    const auto found = named.search(line);
    return found ? (*found)[1] : "";
}

bool names_call(const std::string& text) {
    return text.starts_with("called in ") || text.starts_with("in ");
}

// The call, or else the first place; one with a line if there is any.
Detail* main_detail(Finding& finding) {
    Detail* best = nullptr;
    const auto worth = [](const Detail* detail) {
        return detail == nullptr ? 0
                                 : 1 + (names_call(detail->text) ? 1 : 0) + (detail->place->line > 0 ? 2 : 0);
    };
    for (Detail& detail : finding.details)
        if (detail.place && worth(&detail) > worth(best)) best = &detail;
    return best;
}

// The first line names an object's creation, or other calls than the one that reports.
void choose_place(Finding& finding, const Places& places) {
    std::vector<Place> in_message = places.in(finding.message);
    Detail* const detail = main_detail(finding);
    const bool is_call = detail != nullptr && names_call(detail->text);
    if (detail != nullptr && (is_call || in_message.empty())) {
        finding.place = detail->place;
        if (is_call) detail->place.reset(); // it says nothing else
    } else if (!in_message.empty()) {
        finding.place = in_message.front();
        in_message.erase(in_message.begin());
    }
    for (const Place& place : in_message) finding.others.push_back({finding.message, place});
}

void choose_ranks(Finding& finding) {
    finding.ranks = ranks_in(finding.message);
    if (!finding.ranks.empty()) return;
    std::vector<std::string> all;
    for (const Detail& detail : finding.details)
        if (std::string ranks = ranks_in(detail.text);
            !ranks.empty() && std::ranges::find(all, ranks) == all.end())
            all.push_back(std::move(ranks));
    finding.ranks = fmt::format("{}", fmt::join(all, ", "));
}

// "rank 1: calls MPI_Bcast with root 0": it says what the report behind it is about.
bool is_introduction(const Finding& report) {
    static const Pattern calls(R"(^rank \d+: calls )");
    return calls.search(report.message).has_value();
}

// Reports with their lines, locations not looked up yet.
struct Record {
    std::vector<Finding> reports;
    Places places;

    void add(const std::string& line, const fs::path& folder) {
        if (line.starts_with('@')) return places.add(line, folder);
        if (line.starts_with('!')) return;
        if (!line.starts_with(prefix)) return add_to_last(line);
        std::string text = line.substr(prefix.size());
        if (!text.starts_with("  ") || reports.empty()) {
            reports.emplace_back().message = std::move(text);
            return;
        }
        text.erase(0, text.find_first_not_of(' '));
        reports.back().details.push_back({std::move(text), std::nullopt});
    }

  private:
    // A text of the program's with several lines.
    void add_to_last(const std::string& line) {
        if (reports.empty()) return;
        Finding& last = reports.back();
        (last.details.empty() ? last.message : last.details.back().text) += "\n" + line;
    }
};

void find_places(Finding& report, const Places& places) {
    for (Detail& detail : report.details) {
        const std::vector<Place> found = places.in(detail.text);
        if (!found.empty()) detail.place = found.front();
        for (std::size_t index = 1; index < found.size(); ++index)
            report.others.push_back({detail.text, found[index]});
    }
    choose_place(report, places);
    choose_ranks(report);
}

// In front of the report that follows.
void introduce(Finding& report, std::vector<Finding>& introductions) {
    std::vector<Detail> lines;
    for (Finding& one : introductions) {
        lines.push_back({one.message, one.place});
        for (Detail& detail : one.details) lines.push_back({detail.text, std::nullopt});
    }
    report.details.insert(report.details.end(), lines.begin(), lines.end());
    introductions.clear();
}

} // namespace

std::string Finding::text() const {
    std::string whole = message;
    for (const Detail& detail : details) whole += "\n" + detail.text;
    return whole;
}

Reported read_record(const std::string& text, const fs::path& folder) {
    Record record;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) record.add(line, folder);
    Reported reported;
    std::vector<Finding> introductions;
    for (Finding& report : record.reports) {
        find_places(report, record.places);
        const std::optional<Rule> rule = rule_of(report);
        if (is_introduction(report)) {
            introductions.push_back(std::move(report));
        } else if (!rule) {
            reported.notices.push_back(report.text());
        } else {
            introduce(report, introductions);
            report.rule = *rule;
            const bool is_new = std::ranges::none_of(
                reported.findings, [&](const Finding& other) { return other.text() == report.text(); });
            if (is_new) reported.findings.push_back(std::move(report));
        }
    }
    for (const Finding& report : introductions) reported.notices.push_back(report.text());
    return reported;
}

bool has_taken(const std::string& text, int signal) {
    return ("\n" + text).find(fmt::format("\n!{}\n", signal)) != std::string::npos;
}

} // namespace sartor::configurator
