// Programs that sartor did not make: they find MPI in the shared library libmpi_abi.so (interfaces/abi/).
#pragma once

#include <string>

namespace sartor::configurator {

/// The program's file says that it needs libmpi_abi.so.
/// Errors: throws Error with exit code 2 for one that needs the library of another MPI.
bool needs_abi_library(const std::string& path);

/// The program was built with a sanitizer: it names functions of the runtime of one.
bool has_sanitizer(const std::string& path);

/// Programs that are started from now on find the library of this installation first.
/// Errors: throws Error with exit code 2 when it was not built.
void use_abi_library();

} // namespace sartor::configurator
