// Checks between the fields of a machine.
#pragma once

#include "configurator/machines/json_file.hpp"
#include "configurator/machines/machine_file.hpp"

namespace sartor::configurator {

/// The file is the last one read: the one that completes the machine.
/// Errors: throws Error naming file, line and field.
void check_machine(const JsonFile& file, const Manycore& machine);

} // namespace sartor::configurator
