// Wishes checked against the catalog, and their text in a cut.
#include "configurator/choices/selection.hpp"

#include "configurator/machines/target_machine.hpp"

#include "configurator/choices/messages.hpp"
#include "configurator/choices/topology_file.hpp"
#include "configurator/support/error.hpp"
#include "configurator/support/file.hpp"

#include <algorithm>
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
        refuse("--topology {}={} with --reproducible: this algorithm does not reduce in the order of the "
               "ranks; choose one of {}",
               family.name, algorithm.name, ordered_names(family));
}

void check_memory(const std::string& wish, const Algorithm& algorithm, const std::string& machine) {
    if (machine != "host" && algorithm.needs_shared_memory())
        refuse("--topology {}: this algorithm reads other ranks' memory, but ranks of {} don't share memory; "
               "choose another algorithm",
               wish, machine);
}

// What a choice names: a row of the catalog, or a user's own network. Errors: throws Error for neither.
Algorithm algorithm_of(const Family& family, const Limited& limited) {
    if (!limited.text.empty())
        return family.along_topology(
            limited.algorithm,
            fmt::format("Of<topologies::networks::{}>", class_of_topology(limited.algorithm)), {});
    if (const Algorithm* known = family.find(limited.algorithm)) return *known;
    fail("{} {}: this version of sartor has no such algorithm", family.name, limited.algorithm);
}

// The choice that a wish for a family names.
Limited chosen_for(const Family& family, const std::string& wanted, const std::string& wish) {
    if (!is_topology_file(wanted)) {
        if (family.find(wanted) == nullptr)
            refuse("--topology {}: {} has no algorithm {} (a file has a / or .hpp in its name); it has {}",
                   wish, family.name, wanted, names(family.algorithms));
        return {wanted, "", "", ""};
    }
    if (family.along == "-") refuse("--topology {}: {} uses no topology", wish, family.name);
    return {wanted, "", "", read_topology_file(wanted)};
}

bool serves(const Family& family, const Limited& choice) {
    return choice.text.empty() ? family.find(choice.algorithm) != nullptr : family.along != "-";
}

// "bcast=linear"
void choose(Selection& selection, const std::string& wish, const Catalog& catalog,
            const SelectionWishes& wishes) {
    const std::size_t equals = wish.find('=');
    if (equals == std::string::npos)
        refuse("--topology {}: expected COLLECTIVE=NAME, such as bcast=linear", wish);
    const std::string name = wish.substr(0, equals);
    const std::string wanted = wish.substr(equals + 1);
    const Family* family = catalog.find(name);
    if (family == nullptr)
        refuse("--topology {}: no collective {}; expected one of {}", wish, name, names(catalog.families()));
    const Limited choice = chosen_for(*family, wanted, wish);
    const Algorithm algorithm = algorithm_of(*family, choice);
    if (wishes.reproducible) check_order(*family, algorithm);
    check_memory(wish, algorithm, wishes.machine);
    selection[name] = {choice};
    const Family* varying = catalog.find(name + "v");
    if (varying != nullptr && serves(*varying, choice)) selection[varying->name] = selection[name];
}

std::string limit(const std::string& text, const std::string& location) {
    if (text == "-") return "";
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
        fail("{}: {}: expected a number or -", location, text);
    return text;
}

// "machine mppa256-nanvix": measurements on one machine are not used for another.
void check_machine(const std::string& measured_on, const std::string& location, const std::string& machine) {
    if (measured_on != machine)
        refuse("{}: measured on {}, but the program is for {}: run sartor tune --machine {}", location,
               measured_on, machine, machine);
}

void check_line(const std::string& family, const std::string& algorithm, const std::string& bytes,
                const std::string& location, const Catalog& catalog) {
    if (family == message_family) return; // checked as a whole
    const Family* known = catalog.find(family);
    if (known == nullptr || known->find(algorithm) == nullptr)
        fail("{}: {} {}: this version of sartor has no such algorithm; run sartor tune again", location,
             family, algorithm);
    if (family.ends_with('v') && bytes != "-")
        fail("{}: {}: ranks have different sizes in this collective: BYTES must be -", location, family);
}

void check_choices(const Selection& selection, const SelectionWishes& wishes) {
    for (const auto& [family, choices] : selection)
        if (!choices.back().bytes.empty() || !choices.back().ranks.empty())
            fail("{}: the last line of {} must be for all sizes: - -", wishes.tuning, family);
    const auto messages = selection.find(message_family);
    if (messages == selection.end()) return;
    check_messages(messages->second, wishes.tuning);
    if (is_this_computer(wishes.machine))
        refuse("{}: only emulated machines have mailboxes and portals; choose an emulated machine with "
               "--machine",
               wishes.tuning);
}

void add_tuning(Selection& selection, const SelectionWishes& wishes, const Catalog& catalog) {
    std::istringstream lines(read_text(wishes.tuning));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::string location = fmt::format("{}:{}", wishes.tuning, ++number);
        std::istringstream words(line);
        std::string family, algorithm, bytes, ranks, rest;
        if (!(words >> family) || family.front() == '#') continue;
        if (family == "machine" && words >> algorithm && !(words >> rest)) {
            check_machine(algorithm, location, wishes.machine);
            continue;
        }
        if (!(words >> algorithm >> bytes >> ranks) || words >> rest)
            fail("{}: expected COLLECTIVE ALGORITHM BYTES RANKS", location);
        check_line(family, algorithm, bytes, location, catalog);
        selection[family].push_back({algorithm, limit(bytes, location), limit(ranks, location), ""});
    }
    check_choices(selection, wishes);
}

// A choice never changes between two algorithms that join in different orders.
void choose_reproducible(Selection& selection, const Catalog& catalog) {
    for (const Family& family : catalog.families())
        if (!family.reproducible.empty()) selection[family.name] = family.reproducible;
}

// An algorithm that joins in the same order; null when there is none.
const Algorithm* equal_without_shared_memory(const Family& family, const Algorithm& chosen) {
    const auto found = std::ranges::find_if(family.algorithms, [&](const Algorithm& other) {
        return chosen.ordered && other.ordered && !other.needs_shared_memory();
    });
    return found == family.algorithms.end() ? nullptr : &*found;
}

// Empty when nothing is left of the choice.
std::vector<Limited> avoid_shared_memory(const Family& family, const std::vector<Limited>& choices) {
    std::vector<Limited> kept;
    for (Limited limited : choices) {
        if (const Algorithm algorithm = algorithm_of(family, limited); algorithm.needs_shared_memory()) {
            const Algorithm* other = equal_without_shared_memory(family, algorithm);
            if (other == nullptr) return {};
            limited.algorithm = other->name;
        }
        const bool for_all = limited.bytes.empty() && limited.ranks.empty();
        if (for_all && !kept.empty() && kept.back().algorithm == limited.algorithm) kept.pop_back();
        kept.push_back(std::move(limited));
    }
    return kept;
}

std::string choice_text(const Family& family, const Limited& limited) {
    return fmt::format("upto<{}, {}, {}>", algorithm_of(family, limited).type,
                       limited.bytes.empty() ? "any_bytes" : limited.bytes,
                       limited.ranks.empty() ? "any_ranks" : limited.ranks);
}

} // namespace

Selection selection_of(const SelectionWishes& wishes, const Catalog& catalog) {
    Selection selection;
    if (!wishes.tuning.empty()) add_tuning(selection, wishes, catalog);
    if (wishes.reproducible) choose_reproducible(selection, catalog);
    for (const std::string& list : wishes.topologies) {
        std::istringstream parts(list);
        for (std::string wish; std::getline(parts, wish, ',');) choose(selection, wish, catalog, wishes);
    }
    return wishes.machine == "host" ? selection : without_shared_memory(selection, wishes.machine, catalog);
}

Selection without_shared_memory(const Selection& selection, const std::string& machine,
                                const Catalog& catalog) {
    Selection kept;
    for (const auto& [name, choices] : selection) {
        const Family* family = catalog.find(name);
        std::vector<Limited> left = family == nullptr ? choices : avoid_shared_memory(*family, choices);
        if (left.empty())
            report("{}={}: this algorithm reads other ranks' memory, but ranks of {} don't share memory: the "
                   "default algorithm serves {}",
                   name, choices.back().algorithm, machine, name);
        else
            kept[name] = std::move(left);
    }
    return kept;
}

std::string selection_source(const Selection& selection, const Catalog& catalog) {
    std::set<std::string> headers;
    std::string text;
    for (const auto& [name, choices] : selection) {
        if (name == message_family) continue;
        const Family& family = *catalog.find(name);
        headers.insert(family.header);
        std::vector<std::string> entries;
        for (const Limited& limited : choices) {
            const Algorithm algorithm = algorithm_of(family, limited);
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
    return includes + topology_files_source(selection) + text;
}

std::string topology_files_source(const Selection& selection) {
    std::map<std::string, std::string> files;
    for (const auto& [family, choices] : selection)
        for (const Limited& one : choices)
            if (!one.text.empty()) files[one.algorithm] = one.text;
    std::string text;
    for (const auto& [path, contents] : files) text += topology_source(path, contents);
    return text;
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
            json[family].push_back({{"algorithm", one.algorithm},
                                    {"bytes", one.bytes},
                                    {"ranks", one.ranks},
                                    {"text", one.text}});
    return json;
}

Selection selection_from(const nlohmann::json& json) {
    Selection selection;
    for (const auto& [family, choices] : json.items())
        for (const nlohmann::json& one : choices)
            selection[family].push_back(
                {one.at("algorithm"), one.at("bytes"), one.at("ranks"), one.value("text", "")});
    return selection;
}

} // namespace sartor::configurator
