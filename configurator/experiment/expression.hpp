// The arithmetic by which experiments get from what runs printed to what papers published.
#pragma once

#include "configurator/experiment/value.hpp"

#include <string>

namespace sartor::configurator {

/// Where the names of an expression come from.
class Names {
  public:
    virtual ~Names() = default;
    /// A column of what a run printed. Errors: throws Error when the run or the column is unknown.
    virtual Value column(const std::string& run, const std::string& column) const = 0;
    /// A number of a run's summary, or the numbers of an object in it, by JSON pointer: "/energy/watts".
    virtual Value summary(const std::string& run, const std::string& pointer) const = 0;
    /// The largest value of a counter of a run's trace: "power".
    virtual double peak(const std::string& run, const std::string& counter) const = 0;
};

/// Evaluates, for example, "400 * slope(dma.send)", "eager.trip[64] <= normal.trip[64] / 2",
/// "max(near.ms / far.ms) < 1 and far.ms[4096] < far.ms[8192]".
///
///     RUN.COLUMN            a series by the run's key column; RUN.COLUMN[KEY] one number of it;
///                           RUN.COLUMN[8..64] its numbers with keys from 8 to 64
///     min max mean sum      of a series; of two numbers, too (min and max)
///     slope intercept       of the least-squares line through a series, whose keys are numbers
///     floor(x)              the largest whole number that is not above x
///     join(a, b, ...)       one series of several; KEY: NUMBER stands for a series of one number
///     value(RUN, "/a/b")    of the run's summary; peak(RUN, "power") of its trace
///     + - * /               of numbers, and of series element by element (the keys that both have)
///     < <= > >= == and      1 or 0; comparisons chain: a < b < c
///
/// Errors: throws Error with the expression and the position of what is wrong; division by 0 is an error.
Value evaluate(const std::string& expression, const Names& names);

/// The same where a number is expected. Errors: also for a series.
double number_of(const std::string& expression, const Names& names);

/// A text in which each ${EXPRESSION} or ${EXPRESSION:DIGITS} is replaced by its number.
std::string filled_in(const std::string& text, const Names& names);

} // namespace sartor::configurator
