// What a sweep has found, and its forms: a table, CSV, JSON, a page.
#pragma once

#include "configurator/sweep/variation.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sartor::configurator {

struct SweepResult {
    Point point;
    int ranks = 0;
    std::string failure; ///< what the run said when it failed, in a line; then there are no numbers
    double seconds = 0;  ///< of virtual time; of this computer's clock the median of all runs
    double joules = 0;
    double watts = 0;
    std::int64_t memory = 0; ///< bytes of the cluster that has used most
    double fastest = 0;      ///< seconds of the shortest run, on this computer
    double slowest = 0;

    bool succeeded() const { return failure.empty(); }
};

struct SweepResults {
    std::string machine;
    std::string command;
    std::vector<Variation> variations;
    std::vector<SweepResult> results;
    int runs = 0; ///< at each point, by this computer's clock; 0: one in virtual time, which does not vary
};

bool varies(const SweepResults& results, Varied what);
/// Whether the machine has constants of energy: without them no run takes any.
bool knows_energy(const SweepResults& results);

std::string as_table(const SweepResults& results);
std::string as_csv(const SweepResults& results);
std::string as_json(const SweepResults& results);
/// One file without references to others: the table and a plot each of time, energy and memory.
std::string as_page(const SweepResults& results);

} // namespace sartor::configurator
