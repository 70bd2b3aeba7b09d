// The compilers that the wrappers stand for.
#pragma once

#include <string>

namespace sartor::configurator {

enum class Language { c, cxx, fortran };

/// The variable that names the compiler: SARTOR_CC, SARTOR_CXX or SARTOR_FC.
const char* variable_of(Language language);

/// That variable's, or that of Open MPI's and MPICH's wrappers: OMPI_CC, MPICH_CC and so on; else the
/// compiler that sartor was built with.
std::string compiler_for(Language language);

/// The family of Fortran compilers, whose modules and descriptors have one format: "flang", else "gnu".
std::string fortran_family(const std::string& compiler);

/// Only GCC takes -fno-gnu-unique; it alone makes symbols of that kind.
bool is_gcc(const std::string& compiler);

} // namespace sartor::configurator
