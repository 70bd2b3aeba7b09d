// Networks in files of a user's own are checked before the cut is compiled with them.
#pragma once

#include "configurator/choices/selection.hpp"
#include "configurator/cut/cache.hpp"
#include "configurator/support/temporary_folder.hpp"

namespace sartor::configurator {

/// Compiles networks in files of a user's own by themselves, before the cut is compiled with them.
/// Errors: throws Error after the compiler's messages, which name the file and its line.
void check_topology_files(const Selection& selection, Cache& cache, TemporaryFolder& folder);

} // namespace sartor::configurator
