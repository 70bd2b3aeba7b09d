// What is wrong with a table's text: one line with file and line.
#pragma once

#include <stdexcept>

namespace sartor::table {

/// Its message is "file:line: what is wrong".
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace sartor::table
