// MPI_Type_create_f90_real, _complex, _integer (MPI-5.0 section 19.1.5): the datatype of the smallest numbers
// with a precision and a range. The compiler's kinds are those of C's types.
#pragma once

#include <cfloat>

#include "mpi_api/datatypes/making/make.hpp"

namespace sartor::mpi {

namespace internal {

// Numbers of `digits` decimal digits and decimal exponents up to `range`.
struct F90Number {
    int digits;
    int range;
    MPI_Datatype type;
};

// The first with at least so many digits and such a range; MPI_UNDEFINED requires nothing. MPI_DATATYPE_NULL
// when there is none.
template <std::size_t Size>
[[nodiscard]] MPI_Datatype smallest(const F90Number (&numbers)[Size], int digits, int range) noexcept {
    for (const F90Number& one : numbers)
        if ((digits == MPI_UNDEFINED || digits <= one.digits) &&
            (range == MPI_UNDEFINED || range <= one.range))
            return one.type;
    return MPI_DATATYPE_NULL;
}

// Neither is negative, and one of them at least is given.
[[nodiscard]] inline bool gives_one(int digits, int range) noexcept {
    const auto right = [](int one) { return one >= 0 || one == MPI_UNDEFINED; };
    return right(digits) && right(range) && (digits != MPI_UNDEFINED || range != MPI_UNDEFINED);
}

// The datatype that was made with the same arguments before, or MPI_DATATYPE_NULL. O(datatypes of the rank).
template <class Program>
[[nodiscard]] MPI_Datatype made_before(Call<Program>& call, Combiner combiner, const int* arguments,
                                       std::size_t count) noexcept {
    MPI_Datatype found = MPI_DATATYPE_NULL;
    const auto& pool = call.state().datatypes.pool();
    pool.for_each([&](auto& entry) {
        const Contents& contents = entry.type->contents;
        bool same = contents.combiner() == combiner;
        for (std::size_t index = 0; same && index < count; ++index)
            same = contents.integer_at(index) == arguments[index];
        if (same) found = reinterpret_cast<MPI_Datatype>(pool.handle_of(entry));
    });
    return found;
}

// Calls with the same arguments give the same handle, which can't be freed. MPI_ERR_ARG when there is no such
// type.
template <class Program>
int give_f90(Call<Program>& call, Combiner combiner, const int* arguments, std::size_t count,
             MPI_Datatype like, MPI_Datatype* new_type) noexcept {
    if (like == MPI_DATATYPE_NULL)
        return call.template fail<MPI_ERR_ARG>("there are no numbers of that precision and range");
    *new_type = made_before(call, combiner, arguments, count);
    if (*new_type != MPI_DATATYPE_NULL) return MPI_SUCCESS;
    Contents contents(combiner, false, count, 0, 0);
    if (contents.failed()) return no_memory_for_type(call);
    contents.integers(arguments, count);
    auto& datatypes = call.state().datatypes;
    const int error = give(call, datatypes.element(value_of(like)), std::move(contents), new_type);
    if (error == MPI_SUCCESS) datatypes.find(value_of(*new_type))->committed = true;
    return error;
}

template <class Program, std::size_t Size>
int create_f90(Call<Program>& call, Combiner combiner, const F90Number (&numbers)[Size], int digits,
               int range, MPI_Datatype* new_type) noexcept {
    if (!gives_one(digits, range))
        return call.template fail<MPI_ERR_ARG>(
            "p = %d, r = %d: expected no negative numbers, and MPI_UNDEFINED for at most one of the two",
            digits, range);
    const int arguments[] = {digits, range};
    return give_f90(call, combiner, arguments, 2, smallest(numbers, digits, range), new_type);
}

} // namespace internal

template <class Program>
int type_create_f90_real(Call<Program>& call, int p, int r, MPI_Datatype* new_type) noexcept {
    const internal::F90Number reals[] = {{FLT_DIG, FLT_MAX_10_EXP - 1, MPI_FLOAT},
                                         {DBL_DIG, DBL_MAX_10_EXP - 1, MPI_DOUBLE},
                                         {LDBL_DIG, LDBL_MAX_10_EXP - 1, MPI_LONG_DOUBLE},
                                         {33, 4931, MPI_REAL16}}; // of 113 bits
    return internal::create_f90(call, Combiner::f90_real, reals, p, r, new_type);
}

template <class Program>
int type_create_f90_complex(Call<Program>& call, int p, int r, MPI_Datatype* new_type) noexcept {
    const internal::F90Number numbers[] = {{FLT_DIG, FLT_MAX_10_EXP - 1, MPI_C_FLOAT_COMPLEX},
                                           {DBL_DIG, DBL_MAX_10_EXP - 1, MPI_C_DOUBLE_COMPLEX},
                                           {LDBL_DIG, LDBL_MAX_10_EXP - 1, MPI_C_LONG_DOUBLE_COMPLEX},
                                           {33, 4931, MPI_COMPLEX32}};
    return internal::create_f90(call, Combiner::f90_complex, numbers, p, r, new_type);
}

// MPI_Type_create_f90_integer: all integers between -10^r and 10^r.
template <class Program>
int type_create_f90_integer(Call<Program>& call, int r, MPI_Datatype* new_type) noexcept {
    const internal::F90Number integers[] = {
        {0, 2, MPI_INT8_T}, {0, 4, MPI_INT16_T}, {0, 9, MPI_INT32_T}, {0, 18, MPI_INT64_T}};
    if (r < 0) return call.template fail<MPI_ERR_ARG>("r = %d: expected no negative number", r);
    return internal::give_f90(call, Combiner::f90_integer, &r, 1,
                              internal::smallest(integers, MPI_UNDEFINED, r), new_type);
}

} // namespace sartor::mpi
