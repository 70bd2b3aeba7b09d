// Measured values: a CSV file.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

struct Measurement {
    std::string what;  ///< for the reader
    std::string value; ///< expression over the runs of a description (configurator/experiment/expression.hpp)
    double measured = 0;
    bool held_out = false; ///< compared, not fitted
    int line = 0;
};

/// Columns what, value, measured and use ("fit" or "held-out"), in the first line, in any order; lines that
/// begin with # are comments. Errors: throws Error naming file and line for missing columns and wrong values.
std::vector<Measurement> read_measurements(const std::string& path);

/// The fields of a line (RFC 4180). Errors: throws Error for a quote without an end.
std::vector<std::string> fields_of(const std::string& line);

} // namespace sartor::configurator
