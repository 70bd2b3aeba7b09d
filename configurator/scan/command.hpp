// sartor scan: prints the facts of files.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// Returns the exit code: 1 when a file is broken; the others are scanned all the same.
int scan_files(const std::vector<std::string>& files, bool json);

} // namespace sartor::configurator
