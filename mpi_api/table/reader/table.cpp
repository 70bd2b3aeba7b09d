// Reading the table's files, and finding rows by name.
#include "mpi_api/table/reader/table.hpp"

#include "mpi_api/table/reader/chapters.hpp"
#include "mpi_api/table/reader/check_rows.hpp"
#include "mpi_api/table/reader/parse.hpp"

#include <algorithm>

namespace sartor::table {

namespace {

namespace fs = std::filesystem;

void check_files(const fs::path& directory) {
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(directory, failure)) {
        const fs::path& file = entry.path();
        const std::string name = file.stem();
        const bool known = name == "constants" || name == "callbacks" || name == "features" ||
                           std::ranges::find(chapters, name, &Chapter::name) != chapters.end();
        if (file.extension() == ".table" && !known)
            throw Error(file.string() + ":0: is not a chapter of the MPI standard (chapters.hpp lists them)");
    }
    if (failure) throw Error(directory.string() + ":0: cannot be read: " + failure.message());
}

void read_chapter(const fs::path& directory, std::string_view chapter, std::vector<Function>& functions) {
    const fs::path file = directory / (std::string(chapter) + ".table");
    for (const Line& line : read_lines(file)) functions.push_back(parse_function(line, chapter));
}

/// Rows of a file with headings: "[error_classes]" opens a section.
template <class Parse>
auto read_sections(const fs::path& file, const Parse& parse) {
    std::vector<decltype(parse(Line{}, std::string()))> rows;
    std::string section;
    for (const Line& line : read_lines(file)) {
        if (line.text.starts_with('[') && line.text.ends_with(']')) {
            section = line.text.substr(1, line.text.size() - 2);
            continue;
        }
        if (section.empty()) line.fail("a row stands under a heading, like [error_classes]");
        rows.push_back(parse(line, section));
    }
    return rows;
}

template <class Row>
std::unordered_map<std::string, std::size_t> index_by_name(const std::vector<Row>& rows) {
    std::unordered_map<std::string, std::size_t> by_name;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto [first, is_new] = by_name.emplace(rows[i].name, i);
        if (!is_new)
            throw Error(rows[i].location + ": " + rows[i].name + " is already at " +
                        rows[first->second].location + "; keep one");
    }
    return by_name;
}

template <class Row>
const Row* row_named(const std::vector<Row>& rows,
                     const std::unordered_map<std::string, std::size_t>& by_name, std::string_view name) {
    const auto found = by_name.find(std::string(name));
    return found == by_name.end() ? nullptr : &rows[found->second];
}

} // namespace

Table Table::load(const fs::path& directory) {
    Table table;
    check_files(directory);
    for (const Chapter& chapter : chapters) read_chapter(directory, chapter.name, table.functions_);
    for (const Line& line : read_lines(directory / "callbacks.table"))
        table.callbacks_.push_back(parse_callback(line));
    table.constants_ = read_sections(directory / "constants.table", parse_constant);
    table.features_ = read_sections(directory / "features.table", parse_feature);
    table.index();
    check_rows(table);
    return table;
}

void Table::index() {
    function_by_name_ = index_by_name(functions_);
    callback_by_name_ = index_by_name(callbacks_);
    constant_by_name_ = index_by_name(constants_);
    feature_by_name_ = index_by_name(features_);
}

const Function* Table::find_function(std::string_view name) const {
    if (name.starts_with("PMPI")) name.remove_prefix(1);
    if (const auto found = function_by_name_.find(std::string(name)); found != function_by_name_.end())
        return &functions_[found->second];
    if (!name.ends_with("_c")) return nullptr;
    const auto twin = function_by_name_.find(std::string(name.substr(0, name.size() - 2)));
    if (twin == function_by_name_.end() || !functions_[twin->second].has_large_twin()) return nullptr;
    return &functions_[twin->second];
}

const Function* Table::find_callback(std::string_view name) const {
    return row_named(callbacks_, callback_by_name_, name);
}

const Constant* Table::find_constant(std::string_view name) const {
    return row_named(constants_, constant_by_name_, name);
}

const Feature* Table::find_feature(std::string_view name) const {
    return row_named(features_, feature_by_name_, name);
}

} // namespace sartor::table
