// The files of sartor run --report=FILE[,FILE]: SARIF 2.1.0, plain JSON, a page.
#pragma once

#include "configurator/findings/finding.hpp"

#include <filesystem>
#include <string>

namespace sartor::configurator {

/// SARIF 2.1.0 (OASIS). Paths of findings are relative to `folder` or absolute.
std::string as_sarif(const Run& run, const std::filesystem::path& folder);

/// The same as plain JSON: see docs/bugs.md.
std::string as_json(const Run& run);

/// One page of HTML that needs no other file.
std::string as_page(const Run& run);

} // namespace sartor::configurator
