// The table of the functions of the C and C++ libraries: runtime/image/functions/README.md has its grammar.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// A kind of state, as docs/programs.md tells it. owner and how are empty if it doesn't.
struct StateRow {
    std::string state;
    std::string owner;
    std::string how;
};

struct FunctionRow {
    std::string name;  // as linkers know it; with * or [ it is a pattern for several
    std::string shown; // as programs call it
    std::string verdict;
    std::string part; // - if there is none
    std::string effect;
    std::set<std::string> words;
    std::string location; // file:line

    [[nodiscard]] bool is_pattern() const { return name.find_first_of("*[") != std::string::npos; }
};

class FunctionTable {
  public:
    /// All *.table of a folder. Errors: throws table::Error at the line.
    static FunctionTable load(const std::filesystem::path& folder);

    [[nodiscard]] const std::vector<StateRow>& states() const { return states_; }
    /// One for each name.
    [[nodiscard]] const std::vector<FunctionRow>& functions() const { return functions_; }

    /// The row of this name; without one that of a plain name, then that of the longest pattern that fits.
    /// Null: none.
    [[nodiscard]] const FunctionRow* find(std::string_view symbol) const;
    [[nodiscard]] const FunctionRow* find_exactly(std::string_view name) const;

  private:
    std::vector<StateRow> states_;
    std::vector<FunctionRow> functions_;
};

} // namespace sartor::configurator
