// The source of a cut: one unit that includes only what a program needs.
#pragma once

#include "configurator/machines/machine_file.hpp"
#include "configurator/rules/needs.hpp"

#include <optional>
#include <string>

namespace sartor::configurator {

/// The text says the configuration and nothing else: equal needs and machines make equal texts. Without a
/// machine it is the host.
std::string cut_source(const Needs& needs, const std::optional<Manycore>& machine = std::nullopt);

} // namespace sartor::configurator
