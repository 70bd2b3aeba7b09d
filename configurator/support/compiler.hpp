// The compilers that the wrappers stand for.
#pragma once

#include <string>

namespace sartor::configurator {

enum class Language { c, cxx, fortran };

/// $SARTOR_CC, $SARTOR_CXX or $SARTOR_FC, else the compilers that sartor was built with.
std::string compiler_for(Language language);

/// The family of Fortran compilers, whose modules and descriptors have one format: "flang", else "gnu".
std::string fortran_family(const std::string& compiler);

/// Only GCC takes -fno-gnu-unique; it alone makes symbols of that kind.
bool is_gcc(const std::string& compiler);

} // namespace sartor::configurator
