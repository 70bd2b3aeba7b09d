// Reads the rows: columns between |, names with {a,b} for several.
#include "configurator/functions/table.hpp"

#include "configurator/functions/names.hpp"
#include "mpi_api/table/reader/text.hpp"

#include <algorithm>
#include <array>
#include <fnmatch.h>

namespace sartor::configurator {

namespace {

using namespace std::string_view_literals;
using table::Line;

constexpr std::array verdicts = {"rank"sv, "shared"sv, "thread"sv, "process"sv, "pure"sv};
constexpr std::array known_words = {"static"sv,       "for-libraries"sv,  "for-own-libraries"sv,
                                    "for-programs"sv, "starts-threads"sv, "certain"sv,
                                    "unless-fork"sv};

// "{,f}stat{,v}fs": each of the names.
std::vector<std::string> expanded(const std::string& text, const Line& line) {
    const std::size_t open = text.rfind('{');
    if (open == std::string::npos) return {text};
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) line.fail(text + ": } is missing");
    std::vector<std::string> all;
    for (const std::string& choice : table::split(text.substr(open + 1, close - open - 1), ","))
        for (const std::string& name : expanded(text.substr(0, open) + choice + text.substr(close + 1), line))
            all.push_back(name);
    return all;
}

template <std::size_t count>
void expect_one_of(const std::string& word, const std::array<std::string_view, count>& known,
                   const Line& line) {
    if (std::ranges::find(known, word) != known.end()) return;
    std::string expected;
    for (const std::string_view name : known) expected += (expected.empty() ? "" : ", ") + std::string(name);
    line.fail(word + ": expected one of " + expected);
}

StateRow state_of(const Line& line) {
    constexpr std::size_t mark = 1;
    const std::vector<std::string> columns = table::split(line.text.substr(mark), "|");
    if (columns.size() == 1) return {columns[0], "", ""};
    constexpr std::size_t all = 3;
    if (columns.size() != all) line.fail("expected = STATE | belongs to | how, or = TITLE");
    return {columns[0], columns[1], columns[2]};
}

// The columns of a row, for each of its names.
std::vector<FunctionRow> functions_of(const Line& line, const std::string& how) {
    enum { names, verdict, part, effect, words, all };
    std::vector<std::string> columns = table::split(line.text, "|");
    if (columns.size() <= part || columns.size() > all)
        line.fail("expected NAMES | verdict | part [| effect [| words]]");
    columns.resize(all);
    expect_one_of(columns[verdict], verdicts, line);
    FunctionRow row;
    row.verdict = columns[verdict];
    row.part = columns[part];
    if (columns[effect] != "-") row.effect = columns[effect];
    for (const std::string& word : table::split_words(columns[words])) {
        expect_one_of(word, known_words, line);
        row.words.insert(word);
    }
    row.location = line.location;
    if (row.verdict == "rank" && row.part == "-") line.fail("rank: the part that replaces it is missing");
    if (row.effect.empty() && how.empty() && row.verdict != "thread") line.fail("the reason is missing");
    std::vector<FunctionRow> rows;
    for (const std::string& text : table::split_words(columns[names]))
        for (const std::string& name : expanded(text, line)) {
            const std::size_t equals = name.find('=');
            row.name = name.substr(0, equals);
            row.shown = equals == std::string::npos ? name : name.substr(equals + 1);
            rows.push_back(row);
        }
    return rows;
}

void check_once(const std::vector<FunctionRow>& rows) {
    for (std::size_t index = 1; index < rows.size(); ++index)
        if (rows[index].name == rows[index - 1].name)
            throw table::Error(rows[index].location + ": " + rows[index].name + " stands in " +
                               rows[index - 1].location + ", too");
}

} // namespace

FunctionTable FunctionTable::load(const std::filesystem::path& folder) {
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".table") files.insert(entry.path());
    FunctionTable table;
    for (const std::filesystem::path& file : files)
        for (const Line& line : table::read_lines(file)) {
            if (line.text.starts_with('='))
                table.states_.push_back(state_of(line));
            else if (table.states_.empty())
                line.fail("a line with = in front must come first");
            else
                for (FunctionRow& row : functions_of(line, table.states_.back().how))
                    table.functions_.push_back(std::move(row));
        }
    std::ranges::sort(table.functions_, {}, &FunctionRow::name);
    check_once(table.functions_);
    return table;
}

const FunctionRow* FunctionTable::find_exactly(std::string_view name) const {
    const auto found = std::ranges::lower_bound(
        functions_, name, {}, [](const FunctionRow& row) { return std::string_view(row.name); });
    return found != functions_.end() && found->name == name ? &*found : nullptr;
}

const FunctionRow* FunctionTable::find(std::string_view symbol) const {
    if (const FunctionRow* row = find_exactly(symbol)) return row;
    for (const std::string& name : plain_names(symbol))
        if (const FunctionRow* row = find_exactly(name)) return row;
    const std::string name = without_qualifiers(symbol);
    const FunctionRow* longest = nullptr;
    for (const FunctionRow& row : functions_)
        if (row.is_pattern() && fnmatch(row.name.c_str(), name.c_str(), 0) == 0 &&
            (longest == nullptr || row.name.size() > longest->name.size()))
            longest = &row;
    return longest;
}

} // namespace sartor::configurator
