// Wishes checked against the catalog, and their text in a cut.
#include "configurator/selection/selection.hpp"

#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace sartor::configurator {

namespace {

template <class List>
std::string names(const List& list) {
    std::vector<std::string> texts;
    for (const auto& one : list) texts.push_back(one.name);
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string ordered_names(const Family& family) {
    std::vector<std::string> texts;
    for (const Algorithm& algorithm : family.algorithms)
        if (algorithm.ordered) texts.push_back(algorithm.name);
    return fmt::format("{}", fmt::join(texts, ", "));
}

void check_order(const Family& family, const Algorithm& algorithm) {
    if (!family.reproducible.empty() && !algorithm.ordered)
        refuse(
            "--topology {}={} with --reproducible: it does not join in the order of the ranks; these do: {}",
            family.name, algorithm.name, ordered_names(family));
}

// "bcast=linear"
void choose(Selection& selection, const std::string& wish, const Catalog& catalog, bool reproducible) {
    const std::size_t equals = wish.find('=');
    if (equals == std::string::npos)
        refuse("--topology {}: expected COLLECTIVE=NAME, such as bcast=linear", wish);
    const std::string name = wish.substr(0, equals);
    const std::string wanted = wish.substr(equals + 1);
    const Family* family = catalog.find(name);
    if (family == nullptr)
        refuse("--topology {}: no collective {}; there are {}", wish, name, names(catalog.families()));
    const Algorithm* algorithm = family->find(wanted);
    if (algorithm == nullptr)
        refuse("--topology {}: {} knows no {}; it knows {}", wish, name, wanted, names(family->algorithms));
    if (reproducible) check_order(*family, *algorithm);
    selection[name] = {{wanted, "", ""}};
    const Family* varying = catalog.find(name + "v");
    if (varying != nullptr && varying->find(wanted) != nullptr) selection[varying->name] = selection[name];
}

std::string limit(const std::string& text, const std::string& place) {
    if (text == "-") return "";
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
        fail("{}: {}: expected a number or -", place, text);
    return text;
}

void add_tuning(Selection& selection, const std::string& path, const Catalog& catalog) {
    std::istringstream lines(read_text(path));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::string place = fmt::format("{}:{}", path, ++number);
        std::istringstream words(line);
        std::string family, algorithm, bytes, ranks, rest;
        if (!(words >> family) || family.front() == '#') continue;
        if (!(words >> algorithm >> bytes >> ranks) || words >> rest)
            fail("{}: expected COLLECTIVE ALGORITHM BYTES RANKS", place);
        const Family* known = catalog.find(family);
        if (known == nullptr || known->find(algorithm) == nullptr)
            fail("{}: {} {}: this sartor knows no such algorithm; run sartor tune again", place, family,
                 algorithm);
        if (family.ends_with('v') && bytes != "-")
            fail("{}: {}: no rank knows all sizes of it: BYTES must be -", place, family);
        selection[family].push_back({algorithm, limit(bytes, place), limit(ranks, place)});
    }
    for (const auto& [family, choices] : selection)
        if (!choices.back().bytes.empty() || !choices.back().ranks.empty())
            fail("{}: the last line of {} must be for all sizes: - -", path, family);
}

// A choice never changes between two algorithms that join in different orders.
void choose_reproducible(Selection& selection, const Catalog& catalog) {
    for (const Family& family : catalog.families())
        if (!family.reproducible.empty()) selection[family.name] = family.reproducible;
}

std::string choice_text(const Family& family, const Limited& limited) {
    return fmt::format("upto<{}, {}, {}>", family.find(limited.algorithm)->type,
                       limited.bytes.empty() ? "any_bytes" : limited.bytes,
                       limited.ranks.empty() ? "any_ranks" : limited.ranks);
}

} // namespace

Selection selection_of(const SelectionWishes& wishes, const Catalog& catalog) {
    Selection selection;
    if (!wishes.tuning.empty()) add_tuning(selection, wishes.tuning, catalog);
    if (wishes.reproducible) choose_reproducible(selection, catalog);
    for (const std::string& list : wishes.topologies) {
        std::istringstream parts(list);
        for (std::string wish; std::getline(parts, wish, ',');)
            choose(selection, wish, catalog, wishes.reproducible);
    }
    return selection;
}

std::string selection_source(const Selection& selection, const Catalog& catalog) {
    std::set<std::string> headers;
    std::string text;
    for (const auto& [name, choices] : selection) {
        const Family& family = *catalog.find(name);
        headers.insert(family.header);
        std::vector<std::string> entries;
        for (const Limited& limited : choices) {
            const Algorithm& algorithm = *family.find(limited.algorithm);
            headers.insert(algorithm.headers.begin(), algorithm.headers.end());
            entries.push_back(choice_text(family, limited));
        }
        text += fmt::format("namespace sartor::collective {{\nusing Selected{0} = choices<{1}>;\n}}\n"
                            "template <class Base>\n"
                            "struct sartor::difference<sartor::collective::{0}, Program, Base> : Base {{\n"
                            "    using choices = sartor::collective::Selected{0};\n}};\n",
                            family.type, fmt::join(entries, ", "));
    }
    std::string includes;
    for (const std::string& header : headers) includes += fmt::format("#include \"{}\"\n", header);
    return includes + text;
}

std::string selection_text(const Selection& selection) {
    const auto shown = [](const std::string& limit) { return limit.empty() ? "-" : limit; };
    std::string text;
    for (const auto& [family, choices] : selection)
        for (const Limited& one : choices)
            text += fmt::format("{} {} {} {}\n", family, one.algorithm, shown(one.bytes), shown(one.ranks));
    return text;
}

nlohmann::json selection_json(const Selection& selection) {
    nlohmann::json json = nlohmann::json::object();
    for (const auto& [family, choices] : selection)
        for (const Limited& one : choices)
            json[family].push_back(
                {{"algorithm", one.algorithm}, {"bytes", one.bytes}, {"ranks", one.ranks}});
    return json;
}

Selection selection_from(const nlohmann::json& json) {
    Selection selection;
    for (const auto& [family, choices] : json.items())
        for (const nlohmann::json& one : choices)
            selection[family].push_back({one.at("algorithm"), one.at("bytes"), one.at("ranks")});
    return selection;
}

} // namespace sartor::configurator
