#include "configurator/calibrate/fit.hpp"

#include "configurator/support/error.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace sartor::configurator {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class Fitting {
  public:
    Fitting(const std::vector<FitParameter>& parameters, const Residuals& model)
        : parameters_(parameters), model_(model) {
        for (const FitParameter& one : parameters) at_.push_back(one.start);
        residuals_ = residuals_at(at_);
        if (residuals_.size() < std::ssize(parameters))
            fail("{} measurements for {} constants: expected at least one measurement for each constant",
                 residuals_.size(), parameters.size());
    }

    Fit run(int most_iterations) {
        for (; result_.iterations < most_iterations && improve(); ++result_.iterations) {
        }
        finish();
        return std::move(result_);
    }

  private:
    VectorXd residuals_at(const std::vector<double>& values) {
        ++result_.evaluations;
        const std::vector<double> residuals = model_(values);
        return Eigen::Map<const VectorXd>(residuals.data(), std::ssize(residuals));
    }

    /// Columns are derivatives by the logarithm of each constant, so that constants of all sizes are alike.
    MatrixXd jacobian() {
        MatrixXd columns(residuals_.size(), std::ssize(at_));
        for (std::size_t one = 0; one < at_.size(); ++one) {
            std::vector<double> beside = at_;
            double step = std::max(0.02 * at_[one], at_[one] > 1 ? 1.0 : 0.0);
            if (at_[one] + step > parameters_[one].most) step = -step;
            beside[one] += step;
            columns.col(static_cast<Eigen::Index>(one)) =
                (residuals_at(beside) - residuals_) / step * at_[one];
        }
        return columns;
    }

    /// A step along the gradient of what is not held at a bound, shorter each time that it gains nothing.
    bool improve() {
        const MatrixXd columns = jacobian();
        const VectorXd gradient = columns.transpose() * residuals_;
        MatrixXd normal = columns.transpose() * columns;
        for (Eigen::Index one = 0; one < gradient.size(); ++one)
            if (is_held(static_cast<std::size_t>(one), gradient[one])) {
                normal.row(one).setZero();
                normal.col(one).setZero();
            }
        for (int attempt = 0; attempt < 5; ++attempt, damping_ *= 10) {
            MatrixXd damped = normal;
            VectorXd downhill = -gradient;
            for (Eigen::Index one = 0; one < gradient.size(); ++one) {
                if (normal(one, one) == 0) downhill[one] = 0;
                damped(one, one) += damping_ * normal(one, one) + 1e-12;
            }
            const std::vector<double> next = moved(damped.ldlt().solve(downhill));
            const VectorXd residuals = residuals_at(next);
            if (!(residuals.squaredNorm() < residuals_.squaredNorm())) continue;
            const double gain = 1 - residuals.squaredNorm() / residuals_.squaredNorm();
            at_ = next;
            residuals_ = residuals;
            damping_ = std::max(damping_ / 10, 1e-9);
            return gain > 1e-3;
        }
        return false;
    }
    /// Whether it is at a bound, and would leave it.
    bool is_held(std::size_t one, double slope) const {
        return (at_[one] >= parameters_[one].most && slope < 0) ||
               (at_[one] <= parameters_[one].least && slope > 0);
    }
    std::vector<double> moved(const VectorXd& step) const {
        std::vector<double> next = at_;
        for (std::size_t one = 0; one < next.size(); ++one) {
            const double factor = std::exp(std::clamp(step[static_cast<Eigen::Index>(one)], -1.0, 1.0));
            next[one] = std::clamp(next[one] * factor, parameters_[one].least, parameters_[one].most);
        }
        return next;
    }

    void finish() {
        const MatrixXd columns = jacobian();
        const Eigen::JacobiSVD<MatrixXd> parts(columns, Eigen::ComputeThinV);
        const VectorXd& sizes = parts.singularValues();
        const double smallest = sizes[sizes.size() - 1];
        result_.condition = smallest > 0 ? sizes[0] / smallest : std::numeric_limits<double>::infinity();
        const auto freedom = std::max<Eigen::Index>(1, residuals_.size() - std::ssize(at_));
        const double variance = residuals_.squaredNorm() / static_cast<double>(freedom);
        for (std::size_t one = 0; one < at_.size(); ++one) {
            double sum = 0;
            for (Eigen::Index part = 0; part < sizes.size(); ++part) {
                const double share = parts.matrixV()(static_cast<Eigen::Index>(one), part);
                if (sizes[part] > 1e-9 * sizes[0])
                    sum += share * share / (sizes[part] * sizes[part]);
                else if (std::abs(share) > 1e-6)
                    sum = std::numeric_limits<double>::infinity();
            }
            result_.errors.push_back(at_[one] * std::sqrt(variance * sum));
            result_.at_bound.push_back(at_[one] <= parameters_[one].least ||
                                       at_[one] >= parameters_[one].most);
        }
        result_.values = at_;
        result_.residuals.assign(residuals_.data(), residuals_.data() + residuals_.size());
    }

    const std::vector<FitParameter>& parameters_;
    const Residuals& model_;
    std::vector<double> at_;
    VectorXd residuals_;
    double damping_ = 1e-3;
    Fit result_;
};

} // namespace

double Fit::root_mean_square() const {
    double sum = 0;
    for (const double one : residuals) sum += one * one;
    return residuals.empty() ? 0 : std::sqrt(sum / static_cast<double>(residuals.size()));
}

Fit fit(const std::vector<FitParameter>& parameters, const Residuals& residuals, int most_iterations) {
    return Fitting(parameters, residuals).run(most_iterations);
}

} // namespace sartor::configurator
