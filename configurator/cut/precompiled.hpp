// Precompiled headers: what cuts include, parsed by the compiler once for all cuts.
#pragma once

#include "configurator/cut/cache.hpp"
#include "configurator/cut/toolchain.hpp"
#include "configurator/support/temporary_folder.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sartor::configurator {

/// The compiler's options for a cut that begins with them; empty where there are none. They are searched for
/// beside Sartor's own headers, then in the cache. Where they are missing, every fifth cut makes them for the
/// cache: they take five times the time that one cut gains, and 100 MB.
std::vector<std::string> precompiled_headers(const Toolchain& toolchain, Cache& cache,
                                             TemporaryFolder& folder);

/// Makes those that are installed with Sartor, for its compiler and the compiler's instruction set, as the
/// only file in a folder. With compilers that record where the headers were, it makes none.
void precompile_for_installation(const std::filesystem::path& destination);

} // namespace sartor::configurator
