// The page of documentation that lists what is implemented.
#include "mpi_api/table/emit/emit.hpp"
#include "mpi_api/table/reader/chapters.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sartor::table {

namespace {

using Functions = std::vector<const Function*>;

struct Count {
    std::size_t implemented;
    std::size_t all;
};

Functions functions_of(const Table& table, std::string_view chapter) {
    Functions found;
    for (const Function& function : table.functions())
        if (function.chapter == chapter) found.push_back(&function);
    return found;
}

Count count(const Functions& functions) {
    const auto implemented = std::ranges::count_if(functions, [](auto* f) { return f->complete(); });
    return {static_cast<std::size_t>(implemented), functions.size()};
}

std::string entry(const Function& function) {
    const std::string twin = function.has_large_twin() ? fmt::format(", `{}_c`", function.name) : "";
    return fmt::format("- [{}] `{}`{}{}\n", function.complete() ? 'x' : ' ', function.name, twin,
                       function.refuses ? " (returns an error)" : "");
}

std::string chapter_section(const Chapter& chapter, const Functions& functions) {
    const auto [implemented, all] = count(functions);
    std::string text = fmt::format("\n## {}: {} of {}\n\n", chapter.title, implemented, all);
    for (const Function* function : functions) text += entry(*function);
    return text;
}

std::string summary(const Table& table) {
    Count total{0, 0};
    std::string rows;
    for (const Chapter& chapter : chapters) {
        const auto [implemented, all] = count(functions_of(table, chapter.name));
        rows += fmt::format("| {} | {} | {} |\n", chapter.title, implemented, all);
        total = {total.implemented + implemented, total.all + all};
    }
    return fmt::format(
        "{} of {} functions are implemented; a large-count twin (`_c`) comes with its function.\n"
        "A program that calls another one is refused when it is cut, with the list of them.\n\n"
        "| chapter | implemented | functions |\n|---|---:|---:|\n{}",
        total.implemented, total.all, rows);
}

} // namespace

std::string emit_coverage(const Table& table) {
    std::string text = "# Coverage of MPI 5.0\n\nGenerated from mpi_api/table.\n" + summary(table);
    for (const Chapter& chapter : chapters)
        text += chapter_section(chapter, functions_of(table, chapter.name));
    return text;
}

} // namespace sartor::table
