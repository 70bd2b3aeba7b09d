// What experiments have found, and its forms: a table, CSV, JSON.
#pragma once

#include "configurator/experiment/runs.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

enum class Verdict {
    within, ///< the error is within its limit, or the statement holds
    shown,  ///< there is no published number, or no limit
    too_far,
    absent ///< not run here
};
const char* name_of(Verdict verdict);

struct RowResult {
    const ExperimentRow* row;
    Verdict verdict = Verdict::shown;
    double value = 0;            ///< of a statement: 1 or 0
    std::optional<double> error; ///< percent of the published number
    std::string shown;           ///< the text beside a statement; why it is absent
};

struct TableResult {
    const ExperimentTable* table;
    std::vector<RowResult> rows;
};

struct CurveResult {
    std::string name;
    Series points;
};
struct FigureResult {
    const ExperimentFigure* figure;
    std::vector<CurveResult> curves;
};

struct ExperimentResult {
    const Experiment* experiment;
    bool quick = false;
    std::vector<std::string> sets; ///< constants with other values than the machine's
    std::vector<TableResult> tables;
    std::vector<FigureResult> figures;
    nlohmann::json runs;    ///< name, command, seconds of each
    bool repeatable = true; ///< virtual time: an equal run gives equal numbers

    int count(Verdict verdict) const;
};

/// Errors: throws Error naming file and line of an expression that can't be evaluated.
ExperimentResult result_of(const Experiment& experiment, const ExperimentRuns& runs);

std::string as_table(const ExperimentResult& result);
std::string as_csv(const ExperimentResult& result);
nlohmann::ordered_json as_json(const ExperimentResult& result);

} // namespace sartor::configurator
