// Which runs an expression is about, without evaluating it.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// Names of runs and columns consist of these.
bool is_name_letter(char letter);

/// A use of a run: RUN.COLUMN, value(RUN, ...), or peak(RUN, ...).
struct NameInExpression {
    std::string run;
    std::string column;    ///< empty for the other two
    bool of_trace = false; ///< peak
};

/// In the order of the text (expression.hpp says what one is). What is no expression has no names.
std::vector<NameInExpression> names_in(const std::string& expression);

} // namespace sartor::configurator
