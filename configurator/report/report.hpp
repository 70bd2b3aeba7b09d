// sartor report: results and traces as one page.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

struct ReportOptions {
    /// Results of sartor experiment or folders of them, traces, summaries of sartor run --json, programs.
    std::vector<std::string> files;
    std::string machine; // for which programs are cut; empty: that of each
    std::string output = "report.html";
};

/// Writes the page: one file, which refers to no others.
/// Errors: throws Error naming a file that is none of these.
void make_report(const ReportOptions& options);

} // namespace sartor::configurator
