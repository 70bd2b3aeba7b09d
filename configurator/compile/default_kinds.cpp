#include "configurator/compile/default_kinds.hpp"

#include "configurator/support/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

namespace sartor::configurator {

namespace {

bool has(const std::vector<std::string>& arguments, std::initializer_list<std::string_view> options) {
    return std::ranges::any_of(arguments, [&](const std::string& argument) {
        return std::ranges::find(options, argument) != options.end();
    });
}

/// A datatype of a default type, and those of types with a size.
struct Datatype {
    std::string_view name;
    std::string_view type;
    std::string_view instead;
    bool DefaultKinds::*changed;
};
constexpr std::array datatypes{
    Datatype{"MPI_INTEGER", "INTEGER", "MPI_INTEGER8 or MPI_INTEGER4", &DefaultKinds::integers},
    Datatype{"MPI_LOGICAL", "LOGICAL", "MPI_LOGICAL8 or MPI_LOGICAL4", &DefaultKinds::integers},
    Datatype{"MPI_2INTEGER", "INTEGER", "two elements of MPI_INTEGER8", &DefaultKinds::integers},
    Datatype{"MPI_REAL", "REAL", "MPI_REAL8 or MPI_REAL4", &DefaultKinds::reals},
    Datatype{"MPI_2REAL", "REAL", "MPI_2DOUBLE_PRECISION", &DefaultKinds::reals},
    Datatype{"MPI_COMPLEX", "COMPLEX", "MPI_COMPLEX16 or MPI_COMPLEX8", &DefaultKinds::reals},
    Datatype{"MPI_DOUBLE_PRECISION", "DOUBLE PRECISION", "MPI_REAL16 or MPI_REAL8", &DefaultKinds::doubles},
    Datatype{"MPI_2DOUBLE_PRECISION", "DOUBLE PRECISION", "two elements of MPI_REAL16",
             &DefaultKinds::doubles},
    Datatype{"MPI_DOUBLE_COMPLEX", "DOUBLE COMPLEX", "MPI_COMPLEX32 or MPI_COMPLEX16",
             &DefaultKinds::doubles}};

} // namespace

// gfortran gives DOUBLE PRECISION 16 bytes with -fdefault-real-8, unless another option keeps it.
DefaultKinds default_kinds(const std::vector<std::string>& arguments) {
    DefaultKinds kinds;
    kinds.integers = has(arguments, {"-fdefault-integer-8", "-finteger-4-integer-8"});
    kinds.reals = has(arguments, {"-fdefault-real-8", "-fdefault-real-10", "-fdefault-real-16",
                                  "-freal-4-real-8", "-freal-4-real-10", "-freal-4-real-16"});
    kinds.doubles = has(arguments, {"-freal-8-real-4", "-freal-8-real-10", "-freal-8-real-16"}) ||
                    (has(arguments, {"-fdefault-real-8", "-fdefault-real-10", "-fdefault-real-16"}) &&
                     !has(arguments, {"-fdefault-double-8"}));
    return kinds;
}

void check_default_kinds(const DefaultKinds& kinds, const std::string& source, const FortranNames& names) {
    if (kinds.integers && names.mpif_h)
        fmt::print(stderr,
                   "sartor: {}: warning: with -fdefault-integer-8 INTEGER and LOGICAL arguments of the "
                   "program have 8 bytes, but MPI reads and writes only 4 bytes of each. With mpif.h the "
                   "compiler does not notice this. Declare arguments of MPI as integer(MPI_INTEGER_KIND) and "
                   "logical(MPI_INTEGER_KIND), or use the module mpi, with which the compiler finds wrong "
                   "arguments\n",
                   source);
    for (const Datatype& datatype : datatypes)
        if (kinds.*datatype.changed && names.constants.contains(std::string(datatype.name)))
            refuse("{}: an option of the compiler changes the size of {}, so {} does not fit: use {} instead",
                   source, datatype.type, datatype.name, datatype.instead);
}

void explain_default_kinds(const DefaultKinds& kinds, const std::string& source, const FortranNames& names) {
    if (!kinds.integers || names.constants.empty()) return;
    fmt::print(stderr,
               "sartor: {}: with -fdefault-integer-8, arguments of MPI must be declared as "
               "integer(MPI_INTEGER_KIND) and "
               "logical(MPI_INTEGER_KIND), which have 4 bytes\n",
               source);
}

} // namespace sartor::configurator
