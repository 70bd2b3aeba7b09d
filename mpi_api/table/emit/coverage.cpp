// The page of documentation that lists what is implemented.
#include "mpi_api/table/emit/emit.hpp"
#include "mpi_api/table/reader/chapters.hpp"

#include <fmt/format.h>

namespace sartor::table {

namespace {

using Functions = std::vector<const Function*>;

Functions functions_of(const Table& table, std::string_view chapter) {
    Functions found;
    for (const Function& function : table.functions())
        if (function.chapter == chapter) found.push_back(&function);
    return found;
}

std::string entry(const Function& function) {
    const std::string twin = function.has_large_twin() ? fmt::format(", `{}_c`", function.name) : "";
    return fmt::format("- [x] `{}`{}\n", function.name, twin);
}

// A row of the table has an implementation: what is in the table is there.
std::string figure(std::size_t functions) {
    return fmt::format("{0} of {0}", functions);
}

std::string chapter_section(const Chapter& chapter, const Functions& functions) {
    std::string text = fmt::format("\n## {}: {}\n\n", chapter.title, figure(functions.size()));
    for (const Function* function : functions) text += entry(*function);
    return text;
}

std::string summary(const Table& table) {
    std::string rows;
    std::size_t all = 0;
    for (const Chapter& chapter : chapters) {
        if (!chapter.is_of_standard) continue;
        const std::size_t functions = functions_of(table, chapter.name).size();
        rows += fmt::format("| {} | {} | {} |\n", chapter.title, functions, functions);
        all += functions;
    }
    return fmt::format("{} functions are implemented; a large-count twin (`_c`) comes with its function.\n\n"
                       "| chapter | implemented | functions |\n|---|---:|---:|\n{}",
                       figure(all), rows);
}

} // namespace

std::string emit_coverage(const Table& table) {
    std::string text = "# Coverage of MPI 5.0\n\nGenerated from mpi_api/table.\n" + summary(table);
    for (const Chapter& chapter : chapters)
        text += chapter_section(chapter, functions_of(table, chapter.name));
    return text;
}

} // namespace sartor::table
