// The words behind a row or a parameter: each sets one property of it.
#pragma once

#include "mpi_api/table/reader/text.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::table {

template <class Row>
struct Word {
    std::string_view name;
    std::string_view group; ///< two words of one group contradict each other
    void (*set)(Row&);
};

/// "or-null, large-only"
template <class Words>
std::string names_of(const Words& words) {
    std::string names;
    for (const auto& word : words) names.append(names.empty() ? "" : ", ").append(word.name);
    return names;
}

/// Sets the properties that the words stand for; their order does not matter.
/// Errors: throws Error at the line for a word that is not known, stands twice or contradicts another.
template <class Row, class Words>
void apply_words(Row& row, const Line& line, const std::vector<std::string>& written, const Words& known) {
    std::map<std::string_view, std::string_view> word_of_group;
    for (const std::string& name : written) {
        const auto word = std::ranges::find(known, name, &Word<Row>::name);
        if (word == std::ranges::end(known))
            line.fail(in_quotes(name) + " is not known here; the words are " + names_of(known));
        const auto [earlier, is_new] = word_of_group.emplace(word->group, word->name);
        if (!is_new && earlier->second == word->name) line.fail(in_quotes(name) + " stands twice");
        if (!is_new)
            line.fail(in_quotes(earlier->second) + " and " + in_quotes(name) + " contradict each other");
        word->set(row);
    }
}

} // namespace sartor::table
