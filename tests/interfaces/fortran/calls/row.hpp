// What a call needs besides arguments of the right kinds: a row of calls.table.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sartor::fortran_calls {

/// Lines are Fortran; the generated source is preprocessed with forms.h of tests/conformance/fortran.
struct Row {
    std::map<std::string, std::string> values;    ///< "name = expression": assigned to the argument
    std::map<std::string, std::string> arguments; ///< "name := expression": passed in the argument's place
    std::vector<std::string> declarations;        ///< "declare: ..."
    std::vector<std::string> before;              ///< "before: ..."
    std::vector<std::string> after;               ///< "after: ...", behind the checks
    std::vector<std::string> checks;              ///< "check: condition", when the operation has completed
    std::vector<std::string> kept;                ///< "keep: names": handles that are not freed
    std::vector<std::string> untouched;           ///< "untouched: names": results that need not be there
    std::string condition;                        ///< "only: condition", under which the rank calls it
    std::vector<std::string> otherwise;           ///< "else: ...", what the other ranks do
    std::string ranks;                            ///< "ranks: 2": needs as many
    std::string error;                            ///< "error: class", with which it fails
    bool by_main = false;                         ///< "main": the main program calls it
    bool completes = true;                        ///< "incomplete": the rows' lines complete its request
};

/// By function. A name that ends in * stands for all functions that begin so; rows of one function add up.
class Rows {
  public:
    /// Errors: throws std::runtime_error for a line that breaks the grammar.
    static Rows read(const std::filesystem::path& file);

    /// All that is said about the function.
    Row of(const std::string& function) const;

    /// The names at the heads of rows.
    std::vector<std::string> names() const;

  private:
    struct Entry {
        std::vector<std::string> names;
        std::vector<std::string> lines;
    };
    std::vector<Entry> entries_;
};

bool matches(const std::string& pattern, const std::string& function);

} // namespace sartor::fortran_calls
