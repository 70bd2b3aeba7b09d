// From a cut's source to its object, through the cache.
#pragma once

#include "configurator/cut/cache.hpp"
#include "configurator/support/temporary_folder.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Returns the object's bytes: position-independent, its section .sartor.graph not loaded by programs.
/// instruction_set: the program's -march= and the like; "native" is resolved by the compiler. program: its
/// name, for the line on a terminal about a long compilation.
/// Errors: throws Error when the cut does not compile, after the compiler's own messages; the source is kept.
std::string compile_cut(const std::string& source, const std::vector<std::string>& instruction_set,
                        const std::string& program, Cache& cache, TemporaryFolder& folder);

/// The same if it is installed with Sartor; no compiler is needed then.
std::optional<std::string> installed_cut(const std::string& source,
                                         const std::vector<std::string>& instruction_set);

/// Compiles a cut that is installed with Sartor, for the instruction set of its compiler, into a folder.
/// Errors: throws Error when it does not compile.
void compile_for_installation(const std::string& source, const std::filesystem::path& destination);

/// Whether a text that includes headers of Sartor compiles by itself; if not, the compiler's messages have
/// been printed. Success is remembered in the cache.
bool compiles_alone(const std::string& source, Cache& cache, TemporaryFolder& folder);

} // namespace sartor::configurator
