// From the smallest size to the largest: an algorithm is kept until another one is clearly faster.
#include "configurator/tune/times.hpp"

#include <cmath>
#include <fmt/format.h>
#include <set>

namespace sartor::configurator {

namespace {

double time_at(const Candidates& candidates, const std::string& algorithm, long bytes) {
    const auto candidate = candidates.find(algorithm);
    if (candidate == candidates.end()) return HUGE_VAL;
    const auto time = candidate->second.find(bytes);
    return time == candidate->second.end() ? HUGE_VAL : time->second;
}

std::string best_at(const Candidates& candidates, long bytes) {
    std::string best;
    for (const auto& [algorithm, times] : candidates)
        if (best.empty() || time_at(candidates, algorithm, bytes) < time_at(candidates, best, bytes))
            best = algorithm;
    return best;
}

long between(long smaller, long larger) {
    return std::lround(std::sqrt(static_cast<double>(smaller) * static_cast<double>(larger)));
}

} // namespace

std::vector<Limited> fastest(const Candidates& candidates, const std::string& ranks) {
    std::set<long> sizes;
    for (const auto& [algorithm, times] : candidates)
        for (const auto& [bytes, time] : times) sizes.insert(bytes);
    std::vector<Limited> choice;
    long previous = 0;
    for (const long bytes : sizes) {
        const std::string best = best_at(candidates, bytes);
        if (choice.empty()) {
            choice.push_back({best, "", ranks});
        } else if (time_at(candidates, best, bytes) <
                   (1 - least_gain) * time_at(candidates, choice.back().algorithm, bytes)) {
            choice.back().bytes = fmt::format("{}", between(previous, bytes));
            choice.push_back({best, "", ranks});
        }
        previous = bytes;
    }
    return choice;
}

} // namespace sartor::configurator
