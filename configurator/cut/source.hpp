// The source of a cut: one unit that includes only what a program needs.
#pragma once

#include "configurator/machines/target_machine.hpp"
#include "configurator/rules/needs.hpp"

#include <string>

namespace sartor::configurator {

/// The text states the configuration and nothing else: equal needs and machines make equal texts.
std::string cut_source(const Needs& needs, const TargetMachine& target = {});

/// The headers of all cuts for the host, whatever the program needs.
std::string common_headers(const table::Table& table);

} // namespace sartor::configurator
