// The source of a cut: one unit that includes only what a program needs.
#pragma once

#include "configurator/rules/needs.hpp"

#include <string>

namespace sartor::configurator {

/// The text says the configuration and nothing else: equal needs make equal texts.
std::string cut_source(const Needs& needs, const std::string& machine);

} // namespace sartor::configurator
