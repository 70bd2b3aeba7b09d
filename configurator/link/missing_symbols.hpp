// Symbols that nobody defines, for linkers that do not tell.
#pragma once

#include "configurator/link/trace.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// Those that the image needs and that neither is_provided nor the shared libraries of the link define.
std::vector<std::string> missing_symbols(const std::string& image, const UsedFiles& used,
                                         const std::function<bool(std::string_view)>& is_provided);

} // namespace sartor::configurator
