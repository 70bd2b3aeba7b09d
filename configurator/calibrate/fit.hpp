// Least squares: the constants with which a model comes closest to measured values.
#pragma once

#include <functional>
#include <vector>

namespace sartor::configurator {

/// A constant that is fitted.
struct FitParameter {
    double start = 0;
    double least = 0, most = 0; ///< bounds, inclusive; 0 < least <= start <= most
};

struct Fit {
    std::vector<double> values;
    std::vector<double> residuals; ///< (model - measured) / measured, at the values
    /// Standard errors of the values by the linear model there; infinite for those that the data do not
    /// determine.
    std::vector<double> errors;
    std::vector<bool> at_bound;
    /// Ratio of the largest to the smallest singular value of the scaled Jacobian: above 1000, sums of
    /// constants are determined, not each.
    double condition = 0;
    int evaluations = 0;
    int iterations = 0;

    double root_mean_square() const;
};

/// The residuals at some values, one for each measurement.
using Residuals = std::function<std::vector<double>(const std::vector<double>&)>;

/// Levenberg and Marquardt's method with difference quotients (steps of 2 % of a value, at least 1 if it is
/// above 1), projected onto the bounds; linear algebra by Eigen. The model may round its constants. Ends when
/// an iteration gains less than 0.1 % of the sum of squares, or after `most_iterations`. Errors: throws Error
/// when there are fewer measurements than parameters.
Fit fit(const std::vector<FitParameter>& parameters, const Residuals& residuals, int most_iterations = 12);

} // namespace sartor::configurator
