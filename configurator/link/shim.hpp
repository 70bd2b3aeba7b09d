// sartor called as the linker: ld, ld.bfd, ld.gold, ld.lld, ld.mold.
#pragma once

#include <string>
#include <vector>

namespace sartor::configurator {

/// name: the linker that the compiler's driver has called. Returns the exit code.
int link_as(const std::string& name, const std::vector<std::string>& arguments);

} // namespace sartor::configurator
