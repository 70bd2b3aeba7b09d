// Pages: what they show is JSON, which scripts/ draw in the browser with D3. A page is one file that loads
// nothing.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sartor::configurator {

using Properties = std::vector<std::pair<std::string, std::string>>;

/// Parts are objects whose member "kind" names the function of scripts/ that draws them.
struct Page {
    std::string title;
    Properties properties; ///< below the title: command, date...
    nlohmann::json parts = nlohmann::json::array();

    void add(nlohmann::json part) { parts.push_back(std::move(part)); }
    /// What follows is of one file: named by the page's own title if that is still empty.
    void begin(const std::string& name, const Properties& of_file);
    std::string html() const;
};

/// A column's unit says how its cells are written: "B", "s", "J", "W", "cycles" and "%" as quantity() does,
/// "text", "code" (a line each), "level" and "verdict" (with a mark), or empty for counts.
struct Column {
    std::string name;
    std::string unit;
    bool bar = false; ///< below each number, as long as it is of the largest
};

nlohmann::json heading(const std::string& text);
/// What is between `backquotes` is code. `as`: "note", "warning", or nothing.
nlohmann::json paragraph(const std::string& text, const std::string& as = "");
nlohmann::json properties_part(const Properties& properties);
/// Rows are arrays of cells: null, numbers, texts, {text, detail}, or [deviation, limit] in percent. Only the
/// `first` rows are shown at once, if not 0.
nlohmann::json table_part(const std::string& title, const std::vector<Column>& columns,
                          const nlohmann::json& rows, const std::string& note = "", int first = 0);
/// Shares of one whole, a row each.
nlohmann::json shares_part(const std::string& title, const std::string& name, const std::string& of,
                           const std::string& unit, const nlohmann::json& items);

/// "2026-11-28 12:40 UTC": now, or when a file was written.
std::string date_now();
std::string date_of(const std::string& path);

} // namespace sartor::configurator
