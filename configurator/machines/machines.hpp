// The machines that programs can be cut for.
#pragma once

#include "configurator/machines/machine_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Logical processors that this process may use, in the order in which workers take them: one of each core
/// first, then the further ones.
struct Host {
    std::vector<int> processors;
    int cores = 0;
};
Host this_host();

/// The machine of a name or of a file; nothing for the host.
/// Errors: throws Error for a machine that sartor does not know, and for a file that describes none.
std::optional<Manycore> find_machine(const std::string& machine);

/// sartor machines [--json] [NAME|FILE]
void list_machines(const std::string& machine, bool json);

} // namespace sartor::configurator
