// Options that change the sizes of Fortran's default types. Those of MPI are the ones that the layer and the
// modules are compiled with (interfaces/fortran/): INTEGER and LOGICAL of 4 bytes, REAL of 4, DOUBLE
// PRECISION of 8.
#pragma once

#include "configurator/compile/fortran_unit.hpp"

#include <string>
#include <vector>

namespace sartor::configurator {

/// Which of the default types have other sizes than MPI's.
struct DefaultKinds {
    bool integers = false;
    bool reals = false;
    bool doubles = false;

    bool changed() const { return integers || reals || doubles; }
};

DefaultKinds default_kinds(const std::vector<std::string>& arguments);

/// Ends with an error where nothing else would tell that sizes differ: for mpif.h, which has no interfaces,
/// and for the names of datatypes that stand for default types.
void check_default_kinds(const DefaultKinds& kinds, const std::string& source, const FortranNames& names);

/// After the messages of the compiler, which name no cause.
void explain_default_kinds(const DefaultKinds& kinds, const std::string& source, const FortranNames& names);

} // namespace sartor::configurator
