// The machines that programs can be cut for.
#pragma once

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

/// Errors: throws Error for a machine that sartor does not know.
void check_machine(const std::string& machine);

/// sartor machines [--json]
void list_machines(bool json);

} // namespace sartor::configurator
