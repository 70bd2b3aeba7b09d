// What expressions of experiments are about: numbers, and series of them by key.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace sartor::configurator {

/// Numbers by key, in the order in which a program printed them: times by message size, values by name.
using Series = std::vector<std::pair<std::string, double>>;

/// A number, or a series.
struct Value {
    double number = 0;
    Series series;
    bool is_series = false;

    Value(double one) : number(one) {}                               // NOLINT: a number is a value
    Value(Series many) : series(std::move(many)), is_series(true) {} // NOLINT: so is a series
};

} // namespace sartor::configurator
