// Undefined symbols, for linkers that do not report them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sartor::configurator {

/// Those that a shared object needs and that neither is_provided nor the others define. Paths.
std::vector<std::string> missing_symbols(const std::string& object, const std::vector<std::string>& others,
                                         const std::function<bool(std::string_view)>& is_provided);

} // namespace sartor::configurator
