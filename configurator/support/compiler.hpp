// The compilers that the wrappers stand for.
#pragma once

#include <string>

namespace sartor::configurator {

enum class Language { c, cxx };

/// $SARTOR_CC or $SARTOR_CXX, else the compilers that sartor was built with.
std::string compiler_for(Language language);

/// Only GCC takes -fno-gnu-unique; it alone makes symbols of that kind.
bool is_gcc(const std::string& compiler);

} // namespace sartor::configurator
