/// Buffers whose C type is not the one of their datatype, as Clang's front end finds them in a source
/// (sartor cc --checked), whatever compiles it.
#pragma once

#include "configurator/command_line/compiler_arguments.hpp"
#include "configurator/support/process.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sartor::configurator {

/// Starts Clang over a source; nothing where it is not in PATH.
std::optional<Child> start_type_check(const CompilerArguments& arguments, const CompilerInput& input);

/// The warnings that are worth reading, as "file:line:column: warning: ..."; others of Clang's are left out:
/// it takes `const int*` and `int (*)[4]` for other types than `int*`, and structures of numbers are often
/// sent as numbers.
std::vector<std::string> wrong_types(const std::string& messages_of_clang);

} // namespace sartor::configurator
