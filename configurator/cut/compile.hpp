// From a cut's source to its object, through the cache.
#pragma once

#include "configurator/cut/cache.hpp"
#include "configurator/support/temporary_folder.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Returns the object's bytes: position-independent, its section .sartor.graph not loaded by programs.
/// instruction_set: the program's -march= and the like; "native" counts as what the compiler makes of it.
/// Errors: throws Error when the cut does not compile, after the compiler's own messages; the source is kept.
std::string compile_cut(const std::string& source, const std::vector<std::string>& instruction_set,
                        Cache& cache, TemporaryFolder& folder);

} // namespace sartor::configurator
