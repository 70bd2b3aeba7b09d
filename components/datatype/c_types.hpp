// The C types behind predefined datatypes, under the names that the table of the MPI interface uses for them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sartor::datatype {

using MPI_Aint = std::intptr_t; // MPI-5.0 section 2.5.6 and its ABI chapter
using MPI_Count = std::int64_t;
using MPI_Offset = std::int64_t;

// Fortran's REAL(KIND=16) and its complex numbers, which the compiler has beside C++'s types unless long
// double is the same.
#if __LDBL_MANT_DIG__ == 113
using quad_precision = long double;
using quad_complex = long double _Complex;
#else
using quad_precision = __float128;
using quad_complex = __float128 _Complex;
#endif

// A value and its index, on which MINLOC and MAXLOC work (MPI-5.0 section 6.9.4), laid out as a C struct.
template <class Value, class Index>
struct Pair {
    Value value;
    Index index;
};

} // namespace sartor::datatype
